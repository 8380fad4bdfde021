import { expect, test } from "vitest";
import { layoutOf, type SizedColumn } from "./column-layout.ts";

const column = (id: string, kind: SizedColumn["kind"] = "text", label = id): SizedColumn => ({
  id,
  kind,
  label,
  sortable: true,
});
const columns: SizedColumn[] = [
  { ...column("Site"), width: 200 },
  column("Region"),
  { ...column("Order"), width: 124, identifies: true },
  column("Total", "money"),
];

test("the first column and the one that names the record are pinned, or one that is both", () => {
  const pins = (shown: SizedColumn[]) => layoutOf(shown).placed.map(({ pin }) => pin);
  expect(pins(columns)).toEqual(["first", undefined, "identity", undefined]);
  expect(pins(columns.slice(2))).toEqual(["only", undefined]);
  expect(pins(columns.slice(0, 2))).toEqual(["only", undefined]);
  expect(layoutOf(columns).beforeIdentity).toContain("200px");
  expect(layoutOf(columns.slice(2)).beforeIdentity).toBe("0px");
});

test("names take what is left of the width; without one, the last column that is not pinned", () => {
  const growing = (shown: SizedColumn[]) =>
    layoutOf(shown).placed.flatMap(({ id, width }) => (width ? [] : [id]));
  expect(growing(columns)).toEqual(["Region"]);
  expect(growing([...columns.slice(0, 1), ...columns.slice(2)])).toEqual(["Total"]);
  expect(growing(columns.slice(0, 1))).toEqual(["Site"]);
});

test("a column is wide enough for its own name, which people may choose", () => {
  const [, named] = layoutOf([column("Site"), column("group_1", "group", "N".repeat(30))]).placed;
  expect(named?.width).toBeUndefined(); // nothing else is there to grow
  const both = layoutOf([column("Site"), column("g", "group", "N".repeat(30)), column("Region")]);
  expect(both.placed[1]?.width).toContain("276px");
  expect(both.least).toContain(`${150 + 276 + 150}px`);
});
