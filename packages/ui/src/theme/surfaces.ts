import type { MantineColorsTuple } from "@mantine/core";

/** The neutral grays. */
export const GRAY: MantineColorsTuple = [
  "#f7f8fa",
  "#f0f2f5",
  "#e4e7ec",
  "#d3d8df",
  "#b3bac5",
  "#868f9c",
  "#636b78",
  "#4a525e",
  "#313843",
  "#1a2029",
];

export const DARK: MantineColorsTuple = [
  "#e4e7eb",
  "#c4c9d1",
  "#9ba3af",
  "#727a87",
  "#3b424d",
  "#2a3039",
  "#1f242b",
  "#16191f",
  "#101318",
  "#0a0c0f",
];

/** The background colors that accent-colored text is used on; the page itself is the first one. */
export const SURFACES = {
  light: ["#ffffff", GRAY[0], GRAY[1]],
  dark: [DARK[7], DARK[6], DARK[5]],
} as const;
