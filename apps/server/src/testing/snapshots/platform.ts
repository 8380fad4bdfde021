import { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import * as installation from "../../features/installation/installation.queries.ts";
import { jobSource } from "../../features/jobs/jobs.list.ts";
import * as queries from "../../features/jobs/jobs.queries.ts";
import * as themes from "../../features/theme/theme.queries.ts";
import * as usageQueries from "../../features/usage/usage.queries.ts";
import { readBacklog } from "../../platform/metrics/metrics.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const jobs: readonly SnapshotCase[] = [
  {
    title: "failed ones of a queue",
    run: (scope) =>
      jobSource.page(scope, jobList.page.query.parse({ queue: "mail", state: "Failed" }), REQUEST),
    answer: () => [{ created: new Date("2026-03-31T06:00:00Z"), next_at: null }],
  },
  { title: "lock one", run: ({ db }) => queries.lockJob(db, ID) },
  { title: "retry one now", run: ({ db }) => queries.retryNow(db, ID) },
  { title: "delete one", run: ({ db }) => queries.deleteJob(db, ID) },
  { title: "keep failed ones", run: ({ db }) => queries.keepFailedJobs(db) },
];

export const metrics: readonly SnapshotCase[] = [
  { title: "what is to be done", run: ({ db }) => readBacklog(db) },
];

export const installationChecks: readonly SnapshotCase[] = [
  { title: "username", run: ({ db }) => installation.isUsernameTaken(db, "dana") },
  {
    title: "a new platform admin",
    run: ({ db }) =>
      installation.addPlatformAdmin(db, {
        username: "dana",
        email: "dana@example.com",
        first_name: "Dana",
        last_name: "Whitfield",
      }),
  },
  { title: "platform admins", run: ({ db }) => installation.platformAdminRows(db) },
  {
    title: "an invitation",
    run: ({ db }) => installation.replaceInvitation(db, 3, Buffer.from("00", "hex"), 60),
  },
  { title: "the oldest due job", run: ({ db }) => installation.oldestDueJob(db) },
  { title: "companies by how far they are", run: ({ db }) => installation.companiesSetUp(db) },
];

export const usage: readonly SnapshotCase[] = [
  { title: "counts", run: ({ db }) => usageQueries.findCounts(db, 7) },
  { title: "requests by day", run: ({ db }) => usageQueries.dayRequests(db, 7, 30) },
  { title: "bytes, added up now", run: ({ db }) => usageQueries.sumOfSizes(db, 7) },
  { title: "bytes, as they were added up", run: ({ db }) => usageQueries.findStorage(db, 7) },
  { title: "companies with many documents", run: ({ db }) => usageQueries.companiesWithMany(db, 20_000) },
  { title: "adding up", run: ({ db }) => usageQueries.keepStorage(db, 7) },
];

const LOGO = "00".repeat(16);

export const companyTheme: readonly SnapshotCase[] = [
  { title: "the theme of a company", run: ({ db }) => themes.findTheme(db, 7) },
  { title: "held while it changes", run: ({ db }) => themes.lockTheme(db, 7) },
  {
    title: "changed",
    run: ({ db }) => themes.setTheme(db, 7, { label: "Acme", accent_color: "#b45309", logo: null }),
  },
  { title: "a new logo", run: ({ db }) => themes.keepLogo(db, 7, LOGO, Buffer.from("00", "hex")) },
  { title: "no logo", run: ({ db }) => themes.deleteLogo(db, 7) },
  { title: "a logo by its address", run: ({ db }) => themes.findLogo(db, 7, LOGO) },
];
