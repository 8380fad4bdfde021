import { SEES, slugOf, WIDE, WIDE_FROM, WIDE_SIZE, WIDE_USERS, wideId } from "./data-plan.ts";
import { withClient } from "./database.ts";

const { places, orders } = WIDE_FROM;
const ORDERS = 100_000;

const company = `
  insert into mcc.companies (id, name, slug_name, short_name, label)
  values (${WIDE}, 'Company ${WIDE}', '${slugOf(WIDE)}', 'C${WIDE}', 'C${WIDE}');
  insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
    has_order_tracking, has_location_name_required)
  values (${WIDE}, 'T', 'E', 'c${WIDE}', true, true);
  insert into mcc.site_types (id, company_id, name)
  select ${places} + n, ${WIDE}, 'Type ' || n from generate_series(1, 8) as n;`;

const sites = `
  insert into mcc.sites (id, company_id, name, location_name, business_unit, region, division, ecommerce_username, site_type_id)
  select ${places} + n, ${WIDE}, (array['Rig', 'Plant', 'Yard', 'Depot', 'Pad', 'Station'])[1 + n % 6] || ' ' || n,
    'Location ' || chr(65 + n % 26) || '-' || n, (array['Drilling', 'Completions', 'Wireline'])[1 + n % 3],
    case when n % 50 > 0 then (array['North', 'South', 'Gulf Coast', 'Permian', 'Rockies'])[1 + n % 5] end,
    'Division ' || n % 4, 'shop-${WIDE}-' || n, ${places} + 1 + n % 8
  from generate_series(1, ${WIDE_SIZE}) as n;
  insert into mcc.site_snapshots (id, company_id, site_id, name, location_name, business_unit, region, division)
  select id, company_id, id, name, location_name, business_unit, region, division
  from mcc.sites where company_id = ${WIDE};`;

/** Everybody has two sites but the admin and those who see a certain number of them. */
const users = `
  insert into mcc.roles (id, company_id, name)
  select ${places} + n, ${WIDE}, 'Role ' || n from generate_series(1, 8) as n;
  insert into mcc.users (id, company_id, username, email, first_name, last_name, is_company_admin, role_id, last_login)
  select ${places} + n, ${WIDE}, 'wide-' || n, 'wide-' || n || '@example.com',
    (array['Dana', 'Pat', 'Alex', 'Robin', 'Sam', 'Chris', 'Jamie'])[1 + n % 7],
    (array['Whitfield', 'Okafor', 'Ramirez', 'Nguyen', 'Kowalski'])[1 + n % 5] || ' ' || n, n = 1,
    ${places} + 1 + n % 8, case when n % 3 > 0 then now() - n * interval '1 minute' end
  from generate_series(1, ${WIDE_SIZE}) as n;
  insert into mcc.site_users (company_id, user_id, site_id)
  select distinct ${WIDE}, ${places} + n, ${places} + 1 + (n * step) % ${WIDE_SIZE}
  from generate_series(5, ${WIDE_SIZE}) as n cross join unnest(array[1, 7]) as step;
  ${Object.entries(SEES)
    .map(
      ([person, seen]) => `insert into mcc.site_users (company_id, user_id, site_id)
        select ${WIDE}, ${WIDE_USERS[person as keyof typeof SEES]}, ${places} + n * ${(WIDE_SIZE / seen) | 0}
        from generate_series(1, ${seen}) as n;`,
    )
    .join("\n")}`;

const placed = `
  insert into mcc.person_snapshots (id, company_id, user_id, name) values (${wideId(1)}, ${WIDE}, ${wideId(1)}, 'Dana');
  insert into mcc.orders (company_id, id, identifier, site_id, site_snapshot_id, creator_id, ordered_by_id, requested_by_id,
    po_number, status, payment_status, order_date, total, subtotal, line_count, tracking_numbers, line_text)
  select ${WIDE}, ${orders} + i, 'WO-' || i, site, site, ${wideId(1)}, ${wideId(1)}, ${wideId(1)}, 'PO-' || i, 6, 1,
    '2021-07-01T00:00:00Z'::timestamptz + i * interval '25 minutes', 108.25, 100, 1, '{}', 'valve'
  from (select i, ${places} + 1 + (i * 7919) % ${WIDE_SIZE} as site from generate_series(1, ${ORDERS}) as i) as drawn;
  insert into mcc.documents (company_id, id, site_id, order_id, external_id, document_name, document_type,
    order_identifier, po_number, order_date, storage_key, content_type, size, checksum)
  select company_id, id, site_id, id, 'D-' || id, 'Invoice ' || id || '.pdf', 1, identifier, po_number, order_date,
    'bench/' || id, 'application/pdf', 40000, '\\x00'
  from mcc.orders where company_id = ${WIDE};
  insert into mcc.order_state_counts
  select company_id, status, payment_status, count(*), sum(total), sum(subtotal)
  from mcc.orders where company_id = ${WIDE} group by 1, 2, 3;
  insert into mcc.order_site_counts
  select company_id, site_id, status, payment_status, count(*), sum(total), sum(subtotal)
  from mcc.orders where company_id = ${WIDE} group by 1, 2, 3, 4;
  insert into mcc.order_day_counts
  select company_id, (order_date at time zone 'UTC')::date, status, payment_status, count(*), sum(total), sum(subtotal)
  from mcc.orders where company_id = ${WIDE} group by 1, 2, 3, 4;
  insert into mcc.site_day_spend
  select company_id, site_id, (order_date at time zone 'UTC')::date, count(*), sum(total)
  from mcc.orders where company_id = ${WIDE} and mcc.is_spent(status) group by 1, 2, 3;
  insert into mcc.document_counts select company_id, count(*) from mcc.documents where company_id = ${WIDE} group by 1;
  insert into mcc.document_site_counts
  select company_id, site_id, count(*) from mcc.documents where company_id = ${WIDE} group by 1, 2;`;

const ANALYZE =
  "sites site_snapshots users site_users orders documents order_site_counts document_site_counts";

/** The company of 50,000 sites, where the database has none yet: an older one need not be filled again for it. */
export const fillWide = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query("select from mcc.companies where id = $1", [WIDE]);
    if (rowCount !== 0) return;
    // Foreign keys and rollups are off, as for everything else that is filled in.
    await client.query("set session_replication_role = replica");
    await client.query("begin");
    for (const statements of [company, sites, users, placed]) await client.query(statements);
    await client.query("commit");
    for (const table of ANALYZE.split(" ")) await client.query(`vacuum (analyze) mcc.${table}`);
  });
