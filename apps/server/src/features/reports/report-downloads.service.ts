import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import { type CompanyScope, slotOwnerOf } from "../../platform/access/scope.ts";
import { linkBaseUrl } from "../../platform/access/secrets/signed-links.ts";
import type { Services } from "../../platform/services.ts";
import { MOST_ROWS, openReport, type Refusal, rowsOf } from "./content/report-content.ts";
import { fileOf, writeFile } from "./content/report-file.ts";
import type { ReportLists } from "./content/report-list.ts";
import { findReport } from "./reports.service.ts";

const LINK_SECONDS = 15 * 60;

/** A link for the signed-in user: it works while they are signed in and may see the report. */
export const reportFile = async (
  { signedLinks, settings }: Services,
  lists: ReportLists,
  scope: CompanyScope,
  id: number,
  url: URL,
) => {
  const { opened } = await readReport(lists, scope, id, Date.now());
  if (opened === "no_right") fail("access.denied");
  if (opened === "view_invalid") fail("report.view_invalid");
  const token = signedLinks.sign("report-file", { session: scope.sessionId, report: id }, LINK_SECONDS);
  return { link: `${linkBaseUrl(settings, url)}/report-files/${token}` };
};

interface LinkedReport {
  readonly holder: { readonly sessionId: string; readonly owner: string; readonly companyId: number };
  readonly filename: string;
  readonly contentType: string;
  open(): Readable;
}

const readReport = async (lists: ReportLists, scope: CompanyScope, id: number, now: number) => {
  const { name, format, view, time_zone: timeZone } = await findReport(scope, id);
  const source = { list: view.list, view, timeZone };
  const opened = await openReport(scope, lists, source, now);
  return { name, format, source, opened };
};

/**
 * The file of a signed link, with what its user may see now, or why they may not. Nothing when the link is invalid, or
 * the report has ended.
 */
export const findReportFile = async (
  services: Services,
  lists: ReportLists,
  token: string,
): Promise<LinkedReport | Refusal | undefined> => {
  const { database, signedLinks, log } = services;
  const claims = signedLinks.verify("report-file", token);
  if (!claims) return undefined;
  const [sessionId, id, now] = [String(claims.session), Number(claims.report), Date.now()];
  try {
    return await runAsSession(database, sessionId, async (scope) => {
      const { name, format, source, opened } = await readReport(lists, scope, id, now);
      if (typeof opened === "string") return opened;
      return {
        holder: { sessionId, owner: slotOwnerOf(scope), companyId: scope.companyId },
        ...fileOf(name, format, source.timeZone, now),
        open: () => {
          const file = new PassThrough();
          const write = async (again: CompanyScope): Promise<true> => {
            const { rows } = await rowsOf(again, lists, source, opened, MOST_ROWS);
            await pipeline(await writeFile(format, name, opened.columns, rows, source.timeZone), file);
            return true;
          };
          runAsSession(database, sessionId, write, { readsReplica: true })
            .then((isWritten) => isWritten || file.destroy(new AppError("auth.required")))
            .catch((error) => {
              if (!file.destroyed) log.warn({ err: error, reportId: id }, "the file of a report broke off");
              file.destroy(error as Error);
            });
          return file;
        },
      };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
};
