import { expect, test } from "vitest";
import type { TableColumn } from "../columns/table-columns.ts";
import { layoutOf } from "./column-layout.ts";

const column = (id: string, kind: TableColumn["kind"] = "text", label = id): TableColumn => ({
  id,
  kind,
  label,
  sortable: true,
});
const columns = [column("Site"), column("Region"), column("Order"), column("Total", "money")];
const wishes = { widths: { Site: 200, Order: 124 }, identifies: "Order" };

test("the first column and the one that names the record are pinned, or one that is both", () => {
  const pins = (shown: TableColumn[]) => layoutOf(shown, wishes).placed.map(({ pin }) => pin);
  expect(pins(columns)).toEqual(["first", undefined, "identity", undefined]);
  expect(pins(columns.slice(2))).toEqual(["only", undefined]);
  expect(pins(columns.slice(0, 2))).toEqual(["only", undefined]);
  expect(layoutOf(columns, wishes).beforeIdentity).toContain("200px");
  expect(layoutOf(columns.slice(2), wishes).beforeIdentity).toBe("0px");
});

test("names take what is left of the width; without one, the last column that is not pinned", () => {
  const growing = (shown: TableColumn[]) =>
    layoutOf(shown, wishes).placed.flatMap(({ id, width }) => (width ? [] : [id]));
  expect(growing(columns)).toEqual(["Region"]);
  expect(growing([...columns.slice(0, 1), ...columns.slice(2)])).toEqual(["Total"]);
  expect(growing(columns.slice(0, 1))).toEqual(["Site"]);
});

test("a column is wide enough for its own name, which people may choose", () => {
  const [, named] = layoutOf([column("Site"), column("group_1", "group", "N".repeat(30))], {}).placed;
  expect(named?.width).toBeUndefined(); // nothing else is there to grow
  const both = layoutOf([column("Site"), column("g", "group", "N".repeat(30)), column("Region")], {});
  expect(both.placed[1]?.width).toContain("276px");
  expect(both.least).toContain(`${150 + 276 + 150}px`);
});
