import { errors } from "@mcc/contract/kit/error-codes.ts";
import { TOO_DEEP } from "@mcc/contract/kit/list.ts";
import { expect, test } from "vitest";
import { CallError, callErrorFrom } from "../api/call-error.ts";
import { arrangementOf, linkedArrangement, linkWith, storedOf } from "./columns/column-arrangement.ts";
import { arrange } from "./columns/move-columns.ts";
import { refusedPage } from "./list-page.ts";
import { offsetBefore, offsetOf, placeIn, stepsFrom, windowIn } from "./table/page-links.ts";

const page = (count: number, offset: number, rows: number, next = false) => ({
  count,
  next: next ? `http://x/api/orders/?limit=20&offset=${offset + 20}` : null,
  current_url: `http://x/api/orders/?offset=${offset}`,
  results: Array.from({ length: rows }),
});

test("the offset of a page is 20 x (page - 1), and links say theirs (TABLE-020, TABLE-027)", () => {
  expect([1, 2, 120].map(offsetOf)).toEqual([0, 20, 2380]);
  expect(windowIn("http://x/api/orders/?limit=50&offset=40")).toEqual({ limit: 50, offset: 40 });
  expect(windowIn("http://x/api/orders/")).toEqual({ limit: 20, offset: 0 });
});

test("Next and Previous lead where the links say, and further by as much as they say (TABLE-024, TABLE-027)", () => {
  const link = (offset: number) => `http://x/api/orders/?limit=15&offset=${offset}`;
  const second = { count: 70, current_url: link(15), previous: link(0), next: link(30) };
  expect(stepsFrom(second, 15)).toEqual({ previous: 0, next: 30 });
  expect(stepsFrom(second, 30)).toEqual({ previous: 15, next: 45 });
  const last = { ...second, current_url: link(60), previous: link(45), next: null };
  expect(stepsFrom(last, 60)).toEqual({ previous: 45, next: null });
  expect(stepsFrom(last, 45)).toEqual({ previous: 30, next: 60 });
});

test("the pager says which rows are on screen (TABLE-018)", () => {
  expect(placeIn(page(45, 40, 5), 40)).toEqual({ page: 3, pages: 3, from: 41, to: 45, count: 45 });
});

test("while a page travels, the words are about the rows that are still shown", () => {
  expect(placeIn(page(45, 0, 20, true), 20)).toMatchObject({ page: 2, from: 1, to: 20 });
});

test("pressed again while a page travels, Next and Previous go on from that page (TABLE-019, TABLE-024)", () => {
  const first = { ...page(70, 0, 20, true), previous: null };
  expect(stepsFrom(first, 0)).toEqual({ previous: null, next: 20 });
  expect(stepsFrom(first, 20)).toEqual({ previous: 0, next: 40 });
  expect(stepsFrom(first, 40)).toEqual({ previous: 20, next: 60 });
  expect(stepsFrom(first, 60)).toEqual({ previous: 40, next: null });
  expect(placeIn(first, 60).pages).toBe(4);
  const capped = { ...page(10_000, 9_960, 20, true), previous: null, count_is_capped: true };
  expect(stepsFrom(capped, 9_980).next).toBe(10_000);
});

test("beyond a capped count there is a next page as long as the server names one", () => {
  expect(placeIn(page(10_000, 9_980, 20, true), 9_980)).toMatchObject({ page: 500, pages: 501 });
});

test("beyond a capped count there are at least as many as are shown (TABLE-018)", () => {
  const capped = (offset: number, rows: number) => ({ ...page(10_000, offset, rows), count_is_capped: true });
  expect(placeIn(capped(9_980, 20), 9_980)).toMatchObject({ to: 10_000, count: 10_000 });
  expect(placeIn(capped(13_980, 20), 13_980)).toMatchObject({ to: 14_000, count: 14_000 });
  expect(placeIn(capped(14_000, 0), 14_000)).toMatchObject({ from: 0, to: 0, count: 10_000 });
});

test("from behind the end one comes to the last page, beyond a capped count to the page one came from (TABLE-024)", () => {
  const [rows, none] = [{ results: [{}] }, { results: [] }];
  const capped = { count: 10_000, count_is_capped: true };
  expect(offsetBefore({ count: 45 }, 300, undefined)).toBe(40);
  expect(offsetBefore({ count: 45 }, 300, rows)).toBe(40); // an exact count decides
  expect(offsetBefore({ count: 0 }, 20, undefined)).toBe(0);
  expect(offsetBefore(capped, 14_000, rows)).toBe(13_980);
  expect(offsetBefore(capped, 14_000, none)).toBe(9_980);
  expect(offsetBefore(capped, 900_000, undefined)).toBe(9_980);
});

test("columns keep the order somebody gave them, and new ones are appended (TABLE-016)", () => {
  const columns = (...ids: string[]) => ids.map((id) => ({ id }));
  expect(arrangementOf(["c", "-b", "a"], columns("a", "b", "c", "d"))).toEqual({
    shown: ["c", "a", "d"],
    hidden: ["b"],
  });
  expect(arrangementOf(null, columns("a", "b"))).toEqual({ shown: ["a", "b"], hidden: [] });
});

test("a column that is only offered is hidden until somebody adds it", () => {
  const columns = [{ id: "a" }, { id: "b", hidden: true as const }, { id: "c" }];
  expect(arrangementOf(null, columns)).toEqual({ shown: ["a", "c"], hidden: ["b"] });
  expect(arrangementOf(["c"], columns)).toEqual({ shown: ["c", "a"], hidden: ["b"] });
  expect(arrangementOf(["b", "a"], columns)).toEqual({ shown: ["b", "a", "c"], hidden: [] });
});

test("columns that are not there at the moment are not forgotten", () => {
  const stored = storedOf({ shown: ["a"], hidden: ["b"] }, ["group_1", "-group_2", "a", "b"], ["a", "b"]);
  expect(stored).toEqual(["a", "-b", "group_1", "-group_2"]);
});

test("the buttons of the modal move columns (TABLE-015)", () => {
  const now = { shown: ["a", "b", "c"], hidden: ["d"] };
  expect(arrange.add(now, "d")).toEqual({ shown: ["a", "b", "c", "d"], hidden: [] });
  expect(arrange.remove(now, "b")).toEqual({ shown: ["a", "c"], hidden: ["d", "b"] });
  expect(arrange.moveUp(now, "c").shown).toEqual(["a", "c", "b"]);
  expect(arrange.moveUp(now, "a").shown).toEqual(["a", "b", "c"]);
  expect(arrange.moveDown(now, "a").shown).toEqual(["b", "a", "c"]);
  expect(arrange.removeAll(now)).toEqual({ shown: [], hidden: ["d", "a", "b", "c"] });
});

test("a link brings its columns in their order, and one without any that are known brings none", () => {
  const columns = ["a", "b", "c"];
  const linkable = columns.map((id) => ({ id }));
  expect(linkedArrangement("c,a,zzz,c", linkable)).toEqual({ shown: ["c", "a"], hidden: ["b"] });
  for (const mistyped of [undefined, "", "zzz"])
    expect(linkedArrangement(mistyped, linkable)).toBeUndefined();
  const [first, ...others] = linkable;
  expect(linkedArrangement("c", [{ id: first?.id ?? "", identifies: true }, ...others])?.shown).toEqual([
    "a",
    "c",
  ]);
  const link = linkWith({ shown: ["c", "a"], hidden: ["b"] }, "https://mcc.test/orders?site=North&columns=b");
  expect(link).toBe("https://mcc.test/orders?site=North&columns=c%2Ca");
});

test("a page that the server does not look for is told in the server's own words", async () => {
  const refused = (body: object) => callErrorFrom(Response.json(body, { status: 400 }));
  const detail = errors["list.too_broad"][1];
  expect(refusedPage(await refused({ offset: [TOO_DEEP] }))).toBe(TOO_DEEP);
  expect(refusedPage(await refused({ code: "list.too_broad", detail }))).toBe(detail);
  expect(refusedPage(await refused({ ordering: ["This is not known."] }))).toBeUndefined();
  expect(refusedPage(new CallError({ kind: "network", status: 0 }))).toBeUndefined();
});
