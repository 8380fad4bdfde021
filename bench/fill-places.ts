import type pg from "pg";
import {
  APPROVER,
  AT_ROOT,
  HIERARCHY,
  INGEST,
  LARGE,
  MANAGER_ROLE,
  PEOPLE,
  REGULAR,
  REGULAR_SITES,
  SITES,
  sizeOf,
  slugOf,
} from "./data-plan.ts";

const oneOf = (words: readonly string[], index: string): string =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + (${index}) % ${words.length}]`;

const REGIONS = "North,South,East,West,Gulf Coast,Permian,Rockies,Bakken,Midcon,Offshore".split(",");
const UNITS = ["Drilling", "Completions", "Production", "Midstream", "Wireline", "Rentals"];
const KINDS = ["Rig", "Plant", "Yard", "Depot", "Pad", "Station"];
const FIRST =
  "Dana,Pat,Alex,Robin,Sam,Chris,Jamie,Morgan,Taylor,Jordan,Casey,Drew,Lee,Quinn,Avery,Blake,Cameron,Devon,Ellis,Finley";
const LAST =
  "Whitfield,Okafor,Ramirez,Nguyen,Kowalski,Haddad,Lindqvist,Moreau,Tanaka,Abernathy,Boone,Castillo,Dufresne,Eriksen,Fontaine,Galloway,Hargrove,Ivanov,Jefferson,Kessler";

const companies = `
  insert into mcc.companies (id, name, slug_name, short_name, label)
  select n, 'Company ' || lpad(n::text, 3, '0'), '${slugOf(0).slice(0, -1)}' || n, 'C' || n, 'C' || n
  from generate_series(1, ${INGEST}) as n;
  insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
    has_order_approval, has_order_tracking, has_company_hierarchy, has_location_name_required)
  select id, 'T', 'E', 'c' || id, id = ${LARGE}, true, case when id = ${HIERARCHY} then true end, id = ${LARGE}
  from mcc.companies;`;

/** A root, 5 divisions, 20 areas: the sites hang below the areas. */
const hierarchy = `
  insert into mcc.organization_groups (id, company_id, name)
  values (1, ${HIERARCHY}, 'Corporate'), (2, ${HIERARCHY}, 'Division'), (3, ${HIERARCHY}, 'Area');
  insert into mcc.organization_nodes (id, company_id, parent_id, group_id, name)
  values (1, ${HIERARCHY}, null, 1, 'Headquarters');
  insert into mcc.organization_nodes (id, company_id, parent_id, group_id, name)
  select 10 + n, ${HIERARCHY}, 1, 2, 'Division ' || n from generate_series(1, 5) as n;
  insert into mcc.organization_nodes (id, company_id, parent_id, group_id, name)
  select 100 + n, ${HIERARCHY}, 11 + n % 5, 3, 'Area ' || n from generate_series(1, 20) as n;`;

const sites = `
  insert into mcc.sites (id, company_id, name, location_name, business_unit, region, division, ecommerce_username, node_id)
  select c.id * 1000 + n, c.id, ${oneOf(KINDS, "n")} || ' ' || lpad(n::text, 4, '0'),
    case when n % 5 > 0 then 'Location ' || chr(65 + n % 26) || '-' || n end,
    ${oneOf(UNITS, "n / 3")}, case when n % 50 > 0 then ${oneOf(REGIONS, "n / 7")} end, 'Division ' || n % 4,
    'shop-' || c.id || '-' || n, case when c.id = ${HIERARCHY} then 101 + n % 20 end
  from mcc.companies c cross join lateral generate_series(1, ${sizeOf(SITES, "c.id")}) as n;
  insert into mcc.site_snapshots (id, company_id, site_id, name, location_name, business_unit, region, division)
  select company_id * 10000 + id - company_id * 1000, company_id, id, name, location_name, business_unit, region, division
  from mcc.sites;
  -- one site in twenty was called otherwise in the first half of the years
  insert into mcc.site_snapshots (id, company_id, site_id, name, location_name, business_unit, region, division)
  select company_id * 10000 + 5000 + id - company_id * 1000, company_id, id, 'Old ' || name, location_name,
    business_unit, region, division
  from mcc.sites where (id - company_id * 1000) % 20 = 0;`;

const people = `
  insert into mcc.users (id, company_id, username, email, first_name, last_name, is_company_admin, node_id)
  select c.id * 1000 + n, c.id, 'user-' || c.id || '-' || n, 'user-' || c.id || '-' || n || '@example.com',
    ${oneOf(FIRST.split(","), "n")}, ${oneOf(LAST.split(","), "n / 20")}, n = 1,
    case when c.id * 1000 + n = ${AT_ROOT} then 1 end
  from mcc.companies c cross join lateral generate_series(1, ${sizeOf(PEOPLE, "c.id")}) as n;
  insert into mcc.person_snapshots (id, company_id, user_id, name)
  select id, company_id, id, first_name || ' ' || last_name from mcc.users;
  insert into mcc.site_users (company_id, site_id, user_id)
  select ${LARGE}, unnest(array[${REGULAR_SITES}]), ${REGULAR};
  insert into mcc.roles (id, company_id, name) values (${MANAGER_ROLE}, ${LARGE}, 'Manager');
  insert into mcc.approval_rules (company_id, role_id, limit_amount) values (${LARGE}, ${MANAGER_ROLE}, 0);
  update mcc.users set role_id = ${MANAGER_ROLE} where id = ${APPROVER};
  insert into mcc.site_users (company_id, site_id, user_id)
  select ${LARGE}, id, ${APPROVER} from mcc.sites where company_id = ${LARGE};`;

/** Everything small: companies, sites and people with the names orders were placed under. */
export const fillPlaces = async (client: pg.Client): Promise<void> => {
  for (const statements of [companies, hierarchy, sites, people]) await client.query(statements);
};

const NUMBERED =
  "companies,organization_groups,organization_nodes,sites,site_snapshots,users,person_snapshots,roles";

/** The ids above were computed, so the sequences have to be set. */
export const moveSequences = async (client: pg.Client): Promise<void> => {
  for (const table of NUMBERED.split(",")) {
    await client.query(
      `select setval(pg_get_serial_sequence('mcc.${table}', 'id'), (select max(id) from mcc.${table}))`,
    );
  }
  await client.query("select setval('mcc.order_ids', (select max(id) from mcc.orders))");
  await client.query("select setval('mcc.document_ids', (select max(id) from mcc.documents))");
};
