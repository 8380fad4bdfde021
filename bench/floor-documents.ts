import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { LARGE } from "./data-plan.ts";
import type { FloorQuery } from "./floor.ts";

const PAGE = 20;
const CAP = 10_000;
const NEWEST = "order by order_date desc, id desc";
const COUNT = "select documents as count from mcc.document_counts where company_id = $1";

/** `ids` answers the ids of the page in their order. */
const rowsOf = (ids: string): string => `
  with page as materialized (select id, row_number() over () as at from (${ids}) as found)
  select documents.id, document_name, document_class, document_type, order_identifier, po_number, afe_number,
    invoice_number, tracking_number, order_date, created_at, updated_at, site_id, content_type, extension, size,
    (select name from mcc.sites where id = documents.site_id) as site_name
  from page
  cross join lateral (select * from mcc.documents where company_id = $1 and id = page.id limit 1) as documents
  order by page.at`;

const page = (
  ids: string,
  count: string,
  values: readonly unknown[],
  more: Partial<FloorQuery> = {},
): FloorQuery => ({
  rows: { text: rowsOf(ids), values },
  count: { text: count, values: count.includes("$2") ? values : [LARGE] },
  plan: "once",
  ...more,
});

export const newestDocuments = (): FloorQuery =>
  page(`select id from mcc.documents where company_id = $1 ${NEWEST} limit ${PAGE}`, COUNT, [LARGE]);

export const documentsByName = (): FloorQuery =>
  page(
    `select id from mcc.documents where company_id = $1 order by document_name collate tenant.by_name, id limit ${PAGE}`,
    COUNT,
    [LARGE],
  );

/** The first type by name fills the page. */
export const documentsByType = (): FloorQuery => {
  const first = DOCUMENT_TYPES.indexOf(DOCUMENT_TYPES.toSorted()[0] as "Certificate") + 1;
  const ids = `select id from mcc.documents where company_id = $1 and document_type = ${first} order by id limit ${PAGE}`;
  return page(ids, COUNT, [LARGE]);
};

export const lastDocuments = (): FloorQuery =>
  page(
    `select id from mcc.documents where company_id = $1 order by order_date, id
     limit (select 1 + (count - 1) % ${PAGE} from (${COUNT}) as counted)`,
    COUNT,
    [LARGE],
    { reversed: true },
  );

export const documentsNamed = (typed: string): FloorQuery => {
  const where = "company_id = $1 and search_text like $2 and lower(document_name) like $2";
  return page(
    `with matched as materialized (select id, order_date from mcc.documents where ${where})
     select id from matched ${NEWEST} limit ${PAGE}`,
    `select least(count(*), ${CAP}) as count, count(*) > ${CAP} as capped
     from (select from mcc.documents where ${where} limit ${CAP + 1}) as matched`,
    [LARGE, typed],
    { plan: "each time" },
  );
};

/** Site by site, the newest of each, merged. */
export const documentsOfSites = (siteIds: readonly number[]): FloorQuery =>
  page(
    `select found.id from unnest($2::bigint[]) as seen (id) cross join lateral (
       select id, order_date from mcc.documents where company_id = $1 and site_id = seen.id ${NEWEST} limit ${PAGE}) as found
     ${NEWEST} limit ${PAGE}`,
    `select coalesce(sum(documents), 0) as count from mcc.document_site_counts
     where company_id = $1 and site_id = any($2::bigint[])`,
    [LARGE, siteIds],
  );

export const documentsOfOrder = (identifier: string): FloorQuery => {
  const where =
    "company_id = $1 and order_id = (select id from mcc.orders where company_id = $1 and identifier = $2)";
  return page(
    `select id from mcc.documents where ${where} ${NEWEST} limit ${PAGE}`,
    `select count(*) as count from mcc.documents where ${where}`,
    [LARGE, identifier],
  );
};
