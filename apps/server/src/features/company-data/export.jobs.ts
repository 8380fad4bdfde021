import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { EXPORT_DAYS } from "@mcc/contract/company-data/company-data.schema.ts";
import type { Kysely } from "kysely";
import { type CompanyTable, companyTables } from "../../platform/db/company-tables.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./export.queries.ts";
import { EXPORT_COMPANY } from "./export.service.ts";
import { manifestOf, readmeOf } from "./export.texts.ts";
import { archiveLength, documentBytes } from "./export-archive.ts";
import { type ExportedDocument, exportedDocuments } from "./exported-documents.ts";
import { EXPORTED, exportedColumns } from "./exported-tables.ts";

type Deps = Pick<Services, "database" | "storage" | "log">;

/** Of rows before they are packed. */
const FILE_BYTES = 8 << 20;
const DOCUMENTS_AT_ONCE = 200;
const CHECKS_AT_ONCE = 16;
const pack = promisify(gzip);

export const exportJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: EXPORT_COMPANY,
    work: ({ companyId }, stopping) => exportCompany(services, Number(companyId), stopping),
  },
  sweep(jobs, { name: "sweep-company-exports", schedule: "* * * * *", requests: EXPORT_COMPANY }, () =>
    queries.companiesWithOpenExports(services.database.platform),
  ),
];

/** Another process has taken it over. */
class Superseded extends Error {}

const exportCompany = async (services: Deps, companyId: number, stopping: AbortSignal): Promise<void> => {
  const db = services.database.platform;
  const claimed = await queries.claimExport(db, companyId);
  if (!claimed) return;
  const report = async (progress: queries.Progress): Promise<void> => {
    stopping.throwIfAborted();
    if (!(await queries.reportExport(db, claimed, progress))) throw new Superseded();
  };
  try {
    const withTables = claimed.state === "tables" ? await writeTables(services, claimed, report) : claimed;
    const finished = await checkDocuments(services, withTables, report);
    if (!(await queries.finishExport(db, claimed, finished, EXPORT_DAYS))) throw new Superseded();
  } catch (error) {
    if (error instanceof Superseded) return;
    await queries.releaseExport(db, claimed);
    throw error;
  }
};

type Report = (progress: queries.Progress) => Promise<void>;

/** All tables as they were at one moment; interrupted here, an export begins again. */
const writeTables = async (
  services: Deps,
  claimed: queries.ExportRecord,
  report: Report,
): Promise<queries.ExportRecord> => {
  const { company_id: companyId } = claimed;
  const tables = await services.database.platform
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const found = (await companyTables(db)).filter(({ name }) => name in EXPORTED);
      let total = 0;
      for (const table of found) {
        total += await queries.countRows(db, table, companyId);
        await report({});
      }
      await report({ records_done: 0, records_found: total });
      let done = 0;
      let files = 0;
      const written: queries.ExportedTable[] = [];
      for (const table of found) {
        const store = (lines: readonly string[], part: number) =>
          storeLines(services, claimed, { table: table.name, part, number: ++files }, lines);
        const onRows = (rows: number): Promise<void> => {
          done += rows;
          return report({ records_done: done });
        };
        written.push(await writeTable(db, companyId, table, store, onRows));
      }
      return written;
    });
  const documents_found = tables.find(({ name }) => name === "documents")?.rows ?? 0;
  const progress = { state: "documents", tables, documents_found } as const;
  await report(progress);
  return { ...claimed, ...progress, documents_done: 0, document_bytes: 0, last_document_id: 0, missing: [] };
};

const writeTable = async (
  db: Kysely<Tables>,
  companyId: number,
  table: CompanyTable,
  store: (lines: readonly string[], part: number) => Promise<queries.TableFile>,
  onRows: (rows: number) => Promise<void>,
): Promise<queries.ExportedTable> => {
  const files: queries.TableFile[] = [];
  let [lines, bytes]: [string[], number] = [[], 0];
  const finishFile = async () => {
    if (lines.length > 0) files.push(await store(lines, files.length + 1));
    [lines, bytes] = [[], 0];
  };
  for await (const some of queries.tableLines(db, table, companyId)) {
    lines.push(...some);
    bytes += some.reduce((sum, line) => sum + line.length, 0);
    if (bytes >= FILE_BYTES) await finishFile();
    await onRows(some.length);
  }
  await finishFile();
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return { name: table.name, columns: exportedColumns(table), rows, files };
};

const storeLines = async (
  { database, storage }: Deps,
  { company_id, id, attempts }: queries.ExportRecord,
  { table, part, number }: { readonly table: string; readonly part: number; readonly number: number },
  lines: readonly string[],
): Promise<queries.TableFile> => {
  const content = await pack(`${lines.join("\n")}\n`);
  // A run that was taken over and did not notice yet writes other files.
  const key = `${company_id}/company-exports/${id}/${attempts}/${number}`;
  await queries.keepWithExport(database.platform, company_id, key);
  await storage.put(key, content);
  return {
    path: `tables/${table}-${String(part).padStart(4, "0")}.ndjson.gz`,
    key,
    rows: lines.length,
    size: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
};

/** The documents whose file is missing, or is not the one that was stored. */
const missingOf = async ({ storage }: Deps, documents: readonly ExportedDocument[]): Promise<number[]> => {
  const missing: number[] = [];
  const waiting = documents.values();
  const checkSome = async () => {
    for (const { id, storage_key, size } of waiting)
      if ((await storage.sizeOf(storage_key)) !== size) missing.push(id);
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkSome));
  return missing.sort((a, b) => a - b);
};

/** Looks for the file of each document; interrupted here, an export goes on behind the last one. */
const checkDocuments = async (
  services: Deps,
  one: queries.ExportRecord,
  report: Report,
): Promise<queries.FinishedExport> => {
  let { documents_done, document_bytes, missing, last_document_id } = one;
  const taken = { entries: 0, lines: 0 };
  const add = (document: ExportedDocument): void => {
    const { entry, line } = documentBytes(document);
    taken.entries += entry;
    taken.lines += line;
  };
  let batch: ExportedDocument[] = [];
  const checkBatch = async () => {
    const gone = new Set(await missingOf(services, batch));
    for (const document of batch) {
      if (gone.has(document.id)) continue;
      add(document);
      document_bytes += document.size;
    }
    missing = [...missing, ...gone];
    documents_done += batch.length;
    last_document_id = batch.at(-1)?.id ?? last_document_id;
    batch = [];
    await report({ documents_done, document_bytes, missing, last_document_id });
  };
  const before = new Set(missing);
  for await (const document of exportedDocuments(services.storage, one)) {
    if (document.id <= one.last_document_id) {
      if (!before.has(document.id)) add(document);
      continue;
    }
    batch.push(document);
    if (batch.length === DOCUMENTS_AT_ONCE) await checkBatch();
  }
  if (batch.length > 0) await checkBatch();
  const done = { ...one, documents_done, document_bytes, missing, last_document_id };
  const company = await queries.findCompanyName(services.database.platform, one.company_id);
  const texts = { manifest: manifestOf(company, done), readme: readmeOf(company, done) };
  const archive_bytes = archiveLength(services.storage, { ...done, ...texts }, taken);
  return { ...texts, archive_bytes };
};
