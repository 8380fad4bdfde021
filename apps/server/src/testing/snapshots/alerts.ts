import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { sql } from "kysely";
import { alertSource, newestAlerts } from "../../features/alerts/alerts.list.ts";
import * as alertQueries from "../../features/alerts/alerts.queries.ts";
import * as ruleQueries from "../../features/alerts/rules/alert-rules.queries.ts";
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
  answer: () => [{ id: 11, site_id: 21, order_id: 51, created }],
});

export const alerts: readonly SnapshotCase[] = [
  { title: "newest first", ...alertPage({}) },
  { title: "newest first, of one user with two sites", ...alertPage({}, false), siteIds: [21, 22] },
  {
    title: "filtered",
    ...alertPage({ site: "rig", order: "A-1", user: "dana", content: "placed", created_after: "2026-03-01" }),
  },
  { title: "entries of the user", ...alertPage({ entries: "own" }) },
  { title: "entries of everyone", ...alertPage({ entries: "everyone" }) },
  {
    title: "one newer than",
    run: (scope) => newestAlerts(scope, 1, 31),
    answer: () => [{ site_id: 21, order_id: 51, created }],
  },
  { title: "unread ones", run: (scope) => alertQueries.countUnread(scope) },
  { title: "whether one is the user's", run: (scope) => alertQueries.findOwnAlert(scope, 31) },
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

export const alertRules: readonly SnapshotCase[] = [
  { title: "of a user", run: (scope) => ruleQueries.rulesOfOwner(scope, 3) },
  { title: "one, locked", run: (scope) => ruleQueries.lockRule(scope, 61) },
  { title: "their user, with preferences", run: (scope) => ruleQueries.lockOwner(scope, 3) },
  {
    title: "sites of their user",
    run: (scope) => ruleQueries.accessibleSites(scope, 3, [21, 22]),
    siteIds: [21],
  },
  { title: "triggers of a user, alike ones as one", run: (scope) => ruleQueries.siteRuleRows(scope, 3) },
  {
    title: "alike triggers, switched",
    run: (scope) =>
      ruleQueries.switchSiteRule(scope, 3, {
        ...{ rule: "WEEKDAY", frequency: "INSTANTLY", value: null, range_value: [6, 7], enabled: false },
      }),
  },
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
