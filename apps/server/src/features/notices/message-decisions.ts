import type { CompanyData } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { OrderToDecide } from "../approval-steps/approval-steps.service.ts";
import { addDecisionLinks } from "../decision-links/decision-links.service.ts";
import { listedFirstLines } from "./notices.queries.ts";
import type { MessageDecision } from "./notices.texts.ts";

/** The order's page has all of them. */
const LINES_IN_MESSAGE = 6;

interface Offer {
  readonly order: Pick<OrderToDecide, "id" | "total">;
  readonly stepId: number;
  /** Who gets it, at which address. */
  readonly to: { readonly id: number; readonly email: string };
  /** All who may decide. */
  readonly deciding: readonly { readonly id: number; readonly name: string }[];
}

/** Adds what a message about one of the listed orders offers to its reader, in the transaction that stores the message. */
export const listedMessageDecisions = async (
  publicUrl: string,
  data: CompanyData,
  listed: ListedIds,
): Promise<(offer: Offer) => Promise<MessageDecision>> => {
  const linesOf = await listedFirstLines(data, listed, LINES_IN_MESSAGE);
  return async ({ order, stepId, to, deciding }) => {
    const target = { userId: to.id, orderId: order.id, stepId, total: order.total };
    return {
      ...linesOf(order.id),
      others: deciding.filter(({ id }) => id !== to.id).map(({ name }) => name),
      links: await addDecisionLinks(publicUrl, data, target, to.email),
    };
  };
};
