import { expect, test } from "vitest";
import { pinsIn, type SizedColumn, widthsIn } from "./column-layout.ts";

const column = (
  kind: SizedColumn["kind"],
  least: number,
  content: number,
  more: Pick<SizedColumn, "identifies" | "staysInView"> = {},
): SizedColumn => ({ kind, least, content, ...more });

const columns = [column("text", 100, 200), column("money", 80, 120), column("text", 100, 60)];

test("where there is enough room a column is as wide as what it holds, and names share what is left", () => {
  expect(widthsIn(columns, 420)).toEqual([200, 120, 100]);
  expect(widthsIn(columns, 720)).toEqual([400, 120, 200]);
});

test("where room is short the columns shrink together, down to their least widths and no further", () => {
  expect(widthsIn(columns, 350)).toEqual([150, 100, 100]);
  expect(widthsIn(columns, 280)).toEqual([100, 80, 100]);
  expect(widthsIn(columns, 120)).toEqual([100, 80, 100]);
});

test("without a name the last column takes what is left", () => {
  expect(widthsIn([column("money", 80, 90), column("number", 60, 60)], 200)).toEqual([90, 110]);
});

test("the first column, the record's own and those that say so stop at either edge, each beside the next", () => {
  const shown = [
    column("text", 120, 120),
    column("text", 100, 100),
    column("text", 90, 90, { identifies: true }),
    column("money", 80, 80, { staysInView: true }),
    column("text", 100, 100),
    column("display", 130, 130, { staysInView: true }),
  ];
  const widths = [120, 100, 90, 80, 100, 130];
  const frame = { width: 1000, before: 10, after: 50 };
  expect(pinsIn(shown, widths, frame)).toEqual([
    { left: 10, right: 350 },
    undefined,
    { left: 130, right: 260 },
    { left: 220, right: 180 },
    undefined,
    { left: 300, right: 50 },
  ]);
});

test("in a narrow frame the first column goes with the others, then the record's own, and those that stay never", () => {
  const shown = [
    column("text", 120, 120),
    column("text", 90, 90, { identifies: true }),
    column("money", 80, 80, { staysInView: true }),
  ];
  const pinned = (width: number) =>
    pinsIn(shown, [120, 90, 80], { width, before: 0, after: 50 }).map((pin) => pin !== undefined);
  expect(pinned(600)).toEqual([true, true, true]);
  expect(pinned(400)).toEqual([false, true, true]);
  expect(pinned(250)).toEqual([false, false, true]);
});
