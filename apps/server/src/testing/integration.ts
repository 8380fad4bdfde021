import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import type { BatchResult } from "@mcc/contract/integration/integration.schema.ts";
import { createApiKey } from "../features/api-keys/api-keys.service.ts";
import type { Owner } from "./database-owner.ts";
import { addCompany, type CompanyTraits } from "./people.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

/** A new key, as the platform would issue it; returns the request header with it. */
export const addKey = async (
  { services }: TestServer,
  { scopes = ["orders"], company }: { scopes?: KeyScope[]; company?: string } = {},
) => {
  const by = { id: null, name: "test" };
  const { id, key } = await createApiKey(services.database.platform, by, { name: "ERP", scopes, company });
  return { id, key, headers: { authorization: `ApiKey ${key}` } };
};

export const addSite = async (
  { sql }: Owner,
  companyId: number,
  traits: { shopUser?: string; name?: string; nodeId?: number } = {},
) => {
  const { shopUser = `shop-${++made}`, name = shopUser, nodeId = null } = traits;
  const [site] = await sql<{ id: number }>(
    `insert into sites (company_id, name, ecommerce_username, node_id, region) values ($1, $2, $3, $4, 'North') returning id`,
    [companyId, name, shopUser, nodeId],
  );
  return { id: Number(site?.id), shopUser, name };
};

export const addRule = async (
  { sql }: Owner,
  companyId: number,
  rule: { roleId?: number; userId?: number; limit: number; siteIds?: number[]; nodeIds?: number[] },
): Promise<number> => {
  const [row] = await sql<{ id: number }>(
    "insert into approval_rules (company_id, role_id, user_id, limit_amount) values ($1, $2, $3, $4) returning id",
    [companyId, rule.roleId ?? null, rule.userId ?? null, rule.limit],
  );
  await sql(
    "insert into approval_rule_sites (company_id, rule_id, site_id) select $1, $2, unnest($3::bigint[])",
    [companyId, row?.id, rule.siteIds ?? []],
  );
  await sql(
    "insert into approval_rule_nodes (company_id, rule_id, node_id) select $1, $2, unnest($3::bigint[])",
    [companyId, row?.id, rule.nodeIds ?? []],
  );
  return Number(row?.id);
};

/** A company with one site and a key for its orders. */
export const addShop = async (testServer: TestServer, traits: Partial<CompanyTraits> = {}) => {
  const slug = traits.slug ?? `shop-company-${++made}`;
  const companyId = await addCompany(testServer, { ...traits, slug });
  const site = await addSite(testServer, companyId);
  const { headers } = await addKey(testServer);
  return { slug, companyId, site, headers };
};

/** An order as a storefront would send it: two items and a fee, 143.40 in all. */
export const orderOf = (shopUser: string, more: object = {}) => ({
  ecommerce_username: shopUser,
  ordered_by: { name: "Dana Whitfield" },
  po_number: "PO-7",
  order_date: "2026-03-31T06:00:00Z",
  lines: [
    { product: "BIT-8", text: "Drill bit", quantity: 2, base_unit_price_value: "50.00", tax_amount: "8.00" },
    { product: "GLV", text: "Gloves", quantity: "3", base_unit_price_value: 6.8, tax_amount: 0 },
    { text: "Freight", quantity: 1, base_unit_price_value: "15.00", display: false },
  ],
  ...more,
});

/** Sends lines as one upload and returns the result of each. */
export const sendBatch = async (
  { address }: TestServer,
  slug: string,
  headers: Record<string, string>,
  lines: readonly (string | object)[],
  type = "application/x-ndjson",
): Promise<{ status: number; results: BatchResult[] }> => {
  const answer = await fetch(`${address}/api/integration/v1/companies/${slug}/orders/batch`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  });
  const text = await answer.text();
  const parsed = text.split("\n").filter(Boolean);
  return { status: answer.status, results: parsed.map((line) => JSON.parse(line) as BatchResult) };
};
