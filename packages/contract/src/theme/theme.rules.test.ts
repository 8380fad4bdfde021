import { describe, expect, test } from "vitest";
import { namesOf, themeIdOf, themeOf } from "./theme.rules.ts";

describe("the theme of a host", () => {
  test.each([
    ["goacme.com", "acme"],
    ["manager.goacme.com", "acme"],
    ["MANAGER.GoAcme.com:3000", "acme"],
    ["www.goborealis.co.uk", "borealis"],
  ])("%s is matched by its go prefix, and the rest is the id (THEME-002, THEME-003)", (host, id) => {
    expect(themeIdOf(host)).toBe(id);
  });

  test("an id with a hyphen is looked up (THEME-003)", () => {
    expect(themeIdOf("manager.goacme-drilling.com")).toBe("acme");
    expect(themeIdOf("goborealis-mining.com")).toBe("borealis");
    expect(themeIdOf("www.gocobalt-rail.com:3000")).toBe("cobalt");
    expect(themeIdOf("manager.gono-such-theme.com")).toBe("GoExpedi");
  });

  test.each([
    "localhost",
    "localhost:3000",
    "127.0.0.1",
    "portal.example.com",
    "manager.goexpedi.com",
    "argo.com",
    "go.com",
  ])("%s has the default theme (THEME-004)", (host) => {
    expect(themeIdOf(host)).toBe("GoExpedi");
  });
});

describe("the asset names of a theme", () => {
  test("the default's are fixed (THEME-004)", () => {
    expect(namesOf("GoExpedi")).toEqual({
      label: "GoExpedi",
      shortName: "Expedi",
      shopUrl: "https://www.goexpedi.com",
    });
  });

  test("a company's follow from its id (THEME-005, THEME-006)", () => {
    expect(namesOf("acme")).toEqual({
      label: "GoAcme",
      shortName: "Acme",
      shopUrl: "https://www.goacme.com",
    });
  });

  test("some themes override them (THEME-007)", () => {
    expect(namesOf("borealis")).toMatchObject({
      label: "GoBorealis Mining",
      shopUrl: "https://www.goborealis.com",
    });
  });

  test("one logo is used on every screen, and approvals are off by default (THEME-008, THEME-009)", () => {
    expect(themeOf("acme", { logo_url: "/logo.svg", mcc_theme_url: "/theme.css" })).toEqual({
      hasOrderApproval: false,
      themeId: "acme",
      logo: "/logo.svg",
      logoLogin: "/logo.svg",
      logoSidebar: "/logo.svg",
      logoSplash: "/logo.svg",
      label: "GoAcme",
      shortName: "Acme",
      shopUrl: "https://www.goacme.com",
      themeUrl: "/theme.css",
    });
  });
});
