import { GROUP_KEY } from "@mcc/contract/kit/group-key.ts";
import { callErrorFrom, TOO_MANY } from "../api/call-error.ts";
import { rowSplitter } from "./row-splitter.ts";
import { type ExportColumn, workbookOf } from "./workbook.ts";

/** What the page asks of the worker. */
export interface ExportOrder {
  readonly url: string;
  readonly token: string | null;
  readonly sheet: string;
  readonly headers: readonly { readonly name: string; readonly label: string }[];
}

/** What the worker tells the page. */
export type ExportNews =
  | { readonly kind: "progress"; readonly rows: number; readonly count: number }
  | { readonly kind: "empty" }
  | { readonly kind: "done"; readonly file: Blob; readonly sheets: number }
  /** Not now, in the server's words: too many exports are running. */
  | { readonly kind: "refused"; readonly words: string }
  | { readonly kind: "failed"; readonly reason: string };

const PROGRESS_MS = 150;
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const tell = (news: ExportNews): void => postMessage(news);

async function* rowsFrom<Row>(body: ReadableStream<Uint8Array>): AsyncGenerator<Row> {
  const splitter = rowSplitter<{ count: number }, Row>();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rows = 0;
  let told = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const row of splitter.push(decoder.decode(read.value, { stream: true }))) {
      rows += 1;
      yield row;
    }
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

/** What a sheet can be made of. */
interface Source<Row> {
  readonly columns: readonly ExportColumn<Row>[];
  /** The node of a row in a hierarchy group of the company, where groups are columns too. */
  readonly nodeOf?: (row: Row, groupId: number) => string | undefined;
}

const columnNamed = <Row>(name: string, { columns, nodeOf }: Source<Row>): ExportColumn<Row> | undefined => {
  const group = GROUP_KEY.exec(name)?.[1];
  if (group === undefined || !nodeOf) return columns.find((column) => column.name === name);
  return { name, label: name, kind: "text", value: (row) => nodeOf(row, Number(group)) ?? null };
};

const run = async <Row>(order: ExportOrder, source: Source<Row>): Promise<ExportNews> => {
  const response = await fetch(order.url, {
    headers: order.token ? { authorization: `JWT ${order.token}` } : {},
  });
  if (response.status === TOO_MANY) return { kind: "refused", words: (await callErrorFrom(response)).detail };
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}`);
  const rows = rowsFrom<Row>(response.body);
  const first = await rows.next();
  if (first.done) return { kind: "empty" };
  const written = order.headers.flatMap(({ name, label }) => {
    const column = columnNamed(name, source);
    return column ? [{ ...column, label }] : [];
  });
  const book = workbookOf(order.sheet, written, beginningWith(first.value, rows));
  const file = await new Response(book.stream, { headers: { "content-type": TYPE } }).blob();
  return { kind: "done", file, sheets: book.sheets() };
};

/** Runs in a worker, so that the page stays free while a hundred thousand rows are written. */
export const serveExport = <Row>(
  columns: readonly ExportColumn<Row>[],
  nodeOf?: Source<Row>["nodeOf"],
): void => {
  addEventListener("message", ({ data }: MessageEvent<ExportOrder>) => {
    run(data, { columns, nodeOf })
      .catch((error: unknown): ExportNews => ({ kind: "failed", reason: String(error) }))
      .then(tell);
  });
};
