import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, dateColumn, numberColumn, textColumn } from "../kit/list-columns.ts";
import { JOB_STATES, Job } from "./jobs.schema.ts";

/** Failed jobs stay for 14 days. */
export const jobList = list({
  name: "jobs",
  path: "/mcc-admin/jobs/",
  summary: "background jobs that are not done",
  allow: "mcc-admin",
  row: Job,
  sort: "-created",
  essentials: ["queue", "state", "created", "error"],
  columns: {
    queue: textColumn("Queue"),
    state: choiceColumn("State", JOB_STATES),
    created: dateColumn("Created"),
    attempts: numberColumn("Attempts"),
    next_at: dateColumn("Next Attempt"),
    error: textColumn("Error"),
  },
});

const one = {
  allow: "mcc-admin",
  params: z.object({
    id: z.string().transform((id) => (z.uuid().safeParse(id).success ? id.toLowerCase() : null)),
  }),
  fails: ["not_found", "job.running"],
} as const;

export const retryJob = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/jobs/:id/retry/",
  summary: "Run a failed job again, now",
  reply: z.object({ id: z.uuid() }),
});

export const dropJob = endpoint({
  ...one,
  method: "DELETE",
  path: "/mcc-admin/jobs/:id/",
  summary: "Delete a job that is not running, so that it is not tried again",
  reply: z.object({ id: z.uuid() }),
});
