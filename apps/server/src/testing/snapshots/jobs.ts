import { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import * as installation from "../../features/installation/installation.queries.ts";
import { jobSource } from "../../features/jobs/jobs.list.ts";
import * as queries from "../../features/jobs/jobs.queries.ts";
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
