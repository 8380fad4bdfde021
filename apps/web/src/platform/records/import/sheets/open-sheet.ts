import { sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { SHEET_LIMITS, type Sheet, SheetError, type SheetRow } from "@mcc/contract/sheets/sheet.ts";
import type { SheetNews } from "./sheet.worker.ts";

const startWorker = () => new Worker(new URL("./sheet.worker.ts", import.meta.url), { type: "module" });

/** A file may make the reader work for long; nobody waits longer for 20,000 rows. */
const TIME_LIMIT_MS = 30_000;

/** Reads a file that the user has chosen. Rejects with a SheetError, whose message is for the user. */
export const openSheet = (file: File, signal?: AbortSignal): Promise<Sheet> => {
  if (file.size > SHEET_LIMITS.fileBytes) return Promise.reject(new SheetError(says.tooLarge(file.size)));
  if (file.size === 0) return Promise.reject(new SheetError(says.noRows));
  const worker = startWorker();
  const timer = { id: undefined as ReturnType<typeof setTimeout> | undefined };
  return new Promise<Sheet>((resolve, reject) => {
    let headers: readonly string[] = [];
    let count = 0;
    const rows: SheetRow[] = [];
    const giveUp = (message: string) => reject(new SheetError(message));
    timer.id = setTimeout(() => giveUp(says.damaged), TIME_LIMIT_MS);
    signal?.addEventListener("abort", () => reject(signal.reason));
    worker.onerror = (event) => {
      console.error("The worker that reads spreadsheets failed", event);
      giveUp(says.damaged);
    };
    worker.onmessage = ({ data: news }: MessageEvent<SheetNews>) => {
      if (news.kind === "refused") return giveUp(news.reason);
      if (news.kind === "failed") {
        console.error("The spreadsheet could not be read", news.reason);
        return giveUp(says.damaged);
      }
      if (news.kind === "headers") ({ headers, count } = news);
      else rows.push(...news.rows);
      if (news.kind === "rows" && rows.length === count) resolve({ headers, rows });
    };
    worker.postMessage(file);
  }).finally(() => {
    clearTimeout(timer.id);
    worker.terminate();
  });
};
