import { AppError } from "@mcc/contract/kit/errors.ts";

/** A text without these holds no forbidden key, however it is written. */
const SUSPECT = /__proto__|constructor|\\u/;

/** JSON as somebody sent it. A key that would reach for a prototype is refused wherever it stands. */
export const parseJson = (text: string): unknown => {
  const parsed = parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  if (SUSPECT.test(text) && hasForbiddenKey(parsed)) throw new AppError("input.forbidden_key");
  return parsed;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("input.not_json");
  }
};

/** Level by level, since what was sent may be nested more deeply than functions can call each other. */
const hasForbiddenKey = (parsed: unknown): boolean => {
  for (let level = [parsed]; level.length > 0; level = level.flatMap(insideOf)) {
    if (level.some(isForbidden)) return true;
  }
  return false;
};

const insideOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

const isForbidden = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  if (Object.hasOwn(value, "__proto__")) return true;
  const inner = Object.hasOwn(value, "constructor") ? (value as { constructor: unknown }).constructor : null;
  return typeof inner === "object" && inner !== null && Object.hasOwn(inner, "prototype");
};
