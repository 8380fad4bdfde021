import { RETENTION_KINDS, type RetentionDays } from "@mcc/contract/retention/retention.schema.ts";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./retention.queries.ts";

const COMPANIES_AT_ONCE = 100;
/** Removed in one transaction. */
const BATCH = 2_000;

type Deps = Pick<Services, "database" | "settings">;

export const retentionJobs = (services: Deps): Job[] => [
  {
    name: "carry-out-retention",
    schedule: "23 2 * * *",
    work: async (_, stopping) => {
      const failures: unknown[] = [];
      for (let after = 0; ; ) {
        const companies = await queries.companiesWithLimits(
          services.database.platform,
          after,
          COMPANIES_AT_ONCE,
        );
        const last = companies.at(-1);
        if (!last) break;
        for (const { company_id, ...days } of companies) {
          stopping.throwIfAborted();
          await carryOut(services, company_id, days, stopping).catch((error) => failures.push(error));
        }
        after = last.company_id;
      }
      stopping.throwIfAborted();
      if (failures.length > 0) throw failures[0];
    },
  },
];

/** Batch by batch, each counted in its transaction: a run that is interrupted goes on with the next job. */
const carryOut = async (
  { database, settings }: Deps,
  companyId: number,
  kept: RetentionDays,
  stopping: AbortSignal,
): Promise<void> => {
  const run = await queries.openRun(database.platform, companyId);
  for (const kind of RETENTION_KINDS) {
    const days = kept[kind];
    if (days === null) continue;
    for (let removed = BATCH; removed === BATCH; ) {
      stopping.throwIfAborted();
      removed = await platformTransaction(database, (db) =>
        queries.removeOlder(db, { companyId, kind, days, run, fileDays: settings.replacedFileDays }, BATCH),
      );
    }
  }
  await platformTransaction(database, async (db) => {
    const removed = await queries.finishRun(db, companyId, run);
    if (RETENTION_KINDS.every((kind) => removed[kind] === 0)) await queries.deleteRun(db, run);
    else
      await addAuditEntry(db, {
        company_id: companyId,
        actor: { id: null, name: "Retention" },
        action: "retention.carried_out",
        record: { type: "retention", id: companyId },
        details: removed,
      });
  });
};
