import { displayName } from "@mcc/contract/access/session.ts";
import type { CompanyExport } from "@mcc/contract/company-data/company-data.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { linkBaseUrl } from "../../platform/access/secrets/signed-links.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./export.queries.ts";

export const EXPORT_COMPANY = "export-company";

const exportSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(EXPORT_COMPANY, { companyId }, String(companyId));

const toResponse = (
  { signedLinks, settings }: Services,
  { sessionId }: CompanyScope,
  url: URL,
  one: queries.ExportRecord,
): CompanyExport => {
  const left = one.expires_at ? Math.floor((one.expires_at.getTime() - Date.now()) / 1000) : 0;
  const isReady = one.state === "ready";
  const token =
    isReady && left > 0
      ? signedLinks.sign("company-export", { session: sessionId, export: one.id }, left)
      : undefined;
  return {
    id: one.id,
    state: isReady && left <= 0 ? "expired" : one.state,
    created_at: one.created_at.toISOString(),
    created_by: one.created_by_name,
    records: { done: one.records_done, total: one.records_found },
    documents: { done: one.documents_done, total: one.documents_found, missing: one.missing.length },
    size: one.archive_bytes,
    expires_at: one.expires_at?.toISOString() ?? null,
    link: token ? `${linkBaseUrl(settings, url)}/company-exports/${token}` : null,
  };
};

export const findCompanyExport = async (services: Services, scope: CompanyScope, url: URL) => {
  const found = await queries.latestExport(scope);
  // Whoever waits for it does not have to wait for the sweep.
  if (found?.is_stalled) exportSoon(services.jobs, scope.companyId);
  return { export: found ? toResponse(services, scope, url, found) : null };
};

export const startCompanyExport = async (
  services: Services,
  scope: CompanyScope,
  url: URL,
): Promise<CompanyExport> => {
  const { who, companyId } = scope;
  const added = await queries.addExport(scope, { id: who.id, name: displayName(who) });
  if (added !== undefined) {
    await addChangeEntry(scope, { action: "company_export.created", record: { id: added } });
    scope.afterCommit(() => services.jobs.requestJob(EXPORT_COMPANY, { companyId }, String(companyId)));
  }
  const found = (await queries.latestExport(scope)) ?? fail("not_found");
  return toResponse(services, scope, url, found);
};
