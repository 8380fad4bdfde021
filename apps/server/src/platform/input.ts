import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { isStorable } from "@mcc/contract/kit/text.ts";

const DEPTH = 32;
const UNREADABLE = "This contains characters that cannot be stored.";

/** Refuses, by field name, text that PostgreSQL could not keep, wherever it stands in what was sent. */
export const mustBeStorable = (value: unknown, path = "", depth = 0): void => {
  if (depth > DEPTH) fail("input.unreadable");
  if (typeof value === "string") {
    if (!isStorable(value)) {
      throw new AppError("input.invalid", { fields: { [path || "non_field_errors"]: [UNREADABLE] } });
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) fail("input.unreadable");
      mustBeStorable(inner, path ? `${path}.${key}` : key, depth + 1);
    }
  }
};
