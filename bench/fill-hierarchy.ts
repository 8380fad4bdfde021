import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import type pg from "pg";
import { SECRET } from "./processes.ts";

/** A company with a hierarchy of 5,000 nodes, 50,000 sites and 200,000 orders. */
export const NODES = 5_000;
export const SITES = 50_000;
const ORDERS = 200_000;
const SLUG = "bench-tree";
const ROOT_USER = "bench-tree-root";

/** Each node has four nodes below it, as far as they go. */
const fillPlaces = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query("select from mcc.companies where slug_name = $1", [SLUG]);
  if (rows.length > 0) return;
  const added = await client.query(
    `insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id::integer`,
    [SLUG],
  );
  const company: number = added.rows[0].id;
  await client.query(
    `insert into mcc.company_configurations
       (company_id, tenant_group, customer_erp_identifier, username_prefix, has_company_hierarchy)
     values ($1, 'T', 'E', 'bench', true)`,
    [company],
  );
  await client.query(
    `with grouped as (insert into mcc.organization_groups (company_id, name) values ($1, 'Region') returning id)
     insert into mcc.organization_nodes (id, company_id, group_id, name, parent_id) overriding system value
     select n, $1, grouped.id, 'Node number ' || n, case when n = 1 then null else (n + 2) / 4 end
     from grouped, generate_series(1, $2::integer) as n order by n`,
    [company, NODES],
  );
  await client.query(
    `insert into mcc.sites (company_id, name, ecommerce_username, node_id)
     select $1, 'Site ' || n, 'tree-' || n, 1 + n % $3 from generate_series(1, $2::integer) as n`,
    [company, SITES, NODES],
  );
  await client.query(
    `insert into mcc.users (company_id, username, email, is_company_admin) values ($1, $2, 'tree@example.com', true)`,
    [company, SLUG],
  );
};

/** The token of the company admin, or of the user at the root node. */
export const signIn = async (client: pg.Client, username: string = SLUG): Promise<string> => {
  const { rows } = await client.query(
    `insert into mcc.sessions (user_id, expires_at)
     select id, now() + interval '1 day' from mcc.users where username = $1 returning id, user_id::integer`,
    [username],
  );
  return makeTokens(SECRET).sign(rows[0].id, rows[0].user_id);
};

/** A regular user at the root node, and orders that each site has four of. */
const fillOrders = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query("select from mcc.users where username = $1", [ROOT_USER]);
  if (rows.length > 0) return;
  await client.query(
    `insert into mcc.site_snapshots (company_id, site_id, name)
     select company_id, id, name from mcc.sites where ecommerce_username like 'tree-%'`,
  );
  await client.query(
    `insert into mcc.orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, line_count)
     select company_id, 'T-' || site_id || '-' || n, site_id, id, 6,
       now() - interval '1 minute' * ((site_id * 7919 + n * 104729) % 500000), 100 + n, 90 + n, 1
     from mcc.site_snapshots, generate_series(1, $1::integer) as n`,
    [ORDERS / SITES],
  );
  await client.query(
    `insert into mcc.users (company_id, username, email, node_id)
     select company_id, $1, 'root@example.com', id from mcc.organization_nodes where parent_id is null`,
    [ROOT_USER],
  );
};

export const fillHierarchy = async (client: pg.Client): Promise<void> => {
  await fillPlaces(client);
  await fillOrders(client);
  await client.query("vacuum analyze");
};

export const tokensOf = async (client: pg.Client) => ({
  admin: await signIn(client),
  rootUser: await signIn(client, ROOT_USER),
});
