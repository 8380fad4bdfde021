import { describe, expect, test } from "vitest";
import { namesOf, themeIdOf, themeOf } from "./theme.rules.ts";
import { DEFAULT_THEME } from "./theme.schema.ts";

describe("the theme id of a host", () => {
  test.each([
    ["goacme.com", "acme"],
    ["manager.goacme.com", "acme"],
    ["MANAGER.GoAcme.com:3000", "acme"],
    ["www.goborealis.co.uk", "borealis"],
    ["manager.goacme-drilling.com", "acme-drilling"],
  ])("%s is matched by its go prefix, and the rest is the id (THEME-002, THEME-003 partly)", (host, id) => {
    expect(themeIdOf(host)).toBe(id);
  });

  test.each([
    "localhost",
    "localhost:3000",
    "127.0.0.1",
    "portal.example.com",
    "manager.goexpedi.com",
    "argo.com",
    "go.com",
  ])("%s yields none (THEME-004 partly)", (host) => {
    expect(themeIdOf(host)).toBeUndefined();
  });
});

describe("the names of a theme", () => {
  test("the default's are fixed (THEME-004)", () => {
    expect(DEFAULT_THEME).toEqual({
      theme_id: "GoExpedi",
      label: "GoExpedi",
      short_name: "Expedi",
      shop_url: "https://www.goexpedi.com",
      has_order_approval: false,
    });
  });

  test("a company's follow from its id (THEME-005, THEME-006)", () => {
    expect(namesOf("acme")).toEqual({
      label: "GoAcme",
      short_name: "Acme",
      shop_url: "https://www.goacme.com",
    });
  });
});

test("the theme of a page has the names of its host, and one logo for every screen (THEME-008 partly, THEME-009)", () => {
  const host = {
    ...{ theme_id: "acme", label: "Acme Portal", short_name: "Acme", shop_url: "https://shop.acme.com" },
    has_order_approval: true,
  };
  expect(themeOf(host, { logo_url: "/logo.svg", mcc_theme_url: "/theme.css" })).toEqual({
    hasOrderApproval: true,
    themeId: "acme",
    logo: "/logo.svg",
    logoLogin: "/logo.svg",
    logoSidebar: "/logo.svg",
    logoSplash: "/logo.svg",
    label: "Acme Portal",
    shortName: "Acme",
    shopUrl: "https://shop.acme.com",
    themeUrl: "/theme.css",
  });
});
