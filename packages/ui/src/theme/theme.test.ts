import { DEFAULT_THEME } from "@mantine/core";
import { expect, test } from "vitest";
import { accentOf } from "./accent.ts";
import { contrast, type Rgb, rgbOf } from "./color.ts";
import { SURFACES } from "./surfaces.ts";
import { buildTheme } from "./theme.ts";

const ACCENTS = [
  "#1f5fbf",
  "#ffd500",
  "#0b1020",
  "#ffffff",
  "#000000",
  "#00c2a8",
  "#d4380d",
  "#808080",
  "#f0f",
];
const rgb = (hex: string): Rgb => rgbOf(hex) ?? [0, 0, 0];

test.each(ACCENTS)(
  "text on a button filled with %s is readable in both schemes, hovered or not",
  (accent) => {
    const { light, dark } = accentOf(accent);
    for (const { filled, filledHover, onFilled } of [light, dark]) {
      expect(contrast(rgb(filled), rgb(onFilled))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(filledHover), rgb(onFilled))).toBeGreaterThanOrEqual(4.5);
    }
    // Mantine chooses the text by the light scheme alone, so both schemes must agree.
    expect(light.onFilled).toBe(dark.onFilled);
  },
);

test.each(ACCENTS)("links colored after %s are readable on every surface of both schemes", (accent) => {
  for (const scheme of ["light", "dark"] as const) {
    const { text, soft, softHover } = accentOf(accent)[scheme];
    for (const surface of [...SURFACES[scheme], soft, softHover]) {
      expect(contrast(rgb(text), rgb(surface))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("errors and icons that warn are readable on every surface of both schemes", () => {
  const variables = buildTheme(null).cssVariablesResolver(DEFAULT_THEME);
  for (const scheme of ["light", "dark"] as const) {
    const shade = /^var\(--mantine-color-red-(\d)\)$/.exec(
      variables[scheme]["--mantine-color-error"] ?? "",
    )?.[1];
    const color = DEFAULT_THEME.colors.red[Number(shade)] ?? "";
    for (const surface of SURFACES[scheme]) {
      expect(contrast(rgb(color), rgb(surface ?? ""))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("an accent that is no color gives the default, and nothing of it reaches a style", () => {
  expect(accentOf("red;background:url(//evil)")).toEqual(accentOf(null));
});
