import type pg from "pg";
import type { Company } from "../company.ts";
import type { CompanyPlan } from "../company-plan.ts";
import { insertDelegations } from "./insert-delegations.ts";
import { insertEscalation } from "./insert-escalation.ts";
import { insertPeople } from "./insert-people.ts";
import { insertPlaces } from "./insert-places.ts";
import { insertRows, takeIds } from "./insert-rows.ts";
import { insertRules } from "./insert-rules.ts";

/** Everything of a company that was there before its first order. */
export const insertCompany = async (
  client: pg.ClientBase,
  plan: CompanyPlan,
  { now, founded, passwordHash }: { now: Date; founded: Date; passwordHash: string },
): Promise<Company> => {
  const [id = 0] = await takeIds(client, "companies", 1);
  await insertCompanyRows(client, id, plan, founded);
  const places = await insertPlaces(client, id, plan, founded);
  const { users, roleIds } = await insertPeople(client, id, plan, places, { now, founded, passwordHash });
  const rules = await insertRules(client, id, plan, { ...places, users, roleIds }, founded);
  await insertEscalation(client, id, plan, roleIds);
  const delegations = await insertDelegations(client, id, plan, users, now);
  return { id, plan, founded, sites: places.sites, users, rules, delegations };
};

const insertCompanyRows = async (client: pg.ClientBase, id: number, plan: CompanyPlan, founded: Date) => {
  const stamps = { created_at: founded, updated_at: founded };
  await insertRows(client, "companies", [
    {
      id,
      name: plan.name,
      slug_name: plan.slug,
      short_name: plan.shortName,
      label: plan.label,
      website: `https://www.${plan.slug}.example.com`,
      mcc_host: plan.mccHost,
      ecommerce_url: `https://shop.${plan.slug}.example.com`,
      theme_id: plan.prefix,
      logo: null,
      accent_color: plan.accent,
      ...stamps,
    },
  ]);
  await insertRows(client, "company_configurations", [
    {
      company_id: id,
      tenant_group: plan.prefix,
      customer_erp_identifier: plan.erpIdentifier,
      catalogs: plan.catalogs,
      username_prefix: plan.prefix,
      has_order_approval: plan.features.approval,
      has_order_tracking: plan.features.tracking,
      has_company_hierarchy: plan.features.hierarchy,
      has_location_name_required: plan.features.locationNames,
      analytics_source: plan.lookerUrl ? "LOOKER" : null,
      looker_dashboard_url: plan.lookerUrl ?? null,
      ...stamps,
    },
  ]);
  const { billing } = plan;
  await insertRows(client, "addresses", [
    {
      company_id: id,
      name: billing.name,
      name_ext: "Accounts Payable",
      phone: billing.phone,
      email: `ap@${plan.slug}.example.com`,
      street: billing.street,
      street2: billing.street2 ?? null,
      postal_code: billing.postalCode,
      city: billing.city,
      region: billing.region,
      region_code: billing.regionCode,
      country: billing.country,
      is_default_billing_address: true,
      ...stamps,
    },
  ]);
};
