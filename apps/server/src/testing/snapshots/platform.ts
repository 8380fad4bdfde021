import { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import { jobSource } from "../../features/jobs/jobs.list.ts";
import * as queries from "../../features/jobs/jobs.queries.ts";
import { readBacklog } from "../../platform/metrics/metrics.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const jobs: readonly SnapshotCase[] = [
  {
    title: "failed ones of a queue",
    run: (scope) =>
      jobSource.page(scope, jobList.page.query.parse({ queue: "mail", state: "Failed" }), REQUEST),
    answer: () => [{ created: new Date("2026-03-31T06:00:00Z"), next_at: null }],
  },
  { title: "keep failed ones", run: ({ db }) => queries.keepFailedJobs(db) },
];

export const metrics: readonly SnapshotCase[] = [
  { title: "what is to be done", run: ({ db }) => readBacklog(db) },
];
