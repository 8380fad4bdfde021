import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./jobs.queries.ts";

/** A job that runs is left to its worker. */
const lockIdleJob = async ({ db }: PlatformScope, id: string | null) => {
  const job = (id === null ? undefined : await queries.lockJob(db, id)) ?? fail("not_found");
  if (job.state === "active") fail("job.running");
  return { id: id ?? "", queue: job.name };
};

type IdleJob = Awaited<ReturnType<typeof lockIdleJob>>;

const addJobAudit = ({ db, who }: PlatformScope, action: string, { id, queue }: IdleJob) =>
  addAuditEntry(db, {
    company_id: null,
    actor: { id: who.id, name: displayName(who) },
    action,
    record: { type: "job", id },
    details: { queue },
  });

export const retryJob = async (scope: PlatformScope, id: string | null) => {
  const job = await lockIdleJob(scope, id);
  await queries.retryNow(scope.db, job.id);
  await addJobAudit(scope, "job.retried", job);
  return { id: job.id };
};

export const dropJob = async (scope: PlatformScope, id: string | null) => {
  const job = await lockIdleJob(scope, id);
  await queries.deleteJob(scope.db, job.id);
  await addJobAudit(scope, "job.dropped", job);
  return { id: job.id };
};
