import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { EVERYTHING, type ListQuery } from "@mcc/contract/kit/list.ts";
import { showProgress } from "@mcc/ui/toasts.tsx";
import dayjs from "dayjs";
import { urlOf } from "../api/call.ts";
import { saveFile } from "../api/save-file.ts";
import { exportDoneWords, listTexts as says } from "../lists/list.texts.ts";
import { toast } from "../page/toast.ts";
import { onSessionEnd } from "../session/session-tasks.ts";
import { readToken } from "../session/token.ts";
import { type ExcelHeader, getGlobals, setExcelHeaders } from "../state/globals.ts";
import type { ExportNews, ExportOrder } from "./export-worker.ts";

interface ExportSpec {
  /** As in `{name}_report_{date}.xlsx`. */
  readonly name: string;
  readonly page: Endpoint;
  readonly headers: readonly ExcelHeader[];
  readonly failed: string;
  /** A worker that serves the list's columns. */
  readonly worker: () => Worker;
}

const grouped = (value: number): string => value.toLocaleString("en-US");

const orderFor = ({ name, page }: ExportSpec, state: ListQuery): ExportOrder => {
  const query = { ...state, limit: EVERYTHING, offset: undefined, untrimmed: true };
  return { url: urlOf(page, { query }), token: readToken(), sheet: name, headers: getGlobals().excelHeaders };
};

const running = new Set<string>();

/** Everything the filters let through, in a file; a second press while it is written does nothing. */
export const exportList = (spec: ExportSpec, state: ListQuery): void => {
  const { name: sheet, headers, failed, worker: start } = spec;
  if (running.has(sheet)) return;
  running.add(sheet);
  // Only names and labels: functions do not travel to a worker.
  setExcelHeaders(headers.map(({ name, label }) => ({ name, label })));
  const worker = start();
  const work = { title: says.exportStarted, words: says.exportPreparing, share: 0, cancel: says.cancel };
  const end = () => {
    worker.terminate();
    running.delete(sheet);
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
  worker.onerror = fail;
  worker.onmessage = ({ data: news }: MessageEvent<ExportNews>) => {
    if (news.kind === "progress") {
      const words = `${grouped(news.rows)} of ${grouped(news.count)} rows`;
      return progress.update({ ...work, words, share: news.rows / Math.max(news.count, 1), onCancel });
    }
    if (news.kind === "failed") return fail(news.reason);
    end();
    if (news.kind === "refused") return toast.warning(news.words);
    if (news.kind === "empty") return toast.warning(says.noExport);
    saveFile(news.file, `${sheet}_report_${dayjs().format("YYYY-MM-DD")}.xlsx`);
    toast.success(exportDoneWords(news.sheets));
  };
  worker.postMessage(orderFor(spec, state));
};
