import * as mails from "../../features/alerts/alert-mails.queries.ts";
import * as digests from "../../features/alerts/digests.queries.ts";
import * as access from "../../features/alerts/trigger-access.queries.ts";
import * as firing from "../../features/alerts/trigger-firing.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const PAGE = { after: 0, users: 50, alerts: 20 };

export const triggerEngine: readonly SnapshotCase[] = [
  { title: "one comparison with access at a time", run: access.lockComparison },
  {
    title: "triggers of users follow their access",
    run: (scope) => access.compareTriggers(scope, { users: IDS }, 1_000),
  },
  {
    title: "triggers at sites follow access",
    run: (scope) => access.compareTriggers(scope, { sites: IDS }, 1_000),
  },
  { title: "users whom a job compares", run: (scope) => access.addReviews(scope, { sites: IDS }) },
  { title: "all users of a company are compared", run: access.addReviewsOfCompany },
  { title: "the next user to compare", run: access.findReview },
  { title: "a user was compared", run: (scope) => access.deleteReview(scope, 3) },
  { title: "companies with users to compare", run: ({ db }) => access.companiesWithReviews(db) },
  { title: "one writer of alerts at a time", run: firing.lockProgress },
  {
    title: "the next orders",
    run: (scope) => firing.nextArrivals(scope, { orders: 1_000, triggers: 20_000 }),
  },
  { title: "orders were evaluated", run: (scope) => firing.deleteArrivals(scope, IDS) },
  { title: "alerts about orders", run: (scope) => firing.addOrderAlerts(scope, IDS) },
  { title: "counts, and alerts about them", run: (scope) => firing.addCountAlerts(scope, IDS) },
  { title: "companies with new orders", run: ({ db }) => firing.companiesWithArrivals(db) },
  { title: "companies with digests to write", run: ({ db }) => digests.companiesWithDigests(db) },
  { title: "days and weeks end", run: digests.endWindows },
  { title: "counts of days and weeks that have ended", run: (scope) => digests.endedCounts(scope, 200) },
  { title: "digests", run: (scope) => digests.addDigestAlerts(scope, "DAILY", IDS) },
  { title: "companies with alerts to send", run: ({ db }) => mails.companiesWithUnsentAlerts(db) },
  { title: "the alerts that are sent now", run: mails.beginSending },
  { title: "alerts to send", run: (scope) => mails.unsentAlerts(scope, { sent: 5, until: 9 }, PAGE) },
  { title: "alerts were sent", run: (scope) => mails.endSending(scope, 9) },
  { title: "digests that were not sent", run: (scope) => mails.unsentDigests(scope, "WEEKLY") },
  { title: "digests to send", run: (scope) => mails.digestAlerts(scope, "DAILY", "2026-11-15", PAGE) },
  { title: "digests were sent", run: (scope) => mails.endDigests(scope, "DAILY", "2026-11-16") },
];
