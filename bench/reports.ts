import { type Contender, withPeak } from "./processes.ts";

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

/** The spreadsheet of a report with 100,000 orders, or as many as there are: its link, then the file. */
export const measureReports = async ({ address, pid }: Contender, token: string): Promise<ReportResult> => {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}.`);
    return (await answer.json()) as T;
  };
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
