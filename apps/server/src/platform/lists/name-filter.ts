import { wholeName } from "@mcc/contract/kit/name-values.ts";
import { sql } from "kysely";
import { type Condition, contains, likePattern } from "./list.ts";

/** The values of a filter by names: none, one part of a name, or several names and parts. */
export const namesGiven = (value: unknown): readonly string[] =>
  (value as readonly string[] | undefined) ?? [];

const isOnePart = ([first = "", ...more]: readonly string[]): boolean =>
  more.length === 0 && wholeName(first) === undefined;

/** Names the two forms of the condition, for prepared statements. */
export const namesForm = (values: readonly string[]): "several" | undefined =>
  isOnePart(values) ? undefined : "several";

/** Whether a text is one of the whole names, or what is found by contains one of the parts. */
export const isNamed = (text: Condition, values: readonly string[], found = text): Condition => {
  if (isOnePart(values)) return contains(found, values[0] ?? "");
  const whole = values.flatMap((value) => wholeName(value) ?? []);
  const parts = values.filter((value) => wholeName(value) === undefined).map(likePattern);
  // In parentheses: conditions of company and sites stand beside it.
  return sql`(lower(${found}) like any(${parts}::text[])
    or lower(${text}) = any(array(select lower(name) from unnest(${whole}::text[]) as whole (name))))`;
};
