import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { GROUP_KEY, type ListQuery, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import {
  allOf,
  between,
  COUNT_CAP,
  type Condition,
  contains,
  siteInGroup,
  sortOf,
} from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";

export interface DocumentRecord {
  id: number;
  document_name: string;
  document_class: number;
  document_type: number;
  order_identifier: string | null;
  po_number: string | null;
  afe_number: string | null;
  invoice_number: string | null;
  tracking_number: string | null;
  order_date: Date;
  created_at: Date;
  updated_at: Date;
  site_id: number;
  site_name: string;
  content_type: string;
  size: number;
}

/** A type is filtered and sorted by its name. */
const typeName: Condition = sql`(array[${sql.join(DOCUMENT_TYPES.map((name) => sql.lit(name)))}])[documents.document_type]`;

const COLUMNS: Readonly<Record<string, Condition>> = {
  document_name: sql`documents.document_name collate "C"`,
  document_type: typeName,
  order_identifier: sql`documents.order_identifier`,
  po_number: sql`documents.po_number`,
  afe_number: sql`documents.afe_number`,
  order_date: sql`documents.order_date`,
};
const SEARCHED: Condition = sql`(document_name || ' ' || coalesce(order_identifier, '') || ' ' || coalesce(po_number, '') || ' '
    || coalesce(afe_number, ''))`;

const visible = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  sql`documents.company_id = ${companyId}`,
  ...(siteIds === "all" ? [] : [sql`documents.site_id = any(${siteIds})`]),
];

const narrow = (scope: CompanyScope, query: Partial<ListQuery>): Condition => {
  const typed = Object.entries(COLUMNS).flatMap(([key, column]) =>
    typeof query[key] === "string" ? [contains(column, query[key])] : [],
  );
  const grouped = Object.entries(query).flatMap(([key, value]) => {
    const group = GROUP_KEY.exec(key);
    return group && typeof value === "string"
      ? [siteInGroup(sql`documents.site_id`, Number(group[1]), value)]
      : [];
  });
  const searched = query.search ? [contains(SEARCHED, query.search)] : [];
  const dated = between(sql`documents.order_date`, query.orderDate_after, query.orderDate_before);
  return allOf([...visible(scope), ...typed, ...searched, ...dated, ...grouped]);
};

export const documentRecords = async (scope: CompanyScope, query: ListQuery): Promise<DocumentRecord[]> => {
  const { column, direction } = sortOf(query);
  const { rows } = await sql<DocumentRecord>`
    select id, document_name, document_class, document_type, order_identifier, po_number, afe_number, invoice_number,
      tracking_number, order_date, created_at, updated_at, site_id, content_type, size,
      (select name from sites where sites.id = documents.site_id) as site_name
    from documents where ${narrow(scope, query)}
    order by ${COLUMNS[column]} ${direction}, documents.id ${direction}
    limit ${query.limit} offset ${query.offset}`.execute(scope.db);
  return rows;
};

export const countDocuments = async (scope: CompanyScope, query: ListQuery): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count
    from (select from documents where ${narrow(scope, query)} limit ${COUNT_CAP + 1}) as matched`.execute(
    scope.db,
  );
  return Number(rows[0]?.count);
};

/** Distinct values of one column, under every filter in force. */
export const documentValues = async (
  scope: CompanyScope,
  { field, ...query }: SuggestQuery,
): Promise<string[]> => {
  const column = COLUMNS[field] as Condition;
  const { rows } = await sql<{ value: string }>`
    select distinct ${column} as value from documents
    where ${narrow(scope, query)} and ${column} is not null order by 1 limit 10`.execute(scope.db);
  return rows.map(({ value }) => value);
};

/** For the holder of a signed link, who need not be signed in. */
export const findFile = async ({ db }: Pick<CompanyScope, "db">, companyId: number, id: number) =>
  db
    .selectFrom("documents")
    .select(["document_name", "storage_key", "content_type"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
