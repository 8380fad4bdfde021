import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { pauseForOthers } from "../pause-for-others.ts";

/** One line of a newline-delimited body, or the error. */
export type NdjsonLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: "too-large" | "not-text" };

const LINE_LIMIT = 1024 * 1024;
const NEWLINE = 10;
/** A sender who takes longer than this for one line is disconnected. */
const LINE_TIMEOUT = 60_000;

/** The lines of a body as it arrives; the rest is not read before they are consumed. Empty lines are only counted. */
export async function* readLines(body: Readable): AsyncGenerator<NdjsonLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let lineBytes = 0;
  let tooLarge = false;
  let lastLine = Date.now();
  const add = (part: Buffer) => {
    lineBytes += part.length;
    if (lineBytes > LINE_LIMIT) {
      tooLarge = true;
      parts = [];
    }
    if (!tooLarge && part.length > 0) parts.push(part);
  };
  const finish = (): NdjsonLine | undefined => {
    number++;
    const line = tooLarge ? ({ number, problem: "too-large" } as const) : lineOf(number, parts);
    parts = [];
    lineBytes = 0;
    tooLarge = false;
    return line;
  };
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      // Millions of empty lines fit into one body.
      if (at === from && lineBytes === 0) number++;
      else {
        add(chunk.subarray(from, at));
        const line = finish();
        if (line) yield line;
      }
      from = at + 1;
      const pause = pauseForOthers();
      if (pause) await pause;
    }
    if (from > 0) lastLine = Date.now();
    add(chunk.subarray(from));
    if (Date.now() - lastLine > LINE_TIMEOUT) throw new Error("The sender took too long over one line.");
  }
  if (lineBytes > 0) {
    const line = finish();
    if (line) yield line;
  }
}

const lineOf = (number: number, parts: readonly Buffer[]): NdjsonLine | undefined => {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  if (!isUtf8(bytes)) return { number, problem: "not-text" };
  const text = bytes.toString("utf8").trim(); // a byte order mark counts as blank
  return text === "" ? undefined : { number, text };
};
