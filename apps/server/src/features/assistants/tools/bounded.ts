import { AppError } from "@mcc/contract/kit/errors.ts";

/** Of every text, and of every list inside of a row. */
const MOST_CHARACTERS = 1_000;
const MOST_ENTRIES = 50;
/** Of an answer as a whole. */
const MOST_BYTES = 64 * 1024;

const cutText = (text: string): string => {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return short.replaceAll("\0", "").toWellFormed();
};

const cut = (value: unknown): unknown => {
  if (typeof value === "string") return cutText(value);
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [cutText(key), cut(each)]));
};

/** An answer that an assistant can take in, whatever users wrote; one that is too long even so is refused. */
export const bounded = (answer: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const short = cut(answer) as Record<string, unknown>;
  if (Buffer.byteLength(JSON.stringify(short)) > MOST_BYTES) throw new AppError("list.too_broad");
  return short;
};
