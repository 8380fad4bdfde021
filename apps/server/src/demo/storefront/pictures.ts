import type { Product } from "../catalog/catalog.ts";

/** A drawing for each category, by the first letters of the SKU: strokes in a field of 24 by 24. */
const DRAWINGS: Readonly<Record<string, string>> = {
  VLV: "M2 15h5l5 3 5-3h5M2 19h5l5-3 5 3h5M12 16V9M7 7h10M12 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  FIT: "M4 3v7a10 10 0 0 0 10 10h7M10 3v7a4 4 0 0 0 4 4h7M3 3h8M21 13v8",
  HOS: "M12 4a8 8 0 1 0 8 8M12 7a5 5 0 1 0 5 5M12 10a2 2 0 1 0 2 2V4h6M20 2v4",
  DRL: "M9 2h6v5l2 3-2 3 1 3-4 6-4-6 1-3-2-3 2-3zM9 7h6M8 13h8",
  BRG: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 4.4v1.2M12 18.4v1.2M4.4 12h1.2M18.4 12h1.2M6.6 6.6l.9.9M16.5 16.5l.9.9M17.4 6.6l-.9.9M7.5 16.5l-.9.9",
  LUB: "M5 3h14v18H5zM5 8h14M5 16h14M12 9.5c1.5 1.6 2 2.4 2 3.3a2 2 0 0 1-4 0c0-.9.5-1.700 2-3.300",
  PPE: "M3 16a9 9 0 0 1 18 0M2 16h20v3H2zM10 7v6M14 7v6",
  SAF: "M12 2l8 3v6c0 5-3.400 8.500-8 11-4.600-2.500-8-6-8-11V5zM8.500 12l2.500 2.500 4.500-5",
  FAS: "M8 2h8l3 4-3 4H8L5 6zM10 10v12h4V10M10 13l4 1M10 16l4 1M10 19l4 1",
  RIG: "M12 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4M12 6v5a5 5 0 1 1-5 5M12 11l-2 0",
  ELE: "M13 2L5 14h6l-1 8 8-12h-6z",
  TOL: "M15 3a5 5 0 0 0-4 7L3 18l3 3 8-8a5 5 0 0 0 7-6l-3 3-3-1-1-3 3-3a5 5 0 0 0-2 0",
  WLD: "M5 4h14v9a7 7 0 0 1-14 0zM8 8h8v4H8zM9 20l3 2 3-2",
  FLT: "M3 4h18l-7 9v7l-4-2v-5zM6.500 8.500h11",
};

/** The color of a maker, so that things of one maker look alike. */
const hueOf = (text: string): number =>
  [...text].reduce((hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360, 7);

/** A picture of a product, drawn in the same style for all of them. */
export const pictureOf = ({ sku, manufacturer }: Product): string => {
  const hue = hueOf(manufacturer);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 36" width="480" height="360">
<rect width="48" height="36" fill="hsl(${hue} 32% 93%)"/>
<path d="M0 36V27L48 21V36Z" fill="hsl(${hue} 30% 87%)"/>
<path transform="translate(12 6)" d="${DRAWINGS[sku.slice(0, 3)] ?? "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8"}" fill="hsl(${hue} 40% 98%)" stroke="hsl(${hue} 48% 34%)" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;
};
