import { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import type { Job } from "@mcc/contract/jobs/jobs.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";

type JobRecord = Omit<Job, "created" | "next_at"> & {
  readonly created: Date;
  readonly next_at: Date | null;
};

const STATE = sql`case job.state::text
  when 'failed' then 'Failed' when 'retry' then 'Retrying' when 'active' then 'Running' else 'Waiting' end`;
/** Only the first line and a limited length: what follows may quote what was sent. */
const ERROR = sql`left(split_part(coalesce(job.output->>'message', job.output->>'value'), E'\\n', 1), 300)`;
const NEXT = sql`case when job.state in ('created', 'retry') then job.start_after end`;
const ATTEMPTS = sql`case when job.started_on is null then 0 else job.retry_count + 1 end`;

/** The jobs of every queue that are not done. Their data is not read: it may hold addresses and texts of users. */
export const jobSource = plainList<typeof jobList, JobRecord, PlatformScope>(jobList, {
  from: sql`pgboss.job as job`,
  id: sql`job.id`,
  visible: () => [
    sql`job.state in ('created', 'retry', 'active', 'failed')`,
    // The queue's own work.
    sql`job.name not like '\\_\\_pgboss\\_\\_%'`,
  ],
  columns: {
    queue: requiredValue(sql`job.name`),
    state: requiredValue(STATE),
    created: requiredValue(sql`job.created_on`),
    attempts: requiredValue(ATTEMPTS),
    next_at: value(NEXT),
    error: value(ERROR),
  },
  search: sql`concat_ws(' ', job.name, ${ERROR})`,
  fields: () => sql`job.id, job.name as queue, ${STATE} as state, job.created_on as created,
    ${ATTEMPTS} as attempts, ${NEXT} as next_at, ${ERROR} as error`,
  toRows: (records) =>
    records.map(({ created, next_at, ...job }) => ({
      ...job,
      created: created.toISOString(),
      next_at: next_at?.toISOString() ?? null,
    })),
});
