import { deepStrictEqual } from "node:assert";
import type { FloorResponse } from "./floor.ts";
import type { Interaction } from "./interactions.ts";

/** What has to be equal: the records, their order, their total number, and which are pending the user's approval. */
type Comparable = Readonly<Record<string, unknown>>;

interface OurRow {
  readonly id: number;
  readonly approvable_by_current_user?: boolean;
}

interface OurResponse {
  readonly id?: number;
  readonly count?: number;
  readonly count_is_capped?: boolean;
  readonly sum?: string;
  readonly sum_is_capped?: boolean;
  readonly results?: readonly (string | OurRow)[];
  readonly lines?: readonly { readonly id: number }[];
}

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): number[] =>
  rows.map(({ id }) => Number(id));

const comparableFloor = (
  { compares }: Interaction,
  { rows, count, capped, lines = [] }: FloorResponse,
): Comparable => {
  if (compares === "values") return { values: rows.map(({ value }) => value) };
  if (compares === "count") return { count: Number(rows[0]?.count) };
  // Which rows are summed is not decided where there are more than are counted.
  if (compares === "sum") return rows[0]?.capped ? { capped: true } : { sum: rows[0]?.sum };
  if (compares === "order") return { id: Number(rows[0]?.id), lines: idsOf(lines) };
  const waiting = idsOf(rows.filter(({ may_act }) => may_act === true));
  return { count, capped, ids: idsOf(rows), waiting };
};

const comparableOurs = ({ compares }: Interaction, body: OurResponse): Comparable => {
  const { results = [], lines = [] } = body;
  if (compares === "values") return { values: results };
  if (compares === "count") return { count: body.count };
  if (compares === "sum") return body.sum_is_capped ? { capped: true } : { sum: body.sum };
  if (compares === "order") return { id: body.id, lines: idsOf(lines) };
  const rows = results as readonly OurRow[];
  const waiting = rows.filter((row) => row.approvable_by_current_user).map(({ id }) => id);
  return { count: body.count, capped: body.count_is_capped === true, ids: rows.map(({ id }) => id), waiting };
};

/** A benchmark of different responses is worthless: the run ends here when they differ. */
export const mustAgree = (
  interaction: Interaction,
  floor: FloorResponse,
  bare: FloorResponse,
  ours: OurResponse,
): void => {
  const expected = comparableFloor(interaction, floor);
  deepStrictEqual(
    comparableFloor(interaction, bare),
    expected,
    `${interaction.name}: bare and floor answer differently`,
  );
  deepStrictEqual(
    comparableOurs(interaction, ours),
    expected,
    `${interaction.name}: ours and floor answer differently`,
  );
};
