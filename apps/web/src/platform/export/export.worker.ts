import { type WorkbookColumn, type WorkbookRow, workbookOf } from "@mcc/contract/sheets/workbook.ts";
import { callErrorFrom, TOO_MANY } from "../api/call-error.ts";
import { rowSplitter } from "./row-splitter.ts";

/** What the page asks of the worker. */
export interface ExportRequest {
  readonly url: string;
  readonly token: string | null;
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
}

/** What the worker tells the page. */
export type ExportMessage =
  /** A few rows as JSON; the page answers with their cells. */
  | { readonly kind: "rows"; readonly rows: string }
  | { readonly kind: "progress"; readonly rows: number; readonly count: number }
  | { readonly kind: "empty" }
  | { readonly kind: "done"; readonly file: Blob; readonly worksheets: number }
  /** Not now, in the server's words: too many exports are running. */
  | { readonly kind: "refused"; readonly words: string }
  | { readonly kind: "failed"; readonly reason: string };
export type ExportCells = readonly WorkbookRow[];

const PROGRESS_MS = 150;
/** What the page works out in two or three milliseconds. */
const ROWS_AT_ONCE = 200;
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const tell = (news: ExportMessage): void => postMessage(news);

const nextMessage = <T>(): Promise<T> =>
  new Promise((resolve) => {
    addEventListener("message", ({ data }: MessageEvent<T>) => resolve(data), { once: true });
  });

/** The columns are functions of the page, which the worker cannot have: it asks for the cells of each few rows. */
async function* cellsOf(rows: readonly string[]): AsyncGenerator<WorkbookRow> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const answer = nextMessage<ExportCells>();
    tell({ kind: "rows", rows: `[${rows.slice(at, at + ROWS_AT_ONCE).join()}]` });
    yield* await answer;
  }
}

async function* rowsFrom(body: ReadableStream<Uint8Array>): AsyncGenerator<WorkbookRow> {
  const splitter = rowSplitter<{ count: number }>();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rows = 0;
  let told = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const whole = splitter.push(decoder.decode(read.value, { stream: true }));
    yield* cellsOf(whole);
    rows += whole.length;
    if (performance.now() - told < PROGRESS_MS) continue;
    told = performance.now();
    tell({ kind: "progress", rows, count: splitter.head()?.count ?? rows });
  }
  if (!splitter.complete()) throw new Error(`The answer broke off after ${rows} rows`);
}

/** Puts back the row that was taken to see whether there is one. */
async function* beginningWith<Row>(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}

const run = async ({ url, token, name, columns }: ExportRequest): Promise<ExportMessage> => {
  const response = await fetch(url, { headers: token ? { authorization: `JWT ${token}` } : {} });
  if (response.status === TOO_MANY) return { kind: "refused", words: (await callErrorFrom(response)).detail };
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}`);
  const rows = rowsFrom(response.body);
  const first = await rows.next();
  if (first.done) return { kind: "empty" };
  const book = workbookOf(name, columns, beginningWith(first.value, rows));
  const file = await new Response(book.stream, { headers: { "content-type": TYPE } }).blob();
  return { kind: "done", file, worksheets: book.worksheets() };
};

/** Writes the spreadsheet of any list, so that the page stays free while a hundred thousand rows are written. */
nextMessage<ExportRequest>()
  .then(run)
  .catch((error: unknown): ExportMessage => ({ kind: "failed", reason: String(error) }))
  .then(tell);
