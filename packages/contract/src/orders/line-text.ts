import type { OrderLine } from "./orders.schema.ts";

type SearchedLine = Pick<OrderLine, "sku" | "manufacturer_sku" | "text">;

/**
 * What an order is found by because of its lines. Each text stands on a row of its own, so that no term is found across
 * two of them.
 */
export const lineTextOf = (lines: readonly SearchedLine[]): string =>
  [...new Set(lines.flatMap(({ sku, manufacturer_sku, text }) => [sku, manufacturer_sku, text]))]
    .filter((text) => text)
    .join("\n")
    .toLowerCase();
