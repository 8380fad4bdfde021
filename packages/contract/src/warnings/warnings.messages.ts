import { dollars } from "../approval-rules/approval-rules.messages.ts";
import type { WarningKind } from "./warnings.schema.ts";

/** Why two orders are compared. */
export const COMPARED_BECAUSE = ["person", "site", "po", "lines"] as const;
export type ComparedBecause = (typeof COMPARED_BECAUSE)[number];

/** What an order is compared with, for one reader. */
export interface ComparedOrders {
  /** The identifiers of the orders that the reader may see. */
  readonly named: readonly string[];
  /** Whether there are others, which stay unnamed. */
  readonly hidden: boolean;
}

export const warningNames: Record<WarningKind, string> = {
  split: "Likely split",
  duplicate: "Likely duplicate",
};

const names = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "order A-1", "orders A-1 and A-2", "another order at a site that you can't see". */
const ordersText = ({ named, hidden }: ComparedOrders): string => {
  if (named.length === 0) return "another order at a site that you can't see";
  const words = named.length === 1 ? "order" : "orders";
  return hidden
    ? `${words} ${names.format(named)} and others at sites that you can't see`
    : `${words} ${names.format(named)}`;
};

const SAME = { person: "placed by the same person", site: "for the same site" } as const;

/** `sum` is known only if the reader may see every order in it. */
export const splitText = (
  because: keyof typeof SAME,
  compared: ComparedOrders,
  limit: number,
  sum: string | undefined,
): string =>
  `Together with ${ordersText(compared)}, ${SAME[because]} within 24 hours, it ${
    sum ? `comes to ${sum} and ` : ""
  }reaches the limit of ${dollars(limit)}.`;

export const duplicateText = (
  because: "po" | "lines",
  compared: ComparedOrders,
  poNumber: string | null,
): string =>
  because === "po"
    ? `It has the same PO number${poNumber ? `, ${poNumber},` : ""} as ${ordersText(compared)}, within 30 days.`
    : `It has the same items and quantities for the same site as ${ordersText(compared)}, within 30 days.`;
