import { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import * as items from "../../features/assistants/oauth-items.queries.ts";
import * as reencryption from "../../features/installation/reencryption.queries.ts";
import { jobSource } from "../../features/jobs/jobs.list.ts";
import * as queries from "../../features/jobs/jobs.queries.ts";
import { readBacklog, readCollectorBacklog } from "../../platform/metrics/metrics.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const jobs: readonly SnapshotCase[] = [
  {
    title: "a code of an assistant, and its grant",
    run: async ({ db }) => {
      await items.saveItem(db, "AuthorizationCode", "code", { payload: { grantId: "g" }, seconds: 60 });
      await items.saveItem(db, "Client", "client", { payload: {}, seconds: undefined });
      await items.findItem(db, "Grant", "g");
    },
  },
  ...reencryption.ENCRYPTED_COLUMNS.slice(0, 1).map((column) => ({
    title: "texts encrypted with another secret",
    run: async ({ db }: Parameters<SnapshotCase["run"]>[0]) => {
      await reencryption.otherTexts(db, column, "1a2b3c4d.", "7", 500);
      await reencryption.replaceTexts(db, column, [{ key: "8", text: "old", replacement: "new" }]);
    },
  })),
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
  { title: "what the collector has not taken", run: ({ db }) => readCollectorBacklog(db) },
];
