import { type Input, urlOf } from "./call.ts";
import type { Connection } from "./connection.ts";
import { type CallOptions, send } from "./send.ts";

interface LinesInput extends Input {
  readonly lines: Iterable<unknown> | AsyncIterable<unknown>;
}

/** Few enough that the server never waits for its results to be read. */
const LINES_AT_ONCE = 1000;

/** The lines of a response as they arrive. */
async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let got = await reader?.read(); got?.value !== undefined; got = await reader?.read()) {
      const lines = (rest + got.value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    await reader?.cancel();
  }
}

async function* partsOf(lines: LinesInput["lines"]): AsyncGenerator<string[], void, undefined> {
  let part: string[] = [];
  for await (const line of lines) {
    part.push(JSON.stringify(line));
    if (part.length < LINES_AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** A function that sends many lines, some at a time, and returns a result for each. */
export const lineCall = (method: string, path: string) =>
  async function* (
    connection: Connection,
    input: LinesInput,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const url = urlOf(connection, path, input);
    let sent = 0;
    for await (const part of partsOf(input.lines)) {
      const request = { method, url, body: part.join("\n"), type: "application/x-ndjson" };
      for await (const line of linesOf(await send(connection, request, options))) {
        const result = JSON.parse(line) as { line: number };
        yield { ...result, line: result.line + sent };
      }
      sent += part.length;
    }
  };

/** A function that listens to events until its signal ends it, or the server does. */
export const eventCall = (method: string, path: string) =>
  async function* (
    connection: Connection,
    input: Input = {},
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const response = await send(connection, { method, url: urlOf(connection, path, input) }, options);
    for await (const line of linesOf(response)) {
      if (line.startsWith("data:")) yield JSON.parse(line.slice("data:".length));
    }
  };
