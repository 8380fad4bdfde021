import { platformTransaction } from "../../platform/access/scope.ts";
import { type CompanyTable, companyTables } from "../../platform/db/company-tables.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { signCertificate } from "../audit/deletion-certificate.service.ts";
import { owedChains } from "../collector/collector.service.ts";
import * as queries from "./company-closing.queries.ts";
import { deletionOrder } from "./deletion-order.ts";

type Deps = Pick<Services, "database" | "storage" | "auditSigner" | "log" | "settings">;

export const DELETE_COMPANY = "delete-company";
/** Rows of one transaction: few, so that others do not wait for it. */
const ROWS_AT_ONCE = 2_000;
const FILES_AT_ONCE = 500;
const FILES_BESIDE_EACH_OTHER = 16;
/** What the collector does not have by then is deleted all the same. */
const MOST_DAYS_FOR_COLLECTOR = 7;
/** Of the time that a batch took, so that others get most of the database's. */
const PAUSE_SHARE = 0.25;

export const deletionJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: DELETE_COMPANY,
    work: ({ companyId }, stopping) => deleteCompany(services, Number(companyId), stopping),
  },
  sweep(jobs, { name: "sweep-closed-companies", schedule: "*/5 * * * *", requests: DELETE_COMPANY }, () =>
    queries.companiesToDelete(services.database.platform),
  ),
];

const paced = async <T>(work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  await new Promise((resolve) => setTimeout(resolve, (performance.now() - began) * PAUSE_SHARE));
  return result;
};

/** The files go before their rows: what is interrupted in between is found again. */
const deleteFiles = async (
  { database, storage }: Deps,
  table: "documents" | "unused_files",
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (;;) {
    stopping.throwIfAborted();
    const files = await queries.rowsWithFile(database.platform, table, companyId, FILES_AT_ONCE);
    if (files.length === 0) return;
    const waiting = files.values();
    const deleteNext = async () => {
      for (const { storage_key } of waiting) await storage.delete(storage_key);
    };
    await Promise.all(Array.from({ length: FILES_BESIDE_EACH_OTHER }, deleteNext));
    await platformTransaction(database, (db) => queries.deleteRowsWithFile(db, table, companyId, files));
  }
};

const deleteTable = async (
  { database }: Deps,
  table: CompanyTable,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (let deleted = 1; deleted > 0; ) {
    stopping.throwIfAborted();
    deleted = await paced(() =>
      platformTransaction(database, (db) => queries.deleteRows(db, table, companyId, ROWS_AT_ONCE)),
    );
  }
};

/** The audit and the sign-ins of the company are sent to the collector first, if there is one. */
const waitsForCollector = async (services: Deps, companyId: number): Promise<boolean> => {
  const { database, log } = services;
  const owed = await owedChains(services, database.platform, [companyId]);
  if (owed.length === 0) return false;
  const waits = await queries.mayStillWait(database.platform, companyId, MOST_DAYS_FOR_COLLECTOR);
  if (waits) log.warn({ companyId }, "a closed company is deleted once the collector has its audit");
  return waits;
};

/**
 * Everything of a company whose waiting time is over, batch by batch. Each batch is counted in its own transaction, so that
 * a run that is interrupted anywhere is continued by the next one, with the right numbers.
 */
export const deleteCompany = async (
  services: Deps,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  const { database, auditSigner, log } = services;
  if (await waitsForCollector(services, companyId)) return;
  const begun = await queries.beginDeletion(database.platform, companyId);
  if (!begun) return;
  await deleteFiles(services, "documents", companyId, stopping);
  await deleteFiles(services, "unused_files", companyId, stopping);
  await platformTransaction(database, (db) => queries.deleteWhatIsLinked(db, companyId));
  for (const table of deletionOrder(await companyTables(database.platform)))
    await deleteTable(services, table, companyId, stopping);
  await platformTransaction(database, async (db) => {
    const closing = await queries.finishDeletion(db, companyId);
    if (!closing) return;
    const certificate = signCertificate(auditSigner, {
      format: 1,
      company: { id: companyId, name: closing.name, slug: closing.slug_name },
      closed_at: closing.closed_at.toISOString(),
      closed_by: closing.closed_by,
      deletion_began_at: (closing.started_at ?? new Date()).toISOString(),
      deleted_at: (closing.deleted_at ?? new Date()).toISOString(),
      records: closing.records,
      files: { count: closing.files, bytes: closing.file_bytes },
      audit: { entries: closing.audit_entries ?? 0, last_hash: closing.audit_hash },
    });
    await queries.keepCertificate(db, closing.id, certificate);
    await addAuditEntry(db, {
      company_id: null,
      actor: { id: null, name: "Deletion of companies" },
      action: "company.deleted",
      record: { type: "company", id: companyId },
      details: {
        ...{ name: closing.name, closed_by: closing.closed_by, files: closing.files },
        ...{ audit_entries: closing.audit_entries ?? 0, audit_hash: closing.audit_hash },
      },
    });
  });
  log.info({ companyId }, "a closed company was deleted");
};
