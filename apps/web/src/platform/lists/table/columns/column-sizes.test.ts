import { expect, test } from "vitest";
import type { DrawnColumn } from "../../columns/row-columns.ts";
import { contentWidth, headWidth, leastWidth } from "./column-sizes.ts";

/** Every letter is ten pixels wide. */
const measure = (text: string) => text.length * 10;
interface Row {
  readonly name: string;
}
const column = (kind: DrawnColumn<Row>["kind"], label: string, more: Partial<DrawnColumn<Row>> = {}) =>
  ({ id: label, kind, label, sortable: true, value: ({ name }: Row) => name, ...more }) as DrawnColumn<Row>;

test("the name of a column takes two lines where that is narrower, with room for its chevron", () => {
  expect(headWidth("Requested By", 14, measure)).toBe(90);
  expect(headWidth("Current Required Approval", 0, measure)).toBe(160);
  expect(headWidth("Total", 14, measure), "the chevron is not alone in the second line").toBe(64);
  expect(headWidth("To Be", 14, measure)).toBe(34);
});

test("a column is as wide as its longest text, within the limits of its kind or its own", () => {
  const rows = [{ name: "A" }, { name: "Permian Yard" }];
  expect(contentWidth(column("text", "Site"), rows, measure)).toBe(136);
  expect(contentWidth(column("choice", "Status"), rows, measure), "a label has a border").toBe(152);
  expect(contentWidth(column("text", "Site"), [{ name: "x".repeat(99) }], measure)).toBe(260);
  expect(contentWidth(column("text", "Site", { width: [50, 70] }), rows, measure)).toBe(70);
  expect(contentWidth(column("money", "Total"), [{ name: "1234.5" }], measure)).toBe(106);
});

test("a status is as wide as its whole text, also beyond the limit of its column (WORK-002 partly)", () => {
  const rows = [{ name: "x".repeat(40) }];
  expect(contentWidth(column("choice", "Status"), rows, measure)).toBe(432);
  expect(leastWidth(column("choice", "Status"), 432, 24, measure)).toBe(432);
  const tag = { isTag: true, beside: 24, width: [150, 300] } as const;
  expect(contentWidth(column("display", "Approval Status", tag), rows, measure)).toBe(456);
  expect(leastWidth(column("display", "Approval Status", tag), 456, 24, measure)).toBe(456);
});

test("no column is narrower than its name and its filter; amounts and the record's own name are never cut", () => {
  expect(leastWidth(column("text", "Business Unit"), 100, 24, measure)).toBe(120);
  expect(leastWidth(column("text", "Business Unit"), 150, 24, measure), "readable").toBe(150);
  expect(leastWidth(column("text", "Business Unit"), 300, 24, measure), "cut where it is long").toBe(170);
  expect(leastWidth(column("text", "Site", { isWhole: true }), 250, 24, measure)).toBe(250);
  expect(leastWidth(column("money", "Total"), 130, 24, measure)).toBe(130);
  expect(leastWidth(column("text", "Order", { identifies: true }), 170, 24, measure)).toBe(170);
  expect(leastWidth(column("group", "N".repeat(30)), 0, 24, measure)).toBe(220);
});
