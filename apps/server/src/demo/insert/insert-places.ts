import { shopUsername } from "@mcc/contract/sites/shop-username.ts";
import type pg from "pg";
import type { Site } from "../company.ts";
import type { CompanyPlan } from "../company-plan.ts";
import { insertRows, takeIds, withIds } from "./insert-rows.ts";

export interface Places {
  readonly sites: readonly Site[];
  readonly nodeIds: ReadonlyMap<string, number>;
}

/** The hierarchy, the site types and warehouses, and the sites with their storefront accounts. */
export const insertPlaces = async (
  client: pg.ClientBase,
  companyId: number,
  plan: CompanyPlan,
  founded: Date,
): Promise<Places> => {
  const nodeIds = await addHierarchy(client, companyId, plan, founded);
  const typeIds = await addNames(client, "site_types", companyId, plan.siteTypes);
  const warehouseIds = await addNames(client, "warehouses", companyId, plan.warehouses);
  const sites: Site[] = await withIds(client, "sites", plan.sites);
  const mail = (site: Site) => `${shopUsername(plan.prefix, site).toLowerCase()}@${plan.slug}.example.com`;
  await insertRows(
    client,
    "sites",
    sites.map((site) => ({
      id: site.id,
      company_id: companyId,
      name: site.name,
      location_name: site.location ?? null,
      division: site.division ?? null,
      business_unit: site.businessUnit ?? null,
      region: site.region ?? null,
      ecommerce_username: shopUsername(plan.prefix, site),
      ecommerce_user_email: mail(site),
      site_type_id: typeIds.get(site.type),
      warehouse_id: warehouseIds.get(site.warehouse),
      node_id: (site.node && nodeIds.get(site.node)) ?? null,
      enable_analytics: site.type !== "Office",
      buyout_site: site.isBuyout ?? false,
      created_at: founded,
      updated_at: founded,
    })),
  );
  await insertRows(
    client,
    "shop_users",
    sites.map((site) => ({
      company_id: companyId,
      username: shopUsername(plan.prefix, site),
      email: mail(site),
      created_at: founded,
    })),
  );
  return { sites, nodeIds };
};

const addHierarchy = async (
  client: pg.ClientBase,
  companyId: number,
  plan: CompanyPlan,
  founded: Date,
): Promise<Map<string, number>> => {
  const groupIds = new Map<string, number>();
  const groups = await withIds(
    client,
    "organization_groups",
    plan.groups.map((name) => ({ name })),
  );
  for (const { name, id } of groups) groupIds.set(name, id);
  await insertRows(
    client,
    "organization_groups",
    groups.map(({ id, name }) => ({ id, company_id: companyId, name, created_at: founded })),
  );
  const ids = await takeIds(client, "organization_nodes", plan.nodes.length);
  const nodeIds = new Map(plan.nodes.map(({ name }, index) => [name, ids[index] as number]));
  await insertRows(
    client,
    "organization_nodes",
    plan.nodes.map(({ name, group, parent }) => ({
      id: nodeIds.get(name),
      company_id: companyId,
      parent_id: parent ? nodeIds.get(parent) : null,
      group_id: groupIds.get(group),
      name,
      created_at: founded,
      updated_at: founded,
    })),
  );
  const buyouts = plan.sites.filter(({ isBuyout, node }) => isBuyout && node);
  await insertRows(
    client,
    "node_configurations",
    buyouts.map(({ node }) => ({
      company_id: companyId,
      node_id: nodeIds.get(node ?? ""),
      username_prefix: plan.prefix,
      tenant_group: `${plan.prefix}-buyout`,
      ecommerce_checkout_configuration: {
        cost_center_required: true,
        allowed_carriers: ["ground", "freight"],
      },
      is_buyout_node: true,
    })),
  );
  return nodeIds;
};

const addNames = async (
  client: pg.ClientBase,
  table: "site_types" | "warehouses",
  companyId: number,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const ids = await takeIds(client, table, names.length);
  await insertRows(
    client,
    table,
    names.map((name, index) => ({ id: ids[index], company_id: companyId, name })),
  );
  return new Map(names.map((name, index) => [name, ids[index] as number]));
};
