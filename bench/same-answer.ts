import { deepStrictEqual } from "node:assert";
import type { FloorAnswer } from "./floor.ts";
import type { Interaction } from "./interactions.ts";

/** What has to be the same: which records, in which order, how many there are in all, and which wait for who asks. */
type Essence = Readonly<Record<string, unknown>>;

interface OurRow {
  readonly id: number;
  readonly approvable_by_current_user?: boolean;
}

interface OurAnswer {
  readonly id?: number;
  readonly count?: number;
  readonly count_is_capped?: boolean;
  readonly results?: readonly (string | OurRow)[];
  readonly lines?: readonly { readonly id: number }[];
}

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): number[] =>
  rows.map(({ id }) => Number(id));

const essenceOfFloor = (
  { answers }: Interaction,
  { rows, count, capped, lines = [] }: FloorAnswer,
): Essence => {
  if (answers === "values") return { values: rows.map(({ value }) => value) };
  if (answers === "count") return { count: Number(rows[0]?.count) };
  if (answers === "order") return { id: Number(rows[0]?.id), lines: idsOf(lines) };
  const waiting = idsOf(rows.filter(({ may_act }) => may_act === true));
  return { count, capped, ids: idsOf(rows), waiting };
};

const essenceOfOurs = ({ answers }: Interaction, body: OurAnswer): Essence => {
  const { results = [], lines = [] } = body;
  if (answers === "values") return { values: results };
  if (answers === "count") return { count: body.count };
  if (answers === "order") return { id: body.id, lines: idsOf(lines) };
  const rows = results as readonly OurRow[];
  const waiting = rows.filter((row) => row.approvable_by_current_user).map(({ id }) => id);
  return { count: body.count, capped: body.count_is_capped === true, ids: rows.map(({ id }) => id), waiting };
};

/** A benchmark of different answers is worth nothing: the run ends here when they differ. */
export const mustAgree = (
  interaction: Interaction,
  floor: FloorAnswer,
  bare: FloorAnswer,
  ours: OurAnswer,
): void => {
  const expected = essenceOfFloor(interaction, floor);
  deepStrictEqual(
    essenceOfFloor(interaction, bare),
    expected,
    `${interaction.name}: bare and floor answer differently`,
  );
  deepStrictEqual(
    essenceOfOurs(interaction, ours),
    expected,
    `${interaction.name}: ours and floor answer differently`,
  );
};
