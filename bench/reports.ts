import { setTimeout as delay } from "node:timers/promises";
import { REPORT_LIMITS } from "@mcc/contract/reports/reports.schema.ts";
import { startMailServer } from "@mcc/server/src/testing/mail-catcher.ts";
import { type Contender, startOurs, withPeak } from "./processes.ts";

interface ReportResult {
  readonly seconds: number;
  readonly megabytes: number;
  readonly moreMb: number;
}

const REPORT = {
  name: "Benchmark",
  view: {
    list: "orders",
    columns: ["identifier", "site", "ordered_by", "po_number", "status", "orderDate", "lines", "total"],
  },
  schedule: { every: "month", day: 31, at: "03:00" },
  format: "xlsx",
};

const callerOf =
  (address: string, token: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}.`);
    return (await answer.json()) as T;
  };

/** The spreadsheet of a report with 100,000 orders, or as many as there are: its link, then the file. */
export const measureReports = async ({ address, pid }: Contender, token: string): Promise<ReportResult> => {
  const call = callerOf(address, token);
  const { id } = await call<{ id: number }>("POST", "/reports/", REPORT);
  try {
    const { link } = await call<{ link: string }>("GET", `/reports/${id}/file/`);
    const began = performance.now();
    const {
      result: bytes,
      before,
      peak,
    } = await withPeak(pid, () => download(`${address}${new URL(link).pathname}`));
    const seconds = (performance.now() - began) / 1000;
    return { seconds, megabytes: bytes / 1024 / 1024, moreMb: Math.max(0, peak - before) };
  } finally {
    await call("DELETE", `/reports/${id}/`);
  }
};

const download = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`The file of the report returned ${answer.status}.`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
};

export const reportsSummary = ({ seconds, megabytes, moreMb }: ReportResult): string =>
  `Spreadsheet of a report with 100,000 orders, or as many as there are: ${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB sent, server ${moreMb.toFixed(0)} MB more resident (at most 10 s and 50 MB, REPT-007).`;

const JOBS_SETTLE_MS = 20_000;
const MAIL_WITHIN_MS = 120_000;

interface ReportMailResult extends ReportResult {
  /** Larger files are not: the e-mail has a link to them. */
  readonly isAttached: boolean;
}

/** The same by e-mail: a process with jobs reads and writes it, from the request until the mail server has it. */
export const measureReportMail = async (
  url: string,
  of: number,
  token: string,
): Promise<ReportMailResult> => {
  const mail = await startMailServer();
  const worker = await startOurs(url, of, "all", { SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  try {
    const call = callerOf(worker.address, token);
    await call("PATCH", "/reports/settings/", { attach_files: true });
    const { id } = await call<{ id: number }>("POST", "/reports/", { ...REPORT, attach: true });
    try {
      // The jobs that every start requests.
      await delay(JOBS_SETTLE_MS);
      const began = performance.now();
      const { before, peak } = await withPeak(worker.pid, async () => {
        await call("POST", `/reports/${id}/run/`);
        while (!mail.received.some(({ shown }) => shown.includes(`Subject: ${REPORT.name}`))) {
          if (performance.now() - began > MAIL_WITHIN_MS) throw new Error("The report was not sent.");
          await delay(20);
        }
      });
      const seconds = (performance.now() - began) / 1000;
      const sent = mail.received.find(({ shown }) => shown.includes(`Subject: ${REPORT.name}`));
      return {
        seconds,
        megabytes: (sent?.text.length ?? 0) / 1024 / 1024,
        isAttached: /^Content-Disposition: attachment/im.test(sent?.text ?? ""),
        moreMb: Math.max(0, peak - before),
      };
    } finally {
      await call("DELETE", `/reports/${id}/`);
    }
  } finally {
    await worker.stop();
    await mail.stop();
  }
};

export const reportMailSummary = ({ seconds, megabytes, isAttached, moreMb }: ReportMailResult): string =>
  `The same by e-mail, ${isAttached ? "with the file" : `with a link, as the file is larger than ${REPORT_LIMITS.attached} MB`}, from the request to the mail server: ${seconds.toFixed(1)} s, ${megabytes.toFixed(2)} MB, process with jobs ${moreMb.toFixed(0)} MB more resident.`;
