import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { sql } from "kysely";
import { alertSource, newestAlerts } from "../../features/alerts/alerts.list.ts";
import * as alertQueries from "../../features/alerts/alerts.queries.ts";
import { lockTrigger, triggerSource } from "../../features/alerts/triggers.list.ts";
import * as triggerQueries from "../../features/alerts/triggers.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { announcedAlerts, missedAlerts } from "../../platform/live/new-alerts.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };
const created = new Date("2026-03-31T06:00:00Z");

const alertPage = (query: Parameters<typeof alertList.page.query.parse>[0], isAdmin = true) => ({
  run: (scope: CompanyScope) =>
    alertSource.page(
      { ...scope, who: { ...scope.who, is_company_admin: isAdmin } },
      alertList.page.query.parse(query),
      REQUEST,
    ),
  answer: () => [{ id: 11, site_id: 21, created }],
});

export const alerts: readonly SnapshotCase[] = [
  { title: "newest first", ...alertPage({}) },
  { title: "newest first, of one user with two sites", ...alertPage({}, false), siteIds: [21, 22] },
  {
    title: "filtered",
    ...alertPage({ site: "rig", order: "A-1", user: "dana", content: "placed", created_after: "2026-03-01" }),
  },
  {
    title: "one newer than",
    run: (scope) => newestAlerts(scope, 1, 31),
    answer: () => [{ site_id: 21, created }],
  },
  { title: "unread ones", run: (scope) => alertQueries.countUnread(scope) },
  { title: "whether one is the user's", run: (scope) => alertQueries.hasOwnAlert(scope, 31) },
  { title: "announced, for open pages", run: ({ db }) => announcedAlerts(7, [31, 32], [2, 3]).execute(db) },
  {
    title: "missed by open pages",
    run: ({ db }) =>
      missedAlerts([
        { companyId: 7, userId: 2, after: 31 },
        { companyId: 7, userId: 3, after: 0 },
      ]).execute(db),
  },
  { title: "read up to one", run: (scope) => alertQueries.markRead(scope, sql`alerts.id <= ${31}`) },
];

export const triggers: readonly SnapshotCase[] = [
  {
    title: "by site",
    run: (scope) => triggerSource.page(scope, triggerList.page.query.parse({}), REQUEST),
  },
  { title: "one, locked", run: (scope) => lockTrigger(scope, 41) },
  {
    title: "all filtered ones",
    run: async (scope) =>
      triggerQueries.switchTriggers(
        scope,
        await triggerSource.matchingIds(scope, { rule: ["COUNT"], site: "rig" }, REQUEST),
        false,
      ),
  },
];
