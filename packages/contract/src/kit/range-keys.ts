import type { Column } from "./list-columns.ts";

/** The two ends of a column's range, if it is filtered by one. */
export const rangeKeysOf = (
  key: string,
  { kind, range = key }: Pick<Column, "kind" | "range">,
): readonly [from: string, to: string] | undefined => {
  if (kind === "date") return [`${range}_after`, `${range}_before`];
  return kind === "money" ? [`${range}_min`, `${range}_max`] : undefined;
};
