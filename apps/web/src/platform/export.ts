import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { EVERYTHING, type ListQuery } from "@mcc/contract/kit/list.ts";
import { showWork } from "@mcc/ui/toasts.tsx";
import dayjs from "dayjs";
import { urlOf } from "./api.ts";
import type { ExportNews, ExportOrder } from "./export-worker.ts";
import { type ExcelHeader, getGlobals, setExcelHeaders } from "./globals.ts";
import { endWhenLeaving } from "./leaving.ts";
import { saveFile } from "./save-file.ts";
import { exportDoneWords, tableTexts as says } from "./table.texts.ts";
import { toast } from "./toast.ts";
import { readToken } from "./token.ts";

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
  const isOver = endWhenLeaving(end);
  const onCancel = () => {
    end();
    toast.info(says.exportCanceled);
  };
  const progress = showWork({ ...work, onCancel });
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
