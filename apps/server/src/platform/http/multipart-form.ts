import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { FileReceiver } from "../input/upload.ts";

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 100,
  files: 10,
  parts: 100,
  headerPairs: 50,
  headerSize: 16 * 1024,
};
const FILE = "file";

/** For a file that is no document. */
export const fileTooLarge = (bytes: number): string =>
  `The file is too large: it can have at most ${Math.floor(bytes / 1024 ** 2)} MB.`;

const formOf = (headers: IncomingHttpHeaders): BusboyInstance => {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: LIMITS,
    });
  } catch {
    return fail("input.unreadable");
  }
};

/**
 * Reads a form to its end and returns its fields. The part named `file` is passed to `take` while it arrives; what
 * `take` leaves unread is skipped, and its error is thrown after everything has been read. `tooLarge` replaces the words
 * about a form that is too large.
 */
export const readForm = async (
  headers: IncomingHttpHeaders,
  body: Readable,
  maxBytes: number,
  onFile: FileReceiver,
  tooLarge?: string,
): Promise<Record<string, string>> => {
  const form = formOf(headers);
  const fields = new Map<string, string>();
  const problems = new Map<string, string[]>(); // a part can be called anything, also __proto__
  let file: TakenFile | undefined;
  form.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) problems.set(name, ["This is too long."]);
    if (fields.has(name)) problems.set(name, ["This field is repeated."]);
    fields.set(name, value);
  });
  form.on("error", ignoreError);
  form.on("file", (name, part, sentName) => {
    part.on("error", ignoreError);
    if (name !== FILE || file) {
      problems.set(name, [`One file is expected, in the part named ${FILE}.`]);
      part.resume();
      return;
    }
    const content = passThrough(part);
    const taken = onFile({ content, name: sentName ?? "" }).finally(() => content.destroy());
    file = { part, taken: taken.then(nothing, asValue) };
  });
  let isOverfull = false;
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    form.on(limit, () => {
      isOverfull = true;
    });
  }
  try {
    await feedForm(body, form, { maxBytes, tooLarge }, () => file);
  } catch (error) {
    file?.part.destroy(new Error("The form ended early."));
    await file?.taken;
    throw error instanceof AppError ? error : new AppError("input.unreadable");
  }
  const refused = await file?.taken;
  if (refused !== undefined) throw refused;
  if (isOverfull) fail("input.unreadable");
  if (problems.size > 0) throw new AppError("input.invalid", { fields: Object.fromEntries(problems) });
  return Object.fromEntries(fields);
};

interface TakenFile {
  readonly part: BusboyFileStream;
  /** What it was refused with; nothing when it was not. */
  readonly taken: Promise<unknown>;
}

/** A broken form emits several errors, in several places; an unhandled one would end the process. */
const ignoreError = () => {};
const nothing = () => undefined;
const asValue = (error: unknown) => error ?? new Error("The file was refused.");

/** The request itself is never destroyed: its sender has to receive the response. */
const feedForm = async (
  body: Readable,
  form: BusboyInstance,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: string | undefined },
  file: () => TakenFile | undefined,
): Promise<void> => {
  const done = finished(form);
  done.catch(() => {}); // handled below
  let read = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > maxBytes) fail("file.too_large", tooLarge);
    if (!form.write(chunk)) await Promise.race([once(form, "drain"), done]);
  }
  form.end();
  await Promise.race([done, nothingMore(file)]);
};

/** More than the parser ever needs to process its buffer. */
const TURNS = 10;

/**
 * Fails a form that has arrived and does not end: the parser keeps a part whose headers have no end, and then never
 * finishes. After the file is read, the rest of its work depends on nothing else.
 */
const nothingMore = async (file: () => TakenFile | undefined): Promise<never> => {
  await turn();
  const { taken, part } = file() ?? {};
  await taken;
  if (part && !part.closed) await once(part, "close").catch(ignoreError);
  for (let turns = 0; turns < TURNS; turns++) await turn();
  return fail("input.unreadable");
};

/** The consumer may destroy the file; the rest of the form still has to be read. */
const passThrough = (part: BusboyFileStream): Readable => {
  const output = new PassThrough();
  output.on("error", ignoreError); // it may break before anybody has begun to read it
  output.once("close", () => {
    part.unpipe(output);
    part.resume();
  });
  part.once("error", (error) => output.destroy(error));
  part.once("close", () => part.readableEnded || output.destroy(new Error("The file ended early.")));
  return part.pipe(output);
};
