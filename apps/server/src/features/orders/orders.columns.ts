import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { ListQueryOf, SuggestQueryOf } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import {
  columnsOf,
  type FastColumnsOf,
  type FilteredTable,
  type NameColumn,
  nameFilterOf,
  type TextFilter,
} from "../../platform/lists/fast/columns.ts";
import { indexSort, nullableIndexSort } from "../../platform/lists/fast/strategies.ts";
import { MAX_NAMES } from "../../platform/lists/fast/suggest.ts";
import { type IndexedTexts, typedText } from "../../platform/lists/fast/typed-text.ts";
import { allConditions, type Condition, contains, isAmong } from "../../platform/lists/list.ts";
import { isNamed } from "../../platform/lists/name-filter.ts";
import type { DecidedFilters } from "../approval-steps/decided-orders.conditions.ts";

type OrderColumns = typeof orderList.columns & typeof pendingList.columns;
/** Filters that are not columns: by exact names of sites, by decisions, and of pending orders by whose approval they need. */
interface OtherFilters extends DecidedFilters {
  readonly site_name?: readonly string[] | undefined;
  readonly site_region?: readonly string[] | undefined;
  readonly site_business_unit?: readonly string[] | undefined;
  readonly requires_my_approval?: boolean | undefined;
  readonly waiting_for_answer?: boolean | undefined;
  readonly overdue?: boolean | undefined;
  readonly unassigned?: boolean | undefined;
  /** The query that finds these orders, by id. */
  readonly onlyOrders?: readonly Condition[] | undefined;
  /** The orders that a deputy sees among the pending ones, in place of the condition of the sites. */
  readonly within?: Condition | undefined;
  /** The orders that were looked up already and that the user may decide about, whatever their own rules say. */
  readonly decidable?: ReadonlySet<number> | undefined;
}
export type OrderQuery = ListQueryOf<OrderColumns> & OtherFilters;
export type OrderFilterValues = Partial<OrderQuery>;
export type OrderSuggestQuery = SuggestQueryOf<OrderColumns> & OtherFilters;

const { ownText, option, nullableOption, moment, amount, number } = columnsOf("orders");

/** A name of the site, as it was when the order was placed. */
const lookedUpSite = (label: string): NameColumn => {
  const reference = sql`orders.site_snapshot_id`;
  return {
    sort: {
      kind: "lookup",
      names: sql`select id, ${sql.ref(label)} as label from site_snapshots`,
      hasNulls: false,
      reference,
    },
    filterNames: (values) =>
      nameFilterOf(
        {
          names: sql`select id, site_id from site_snapshots where ${isNamed(sql.ref(label), values)}`,
          reference,
          belongs: sql`orders.site_id = named.site_id and orders.site_snapshot_id = named.id`,
        },
        values,
      ),
  };
};

const lookedUpPerson = (column: string): NameColumn => {
  const reference = sql.ref(`orders.${column}`);
  return {
    sort: {
      kind: "lookup",
      names: sql`select id, name as label from person_snapshots`,
      hasNulls: true,
      reference: sql`coalesce(${reference}, 0)`,
    },
    filterNames: (values) =>
      nameFilterOf(
        {
          names: sql`select id from person_snapshots where ${isNamed(sql`name`, values)}`,
          reference,
          belongs: sql`${reference} = named.id`,
        },
        values,
      ),
  };
};

/** Those who have approved, by name or username; sorted by the first one, in the pending list alone, which is short. */
const approvers: NameColumn = {
  sort: nullableIndexSort(
    naturalSort(sql`(select given.name from order_approvals given
    where given.company_id = orders.company_id and given.order_id = orders.id
    order by given.approved_at, given.user_id limit 1)`),
  ),
  filterNames: (values) => ({
    condition: sql`exists (select from order_approvals given
  where given.company_id = orders.company_id and given.order_id = orders.id
    and (${isNamed(sql`given.name`, values)} or ${isNamed(sql`given.username`, values)}))`,
  }),
  suggestNames: (conditions, values) => sql<{ value: string }>`
  select distinct ${naturalSort(sql`given.name`)} as value from orders
  join order_approvals given on given.company_id = orders.company_id and given.order_id = orders.id
  where ${allConditions(conditions)} and ${isNamed(sql`given.name`, values)}
  order by 1 limit ${MAX_NAMES}`,
};

/** The SQL of every column of the lists of orders: sorting, filters, suggestions and counts read it from here. */
export const orderColumnSql = {
  site: lookedUpSite("name"),
  location_name: lookedUpSite("location_name"),
  business_unit: lookedUpSite("business_unit"),
  region: lookedUpSite("region"),
  ordered_by: lookedUpPerson("ordered_by_id"),
  requested_by: lookedUpPerson("requested_by_id"),
  identifier: ownText("identifier", indexSort(sql`orders.identifier`)),
  po_number: ownText("po_number"),
  afe_number: ownText("afe_number"),
  status: option(ORDER_STATUSES, "status"),
  payment_status: nullableOption(PAYMENT_STATUSES, "payment_status"),
  // The rollups of days are by this one, too.
  orderDate: moment("order_date"),
  lines: number("line_count"),
  total: amount("total"),
  approved_by: approvers,
} satisfies FastColumnsOf<OrderColumns>;

const TEXTS: IndexedTexts = {
  texts: [sql`orders.search_text`, sql`orders.line_text`],
  joined: sql`(orders.search_text || orders.line_text)`,
};

const search = (typed: string): TextFilter => {
  const { condition: inTexts, check: inTextsOfRow, shape, hasTrigrams } = typedText(TEXTS, typed);
  // A prepared plan would use the trigram index of names for two letters, too, and read the names of all companies.
  const isNamed = hasTrigrams
    ? contains(sql`name`, typed)
    : sql`strpos(lower(name), ${typed.toLowerCase()}) > 0`;
  const people = sql`select id from person_snapshots where ${isNamed}`;
  const sites = sql`select id from site_snapshots where ${isNamed}`;
  const matching = (sites: Condition, people: Condition) => ({
    condition: sql`(${inTexts}
    or orders.site_snapshot_id = any(array(${sites}))
    or orders.ordered_by_id = any(array(${people})) or orders.requested_by_id = any(array(${people})))`,
    check: sql`(${inTextsOfRow}
    or ${isAmong(sql`orders.site_snapshot_id`, sites)}
    or ${isAmong(sql`orders.ordered_by_id`, people)} or ${isAmong(sql`orders.requested_by_id`, people)})`,
  });
  const withNames = {
    names: sql`named_sites as materialized (${sites}), named_people as materialized (${people})`,
    ...matching(sql`select id from named_sites`, sql`select id from named_people`),
  };
  return { ...matching(sites, people), withNames, needsRowScan: true, shape };
};

export const orderTable: FilteredTable = {
  table: "orders",
  declared: { ...orderList.columns, ...pendingList.columns },
  columns: orderColumnSql,
  search,
};
