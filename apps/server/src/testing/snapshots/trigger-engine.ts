import * as mails from "../../features/alerts/alert-mails.queries.ts";
import * as digests from "../../features/alerts/digests.queries.ts";
import { addOrderAlerts } from "../../features/alerts/order-alerts.queries.ts";
import * as rules from "../../features/alerts/rules/rule-firing.queries.ts";
import * as access from "../../features/alerts/trigger-access.queries.ts";
import * as firing from "../../features/alerts/trigger-firing.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const PAGE = { after: 0, users: 50, alerts: 20, channel: "email" } as const;

export const triggerEngine: readonly SnapshotCase[] = [
  {
    title: "triggers of users follow their access",
    run: (scope) => access.compareTriggers(scope, { users: IDS }, 1_000),
  },
  {
    title: "triggers at sites follow access",
    run: (scope) => access.compareTriggers(scope, { sites: IDS }, 1_000),
  },
  { title: "users whom a job compares", run: (scope) => access.addReviews(scope, { sites: IDS }) },
  { title: "one writer of alerts at a time", run: firing.lockProgress },
  { title: "alerts about orders", run: (scope) => addOrderAlerts(scope, IDS) },
  { title: "counts, and alerts about them", run: (scope) => firing.addCountAlerts(scope, IDS) },
  {
    title: "counts of alert rules, and alerts about them",
    run: (scope) => rules.addRuleCountAlerts(scope, IDS),
  },
  { title: "companies with digests to write", run: ({ db }) => digests.companiesWithDigests(db) },
  { title: "days and weeks end", run: digests.endWindows },
  { title: "digests", run: (scope) => digests.addDigestAlerts(scope, "DAILY", IDS) },
  { title: "digests of alert rules", run: (scope) => rules.addRuleDigestAlerts(scope, "DAILY", IDS) },
  { title: "alerts to send", run: (scope) => mails.unsentAlerts(scope, { sent: 5, until: 9 }, PAGE) },
  { title: "digests that were not sent", run: (scope) => mails.unsentDigests(scope, "WEEKLY") },
  { title: "digests to send", run: (scope) => mails.digestAlerts(scope, "DAILY", "2026-11-15", PAGE) },
  { title: "digests were sent", run: (scope) => mails.endDigests(scope, "DAILY", "2026-11-16") },
];
