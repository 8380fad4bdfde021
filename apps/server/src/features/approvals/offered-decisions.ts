import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { CompanyData } from "./company-data.ts";
import { addDecisionLinks } from "./decision-links.service.ts";
import type { OfferedDecision } from "./notice-texts.ts";
import { listedFirstLines } from "./notices.queries.ts";
import type { OrderToDecide } from "./orders-to-decide.queries.ts";

/** The order's page has all of them. */
const LINES_IN_MESSAGE = 6;

interface Offer {
  readonly order: Pick<OrderToDecide, "id" | "total">;
  readonly stepId: number;
  /** Who gets it. */
  readonly userId: number;
  /** All who may decide. */
  readonly deciding: readonly { readonly id: number; readonly name: string }[];
}

/** Adds what a message about one of the listed orders offers to its reader, in the transaction that stores the message. */
export const listedOffers = async (
  publicUrl: string,
  data: CompanyData,
  listed: ListedIds,
): Promise<(offer: Offer) => Promise<OfferedDecision>> => {
  const linesOf = await listedFirstLines(data, listed, LINES_IN_MESSAGE);
  return async ({ order, stepId, userId, deciding }) => {
    const target = { userId, orderId: order.id, stepId, total: order.total };
    return {
      ...linesOf(order.id),
      others: deciding.filter(({ id }) => id !== userId).map(({ name }) => name),
      links: await addDecisionLinks(publicUrl, data, target),
    };
  };
};
