import { expect, test } from "vitest";
import { apiBaseOf, isApiHost, pageHostOf } from "./host.ts";

test("manager. becomes manager-api., any other host has its API under /api (API-001)", () => {
  expect(apiBaseOf({ protocol: "https:", host: "manager.goacme.com" })).toBe(
    "https://manager-api.goacme.com",
  );
  expect(apiBaseOf({ protocol: "http:", host: "manager.goacme.localhost:3000" })).toBe(
    "http://manager-api.goacme.localhost:3000",
  );
  expect(apiBaseOf({ protocol: "http:", host: "localhost:3000" })).toBe("/api");
  expect(apiBaseOf({ protocol: "https:", host: "portal.manager.com" })).toBe("/api");
});

test("an API host maps to the origin of its page", () => {
  expect(isApiHost("manager-api.goacme.com")).toBe(true);
  expect(isApiHost("manager.goacme.com")).toBe(false);
  expect(isApiHost(undefined)).toBe(false);
  expect(pageHostOf("manager-api.goacme.com")).toBe("manager.goacme.com");
});
