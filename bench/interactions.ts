import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { Facts } from "./data-facts.ts";
import { HIERARCHY, LARGE, ONE_YEAR, REGULAR_SITES, SEES, TWO_WEEKS } from "./data-plan.ts";
import type { FloorQuery } from "./floor.ts";
import * as floorOf from "./floor-documents.ts";
import * as floor from "./floor-lists.ts";
import { GROUPS, linesByIdentifier, orderByIdentifier } from "./floor-rows.ts";
import {
  likePattern,
  NAME_IN_USE,
  pairPattern,
  searched,
  searchedPair,
  suggestedNames,
  suggestedPo,
} from "./floor-texts.ts";
import { FOR_ADMIN, FOR_APPROVER, WAITING_FOR_APPROVER } from "./floor-user-approval.ts";
import * as wide from "./floor-wide.ts";

export type Person = "admin" | "approver" | "regular" | "root" | "wide" | keyof typeof SEES;

/** One user action: its request, and the best SQL for it. */
export interface Interaction {
  readonly name: string;
  readonly as: Person;
  readonly path: string;
  readonly floor: FloorQuery;
  /** What is compared between the contenders. */
  readonly compares: "page" | "values" | "order" | "count" | "sum";
}

type QueryParams = Readonly<Record<string, string | number | readonly string[]>>;

/** A parameter with several values is repeated. */
const queryOf = (params: QueryParams): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, String(one)]),
    ),
  ).toString();

const page = (name: string, params: QueryParams, query: FloorQuery, as: Person = "admin"): Interaction => ({
  name,
  as,
  path: `/api/orders/?${queryOf(params)}`,
  floor: query,
  compares: "page",
});

const documents = (
  name: string,
  params: QueryParams,
  query: FloorQuery,
  as: Person = "admin",
  of = "",
): Interaction => ({
  ...page(`documents ${name}`, params, query, as),
  path: `/api/documents/${of}?${queryOf(params)}`,
});

const suggest = (field: string, typed: string, query: FloorQuery): Interaction => ({
  name: `suggest ${field}`,
  as: "admin",
  path: `/api/orders/suggestions/?${new URLSearchParams({ field, [field]: typed })}`,
  floor: query,
  compares: "values",
});

const count = (name: string, of: string, query: FloorQuery): Interaction => ({
  name: `count ${name}`,
  as: "approver",
  path: `/api/orders/pending/${of}count/`,
  floor: query,
  compares: "count",
});

const sum = (name: string, params: QueryParams, query: FloorQuery): Interaction => ({
  name: `sum ${name}`,
  as: "admin",
  path: `/api/orders/sum/?${queryOf(params)}`,
  floor: query,
  compares: "sum",
});

const codes = (names: readonly string[]) => names.map((name, at) => [at + 1, name] as const);
const SITE = "site_snapshot_id";
const OF_SITE = "select id, site_id from mcc.site_snapshots where company_id = $1 and lower(name) like $2";
const OF_PERSON = "select id from mcc.person_snapshots where company_id = $1 and lower(name) like $2";
const IN_REGION = `${SITE} = any(array(select id from mcc.site_snapshots where company_id = $1 and lower(region) like $2))`;

const sorts = (): Interaction[] => [
  ...["site", "location_name", "business_unit", "region"].map((column) =>
    page(
      `sort ${column}`,
      { ordering: column },
      floor.sortedByLookup(floor.siteNames(column === "site" ? "name" : column), SITE),
    ),
  ),
  ...["ordered_by", "requested_by"].map((column) =>
    page(
      `sort ${column}`,
      { ordering: column },
      floor.sortedByLookup(floor.PERSON_NAMES, `coalesce(${column}_id, 0)`),
    ),
  ),
  page("sort identifier", { ordering: "identifier" }, floor.sortedBy("identifier")),
  page("sort po_number", { ordering: "po_number" }, floor.sortedBy(`po_number collate "C"`)),
  page("sort afe_number", { ordering: "afe_number" }, floor.sortedBy(`afe_number collate "C"`)),
  page(
    "sort status",
    { ordering: "status" },
    floor.sortedByLookup(floor.optionNames(codes(ORDER_STATUSES)), "status"),
  ),
  page(
    "sort payment_status",
    { ordering: "payment_status" },
    floor.sortedByLookup(
      floor.optionNames([...codes(PAYMENT_STATUSES), [0, null]]),
      "coalesce(payment_status, 0)",
    ),
  ),
  page("sort lines", { ordering: "lines" }, floor.sortedBy("line_count")),
  page("sort total", { ordering: "total" }, floor.sortedBy("total")),
];

const filters = ({ site, region, person, identifier, po }: Facts): Interaction[] => [
  page(
    "filter site",
    { site },
    floor.ofNames(OF_SITE, `site_id = named.site_id and ${SITE} = named.id`, SITE, likePattern(site)),
  ),
  page("filter region", { region }, floor.dense(IN_REGION, [likePattern(region)])),
  page(
    "filter requested_by",
    { requested_by: person },
    floor.ofNames(OF_PERSON, "requested_by_id = named.id", "requested_by_id", likePattern(person)),
  ),
  page(
    "filter identifier",
    { identifier },
    floor.rare("search_text like $2 and lower(identifier) like $2", [likePattern(identifier)]),
  ),
  page(
    "filter po_number",
    { po_number: po },
    floor.rare("search_text like $2 and lower(po_number) like $2", [likePattern(po)]),
  ),
  page("filter status common", { status: "Delivered" }, floor.byState("status = $2", 6)),
  page(
    "filter status rare",
    { status: "Pending Approval" },
    floor.dense("status = $2", [2], { more: FOR_ADMIN }),
  ),
  page(
    "filter payment_status",
    { payment_status: "Partially Paid" },
    floor.byState("payment_status = $2", 3),
  ),
  page(
    "filter status, payment, year",
    {
      status: "Delivered",
      payment_status: "Not Paid",
      orderDate_after: ONE_YEAR.after,
      orderDate_before: ONE_YEAR.before,
    },
    floor.ofYear(6, 2, ONE_YEAR.after, ONE_YEAR.before),
  ),
  page(
    "filter days of a time zone",
    { orderDate_after: TWO_WEEKS.after, orderDate_before: TWO_WEEKS.before },
    floor.dense("order_date between $2::timestamptz and $3::timestamptz", [
      TWO_WEEKS.after,
      TWO_WEEKS.before,
    ]),
  ),
  page(
    "filter several statuses",
    { status: ["Shipped", "Delivered", "Rejected"] },
    floor.ofStatuses([4, 6, 8]),
  ),
  page(
    "filter several rare statuses",
    { status: ["Pending Approval", "Rejected"] },
    floor.ofStatuses([2, 8], FOR_ADMIN),
  ),
  page(
    "filter total",
    { total_min: "100", total_max: "200" },
    floor.dense("total between $2::numeric and $3::numeric", ["100", "200"]),
  ),
  page(
    "filter total, sort total",
    { total_min: "100", total_max: "200", ordering: "total" },
    floor.sortedWithin("total", "total between $2::numeric and $3::numeric", ["100", "200"]),
  ),
  sum("of everything", {}, floor.summedUp()),
  sum(
    "of several statuses",
    { status: ["Shipped", "Delivered"] },
    floor.summedUp("status = any($2)", [[4, 6]]),
  ),
  sum(
    "of days of a time zone",
    { orderDate_after: TWO_WEEKS.after, orderDate_before: TWO_WEEKS.before },
    floor.summed("order_date between $2::timestamptz and $3::timestamptz", [
      TWO_WEEKS.after,
      TWO_WEEKS.before,
    ]),
  ),
  sum("of a region", { region }, floor.summed(IN_REGION, [likePattern(region)])),
  page(
    "sort total, filter rare",
    { ordering: "total", status: "Pending Approval" },
    { ...floor.rare("status = $2", [2], { order: "order by total, id", more: FOR_ADMIN }), plan: "once" },
  ),
];

const BROAD = "po-1";
const RARE_PAIR = "xy";
const commonSearch = (name: string, typed: string): Interaction =>
  page(`search ${name}`, { search: typed }, floor.common(searched, [likePattern(typed)]));
const searches = ({ tracking, part }: Facts): Interaction[] => [
  page(
    "search rare",
    { search: tracking },
    { ...floor.rare(searched, [likePattern(tracking)]), plan: "once" },
  ),
  commonSearch("broad", BROAD),
  commonSearch("two letters", "va"),
  page(
    "search two letters, rare",
    { search: RARE_PAIR },
    { ...floor.rare(searchedPair, [likePattern(RARE_PAIR), pairPattern(RARE_PAIR)]), plan: "once" },
  ),
  commonSearch("part", "ball valve"),
  page("search part, rare", { search: part }, { ...floor.rare(searched, [likePattern(part)]), plan: "once" }),
  suggest("site", "rig 04", suggestedNames("site_snapshots", NAME_IN_USE.site, likePattern("rig 04"))),
  suggest(
    "requested_by",
    "whit",
    suggestedNames("person_snapshots", NAME_IN_USE.requestedBy, likePattern("whit")),
  ),
  suggest("po_number", "po-44", suggestedPo(likePattern("po-44"))),
];

const repository = ({ orders, withLines }: Facts): Interaction[] => [
  documents("list", {}, floorOf.newestDocuments()),
  documents("sort document_name", { ordering: "document_name" }, floorOf.documentsByName()),
  documents("sort document_type", { ordering: "document_type" }, floorOf.documentsByType()),
  documents(
    "filter document_name",
    { document_name: "e 9123" },
    floorOf.documentsNamed(likePattern("e 9123")),
  ),
  documents("last page", { offset: Math.floor((orders - 1) / 20) * 20 }, floorOf.lastDocuments()),
  documents("regular user, 5 sites", {}, floorOf.documentsOfSites(REGULAR_SITES), "regular"),
  documents("of an order", {}, floorOf.documentsOfOrder(withLines), "admin", `order/${withLines}/`),
];

const sites = (name: string, params: QueryParams, query: FloorQuery, as: Person = "wide"): Interaction => ({
  ...page(`sites ${name}`, params, query, as),
  path: `/api/v2/sites/?${queryOf(params)}`,
});

const users = (name: string, params: QueryParams, query: FloorQuery): Interaction => ({
  ...page(`users ${name}`, params, query, "wide"),
  path: `/api/accounts/users/?${queryOf(params)}`,
});

/** Lists of 50,000 sites and 50,000 users, and users who see 3, 1,000 and 10,000 of them. */
const wideCompany = (): Interaction[] => [
  sites("list", {}, wide.sites()),
  sites("last page", { offset: 49_980 }, wide.sites({ offset: 49_980 })),
  sites(
    "search",
    { search: "rig 4512" },
    wide.sites({ where: wide.searched, typed: likePattern("rig 4512") }),
  ),
  sites(
    "filter region",
    { region: "gulf" },
    wide.sites({ where: wide.inRegion, typed: likePattern("gulf") }),
  ),
  sites("sort region", { ordering: "region" }, wide.sites({ order: "region" })),
  sites("sort users", { ordering: "user" }, wide.sites({ order: "user" })),
  users("list", {}, wide.users()),
  users("last page", { offset: 49_980 }, wide.users({ offset: 49_980 })),
  users(
    "search",
    { search: "okafor 451" },
    wide.users({ where: wide.usersSearched, typed: likePattern("okafor 451") }),
  ),
  users("sort username", { ordering: "username" }, wide.users({ order: "username" })),
  users("sort last login", { ordering: "lastLogin" }, wide.users({ order: "lastLogin" })),
  users("sort sites", { ordering: "site" }, wide.users({ order: "site" })),
  ...(Object.keys(SEES) as (keyof typeof SEES)[]).flatMap((person) => [
    page(`of ${SEES[person]} sites`, {}, wide.ordersOf(person), person),
    documents(`of ${SEES[person]} sites`, {}, wide.documentsOf(person), person),
    sites(`of ${SEES[person]} sites`, {}, wide.sites({ person }), person),
  ]),
];

export const interactionsOf = (facts: Facts): Interaction[] => {
  const deep = Math.floor((facts.orders * 0.8) / 20) * 20;
  const last = Math.floor((facts.orders - 1) / 20) * 20;
  return [
    page("first page", {}, floor.newest()),
    ...sorts(),
    ...filters(facts),
    ...searches(facts),
    page("deep page", { offset: deep }, floor.atOffset(deep)),
    page("last page", { offset: last }, floor.lastPage()),
    page("regular user, 5 sites", {}, floor.ofSites(REGULAR_SITES), "regular"),
    page(
      "regular user, 5 sites, sort total",
      { ordering: "total" },
      floor.ofSitesByTotal(REGULAR_SITES),
      "regular",
    ),
    {
      ...page("pending list", {}, floor.dense("status = $2", [2], { more: FOR_APPROVER }), "approver"),
      path: "/api/orders/pending/",
    },
    count("what waits", "", floor.countedByStatus(2)),
    count("what waits for the approver", "requires-approval/", floor.counted(WAITING_FOR_APPROVER)),
    page("hierarchy user on the root", {}, floor.newest(HIERARCHY, GROUPS), "root"),
    {
      name: "order details",
      as: "admin",
      path: `/api/orders/${facts.withLines}/`,
      floor: {
        rows: { text: orderByIdentifier, values: [LARGE, facts.withLines] },
        lines: { text: linesByIdentifier, values: [LARGE, facts.withLines] },
        plan: "once",
      },
      compares: "order",
    },
    ...repository(facts),
    ...wideCompany(),
  ];
};
