import type { MantineColorsTuple } from "@mantine/core";
import { BLACK, contrast, hexOf, mix, type Rgb, readableOn, rgbOf, WHITE } from "./color.ts";
import { SURFACES } from "./surfaces.ts";

const DEFAULT_ACCENT = "#1f5fbf";

/** WCAG AA for text, and for the edge of a control against its background. */
const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;

/** The shades of the accent color in one color scheme. */
export interface AccentShades {
  readonly filled: string;
  readonly filledHover: string;
  readonly onFilled: string;
  readonly soft: string;
  readonly softHover: string;
  readonly text: string;
}

const rgb = (hex: string): Rgb => rgbOf(hex) ?? BLACK;

const shadesOn = (accent: Rgb, surfaces: readonly Rgb[], away: Rgb): AccentShades => {
  const surface = surfaces[0] ?? WHITE;
  // On a dark page the color is lightened until the button stands out; on a light page it stays as it is.
  const filled = away === WHITE ? readableOn(accent, [surface], EDGE_RATIO, WHITE) : accent;
  const onFilled = contrast(filled, WHITE) >= TEXT_RATIO ? WHITE : BLACK;
  const soft = mix(surface, accent, 0.1);
  const softHover = mix(surface, accent, 0.16);
  return {
    filled: hexOf(filled),
    // Mixed away from the color of its text, so that hovering does not reduce the contrast.
    filledHover: hexOf(mix(filled, onFilled === WHITE ? BLACK : WHITE, 0.14)),
    onFilled: hexOf(onFilled),
    soft: hexOf(soft),
    softHover: hexOf(softHover),
    text: hexOf(readableOn(accent, [...surfaces, soft, softHover], TEXT_RATIO, away)),
  };
};

/** Ten shades from near white to near black with the accent as the seventh, as Mantine expects them. */
const scaleOf = (accent: Rgb): MantineColorsTuple => {
  const [s0, s1, s2, s3, s4, s5] = [0.93, 0.85, 0.7, 0.52, 0.34, 0.17].map((share) =>
    hexOf(mix(accent, WHITE, share)),
  ) as [string, string, string, string, string, string];
  const [s7, s8, s9] = [0.14, 0.28, 0.42].map((share) => hexOf(mix(accent, BLACK, share))) as [
    string,
    string,
    string,
  ];
  return [s0, s1, s2, s3, s4, s5, hexOf(accent), s7, s8, s9];
};

/** Everything that the theme derives from one accent color; invalid text gives the default color. */
export const accentOf = (text: string | null | undefined) => {
  const accent = rgbOf(text ?? "") ?? rgb(DEFAULT_ACCENT);
  return {
    scale: scaleOf(accent),
    light: shadesOn(accent, SURFACES.light.map(rgb), BLACK),
    dark: shadesOn(accent, SURFACES.dark.map(rgb), WHITE),
  };
};
