import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS, type ListQuery } from "@mcc/contract/kit/list.ts";
import { showProgress } from "@mcc/ui/feedback/toasts.tsx";
import { urlOf } from "../api/call.ts";
import { saveFile } from "../api/save-file.ts";
import { dayOf } from "../lists/filters/date-range.ts";
import { exportDoneWords, listTexts as says } from "../lists/list.texts.ts";
import { toast } from "../page/toast.ts";
import { onSessionEnd } from "../session/session-tasks.ts";
import { readToken } from "../session/token.ts";
import { getGlobals, setExcelHeaders } from "../state/globals.ts";
import type { ExportCells, ExportMessage, ExportRequest } from "./export.worker.ts";
import type { SpreadsheetColumn } from "./spreadsheet-columns.ts";

export interface ListExport<Row> {
  /** As in `{name}_report_{date}.xlsx`. */
  readonly name: string;
  readonly page: Endpoint;
  readonly query: ListQuery;
  /** Of the path, where it has any. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly columns: readonly SpreadsheetColumn<Row>[];
  /** What is said when it fails. */
  readonly failed: string;
}

const grouped = (value: number): string => value.toLocaleString("en-US");

const requestFor = <Row>(
  { name, page, query, params }: ListExport<Row>,
  columns: readonly SpreadsheetColumn<Row>[],
): ExportRequest => ({
  url: urlOf(page, { params, query: { ...query, limit: ALL_ROWS, offset: undefined, untrimmed: true } }),
  token: readToken(),
  name,
  // Functions do not travel to a worker.
  columns: columns.map(({ label, kind, width, isNotSummed }) => ({ label, kind, width, isNotSummed })),
});

const startWorker = () => new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module" });

const running = new Set<string>();

/** Everything the filters let through, in a file; a second press while it is written does nothing. */
export const exportList = <Row>(asked: ListExport<Row>): void => {
  const { name, failed } = asked;
  if (running.has(name)) return;
  running.add(name);
  setExcelHeaders(asked.columns.map(({ id, label }) => ({ name: id, label })));
  const written = getGlobals().excelHeaders.map((header) => header.name);
  const columns = asked.columns.filter(({ id }) => written.includes(id));
  const worker = startWorker();
  const work = { title: says.exportStarted, words: says.exportPreparing, share: 0, cancel: says.cancel };
  const end = () => {
    worker.terminate();
    running.delete(name);
    progress.hide();
    isOver();
  };
  const isOver = onSessionEnd(end);
  const onCancel = () => {
    end();
    toast.info(says.exportCanceled);
  };
  const progress = showProgress({ ...work, onCancel });
  const fail = (reason: unknown) => {
    end();
    console.error(failed, reason);
    toast.error(failed);
  };
  /** A few rows at a time, so that the page stays free: the worker waits for each answer. */
  const fill = (rows: string): ExportCells =>
    (JSON.parse(rows) as Row[]).map((row) => columns.map(({ value }) => value(row) ?? null));
  worker.onerror = fail;
  worker.onmessage = ({ data: news }: MessageEvent<ExportMessage>) => {
    if (news.kind === "rows") {
      try {
        return worker.postMessage(fill(news.rows));
      } catch (error) {
        return fail(error);
      }
    }
    if (news.kind === "progress") {
      const words = `${grouped(news.rows)} of ${grouped(news.count)} rows`;
      return progress.update({ ...work, words, share: news.rows / Math.max(news.count, 1), onCancel });
    }
    if (news.kind === "failed") return fail(news.reason);
    end();
    if (news.kind === "refused") return toast.warning(news.words);
    if (news.kind === "empty") return toast.warning(says.noExport);
    saveFile(news.file, `${name}_report_${dayOf(new Date())}.xlsx`);
    toast.success(exportDoneWords(news.worksheets));
  };
  worker.postMessage(requestFor(asked, columns));
};
