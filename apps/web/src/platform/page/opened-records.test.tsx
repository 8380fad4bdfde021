import { beforeEach, expect, test } from "vitest";
import { forgetOpened, nameOfRecord, openedRecords, rememberOpened } from "./opened-records.ts";

beforeEach(() => localStorage.clear());

const urls = (userId: number) => openedRecords(userId).map(({ url }) => url);

test("what was opened last comes first, each once, and no more than eight of one user", () => {
  for (const n of [1, 2, 3, 1]) rememberOpened(5, { url: `/orders/A-${n}`, name: `Order A-${n}` });
  expect(urls(5)).toEqual(["/orders/A-1", "/orders/A-3", "/orders/A-2"]);
  for (let n = 10; n < 20; n++) rememberOpened(5, { url: `/orders/A-${n}`, name: `Order A-${n}` });
  expect(urls(5)).toHaveLength(8);
  expect(urls(6)).toEqual([]);
  rememberOpened(6, { url: "/sites/1", name: "Rig 93" });
  expect([urls(5), urls(6)]).toEqual([[], ["/sites/1"]]);
  forgetOpened();
  expect(urls(6)).toEqual([]);
});

test("what another page has stored there is not shown", () => {
  localStorage.setItem(
    "mcc.opened",
    JSON.stringify({ userId: 5, records: [{ url: "javascript:x", name: "x" }, 7] }),
  );
  expect(openedRecords(5)).toEqual([]);
  localStorage.setItem("mcc.opened", "no JSON");
  expect(openedRecords(5)).toEqual([]);
});

test("a record is named by its name, a user without one by the username", () => {
  expect([{ name: "Rig 93" }, { name: "", username: "pat" }, {}, undefined].map(nameOfRecord)).toEqual([
    "Rig 93",
    "pat",
    undefined,
    undefined,
  ]);
});
