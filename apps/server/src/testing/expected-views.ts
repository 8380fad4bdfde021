import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { pendingCount, pendingList, pendingSum } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { home } from "@mcc/contract/home/home.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { siteCount } from "@mcc/contract/sites/site-records.api.ts";
import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import type { RandomCompany } from "./random-company.ts";
import { sitesSeenBy } from "./scope-model.ts";

export type User = RandomCompany["users"][number];

/** With so many of everything that one page of a list holds all rows of its kind. */
export const PAGE = { limit: "1000" };

const sumOf = (totals: readonly string[]): string => {
  const cents = totals.reduce((sum, total) => sum + Math.round(Number(total) * 100), 0);
  return (cents / 100).toFixed(2);
};
export const sorted = (texts: readonly string[]): string[] => [...texts].sort();

/** All that a user should see: everything is visible through its site. */
export const viewOf = (of: RandomCompany, user: User) => {
  const seen = sitesSeenBy(of, user);
  const sites = of.sites.filter(({ id }) => seen.has(id));
  const atSeen = <Row extends { site: number }>(rows: readonly Row[]) =>
    rows.filter(({ site }) => seen.has(site));
  const mine = <Row extends { user: number }>(rows: readonly Row[]) =>
    rows.filter((row) => user.admin || row.user === user.id);
  const orders = atSeen(of.orders);
  const pending = orders.filter((order) => order.pending);
  return {
    user,
    seen,
    sites: sorted(sites.map(({ name }) => name)),
    orders: sorted(orders.map(({ identifier }) => identifier)),
    total: sumOf(orders.map(({ total }) => total)),
    spent: orders.filter((order) => !order.pending),
    pending: sorted(pending.map(({ identifier }) => identifier)),
    pendingTotal: sumOf(pending.map(({ total }) => total)),
    documents: sorted(atSeen(of.documents).map(({ name }) => name)),
    alerts: sorted(atSeen(mine(of.alerts)).map(({ content }) => content)),
    ownAlerts: sorted(
      atSeen(of.alerts)
        .filter((alert) => alert.user === user.id)
        .map(({ content }) => content),
    ),
    triggers: sorted(atSeen(mine(of.triggers)).map(({ id }) => String(id))),
    /** Sites with an order, as the site filter of orders suggests them. */
    orderedAt: sorted(
      sites.filter(({ id }) => orders.some(({ site }) => site === id)).map(({ name }) => name),
    ),
  };
};
export type View = ReturnType<typeof viewOf>;

/** Who may approve an order, by its site: holders of the role who see it; if there are none, company admins. */
export const approversIn = (of: RandomCompany) => {
  const holders = of.users
    .filter(({ role }) => role === of.approver)
    .map((user) => ({ user, seen: sitesSeenBy(of, user) }));
  const admins = of.users.filter(({ admin }) => admin);
  return (site: number): User[] => {
    const entitled = holders.filter(({ seen }) => seen.has(site)).map(({ user }) => user);
    return entitled.length > 0 ? entitled : admins;
  };
};

interface Page<Row> {
  readonly count: number;
  readonly results: readonly Row[];
}
/** One way to see something: what is asked, what of the answer counts, and what it should be. */
export interface Way {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly query?: Record<string, string>;
  readonly answer: (body: never) => unknown;
  readonly expected: (view: View) => unknown;
}
const way = <Body>(
  name: string,
  endpoint: Endpoint,
  query: Record<string, string>,
  answer: (body: Body) => unknown,
  expected: (view: View) => unknown,
): Way => ({ name, endpoint, query, answer, expected });

/** The rows of a list, and its count. */
const listed = (
  name: string,
  endpoint: Endpoint,
  textOf: (row: never) => string,
  expected: (view: View) => string[],
  query: Record<string, string> = PAGE,
) =>
  way<Page<never>>(
    name,
    endpoint,
    query,
    ({ count, results }) => [count, ...sorted(results.map(textOf))],
    (view) => [expected(view).length, ...expected(view)],
  );

export const rows = {
  sites: (row: { name: string }) => row.name,
  orders: (row: { identifier: string }) => row.identifier,
  documents: (row: { document_name: string }) => row.document_name,
  alerts: (row: { content: string }) => row.content,
  triggers: (row: { id: number }) => String(row.id),
};
/** Sites with their ids and names only: what else a row says takes long for a thousand of them. */
export const SITES = listed("sites", allSites, rows.sites, ({ sites }) => sites, {
  ...PAGE,
  liteVersion: "true",
});
export const ORDERS = listed("orders", orderList.page, rows.orders, ({ orders }) => orders);
export const LISTS = [
  SITES,
  ORDERS,
  listed("pending orders", pendingList.page, rows.orders, ({ pending }) => pending),
  listed("documents", documentList.page, rows.documents, ({ documents }) => documents),
  listed("alerts", alertList.page, rows.alerts, ({ alerts }) => alerts),
  listed("triggers", triggerList.page, rows.triggers, ({ triggers }) => triggers),
];
export const COUNTS = [
  way<{ count: number }>(
    "site count",
    siteCount,
    {},
    ({ count }) => count,
    ({ sites }) => sites.length,
  ),
  way<{ sum: string }>(
    "order sum",
    orderSum,
    {},
    ({ sum }) => sum,
    ({ total }) => total,
  ),
  way<{ count: number }>(
    "pending count",
    pendingCount,
    {},
    ({ count }) => count,
    ({ pending }) => pending.length,
  ),
  way<{ sum: string }>(
    "pending sum",
    pendingSum,
    {},
    ({ sum }) => sum,
    ({ pendingTotal }) => pendingTotal,
  ),
  way<{ count: number }>(
    "unread alerts",
    unreadAlerts,
    {},
    ({ count }) => count,
    ({ ownAlerts }) => ownAlerts.length,
  ),
  way<{ spend: { orders: number; total: string } }>(
    "spend",
    home,
    {},
    ({ spend: { orders, total } }) => [orders, total],
    ({ spent }) => [spent.length, sumOf(spent.map(({ total }) => total))],
  ),
];

type Suggested = { results: string[] };
/** Those that contain the typed text, the first ten by name. */
const firstOf = (names: readonly string[], typed: string, most = 10) =>
  names.filter((name) => name.includes(typed)).slice(0, most);
export const SUGGESTIONS = [
  way<Suggested>(
    "suggested sites",
    siteList.suggest,
    { field: "name", name: "K01" },
    ({ results }) => results,
    ({ sites }) => firstOf(sites, "K01"),
  ),
  way<Suggested>(
    "suggested sites of orders",
    orderList.suggest,
    { field: "site", site: "K02" },
    ({ results }) => results,
    ({ orderedAt }) => firstOf(orderedAt, "K02", 50),
  ),
  way<Suggested>(
    "suggested documents",
    documentList.suggest,
    { field: "document_name", document_name: "K03" },
    ({ results }) => results,
    ({ documents }) => firstOf(documents, "K03"),
  ),
  way<Suggested>(
    "suggested alerts",
    alertList.suggest,
    { field: "content", content: "Alert 1" },
    (body) => new Set(body.results),
    ({ alerts }) => new Set(alerts.filter((content) => content.includes("Alert 1")).slice(0, 10)),
  ),
];

const ALL = { limit: String(ALL_ROWS) };
const siteNames = (view: View) => view.sites;
/** The lists without pages, as exports and selectors read them. */
export const EXPORTS: readonly Way[] = [
  ...LISTS.map((list) => ({ ...list, name: `export of ${list.name}`, query: ALL })),
  listed("sites of a selector", allSites, rows.sites, siteNames, { ...ALL, liteVersion: "true" }),
  listed("sites with their users", allSites, rows.sites, siteNames, { ...ALL, untrimmed: "true" }),
];
