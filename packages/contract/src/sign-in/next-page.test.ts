import { expect, test } from "vitest";
import { loginPathFor, pageAfterLogin } from "./next-page.ts";

const PORTAL = "https://manager.acme.example";

test("a page is named in the address of the login page, and read from it", () => {
  expect(loginPathFor("/orders/AC-1")).toBe("/?next=%2Forders%2FAC-1");
  for (const page of [
    "/",
    "/alerts/configure",
    "/orders/A%2FB%3F",
    "/orders?site=Gate+%26+Yard&orderDate_after=2026-11-15",
    "/orders#top",
  ])
    expect(pageAfterLogin(PORTAL + loginPathFor(page))).toBe(page);
});

test("only a path of the portal itself is taken", () => {
  for (const hostile of [
    "",
    "orders",
    "https://evil.test/",
    "javascript:alert(1)",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n\\evil.test",
    " //evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/orders/..//evil.test",
  ])
    expect([hostile, pageAfterLogin(PORTAL + loginPathFor(hostile))]).toEqual([hostile, undefined]);
});

test("an address without a page, or of another page, names none", () => {
  for (const path of [
    "/",
    "/?next=",
    "/?other=%2Forders",
    "/sites?next=%2Forders",
    "/forgot-password?next=%2Forders",
  ])
    expect([path, pageAfterLogin(PORTAL + path)]).toEqual([path, undefined]);
});
