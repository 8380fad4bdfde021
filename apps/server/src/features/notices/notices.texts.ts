import { stepReason } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import {
  button,
  choices,
  facts,
  items,
  type LetterPart,
  letter,
  link,
  paragraph,
} from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageLink,
  type MessageText,
  messageText,
  orderLink,
  portalLink,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";
import type { DecisionLinks } from "../decision-links/decision-links.service.ts";

export type NoticeTexts = Pick<Notification, "subject" | "body" | "text">;

/** The facts about an order that its messages state. */
export interface OrderFacts {
  readonly identifier: string;
  readonly site: string;
  readonly orderedBy: string | null;
  readonly total: string;
}

/** The step that an order is pending for. */
export interface StepFacts {
  readonly name: string;
  readonly limit: number;
  /** Of a budget's step. */
  readonly reason?: string | null;
}

/** The decision that a message offers to its reader, and what it rests on. */
export interface MessageDecision {
  /** The first lines, of `lineCount`. */
  readonly lines: readonly { readonly text: string; readonly quantity: string; readonly price: string }[];
  readonly lineCount: number;
  /** The names of the others who can decide. */
  readonly others: readonly string[];
  readonly links: DecisionLinks;
}

const titleOf = ({ identifier, total }: OrderFacts): MessageText =>
  messageText`Order ${identifier} for ${dollars(total)}`;

const OTHERS_NAMED = 5;

const othersOf = ({ others }: MessageDecision): MessageText => {
  if (others.length === 0) return messageText`No one`;
  const more = others.length - OTHERS_NAMED;
  const named = [
    ...others.slice(0, OTHERS_NAMED),
    ...(more > 0 ? [`${more.toLocaleString("en-US")} more`] : []),
  ];
  return messageText`${new LongValue(named.join(", "))}`;
};

const linesOf = ({ lines, lineCount }: Pick<MessageDecision, "lines" | "lineCount">): LetterPart[] => {
  if (lines.length === 0) return [];
  const more = lineCount - lines.length;
  const listed = lines.map(({ text, quantity, price }) => ({
    text: messageText`${Number(quantity).toLocaleString("en-US")} × ${text}, ${dollars(price)}`,
  }));
  const rest = more > 0 ? [{ text: messageText`and ${more.toLocaleString("en-US")} more` }] : [];
  return [items([...listed, ...rest], messageText`Items`)];
};

/** The two decisions, and the order itself for whoever wants to see more. */
const decisionsOf = (decision: MessageDecision | undefined, order: MessageLink): LetterPart[] =>
  decision
    ? [
        choices({ Approve: decision.links.approve, Reject: decision.links.reject }),
        link("Open the order in the portal", order),
      ]
    : [button("Open the order", order)];

/** What every message about a pending order states. */
const orderFacts = (order: OrderFacts, step: StepFacts, decision?: MessageDecision) =>
  facts({
    Site: messageText`${order.site}`,
    "Ordered by": messageText`${order.orderedBy ?? "N.A."}`,
    Total: messageText`${dollars(order.total)}`,
    Approval: messageText`${step.name}. ${stepReason(step.limit, step.reason)}`,
    "Others asked": decision && othersOf(decision),
  });

/** To an approver whose turn it is, or to their deputy. */
export const pendingNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  step: StepFacts,
  decision: MessageDecision | undefined,
  principal?: string,
): NoticeTexts => {
  const link = orderLink(publicUrl, order.identifier);
  const inPlaceOf = principal === undefined ? messageText`` : messageText` in place of ${principal}`;
  return {
    subject: messageText`${titleOf(order)} needs your approval`,
    body: letter(
      name,
      paragraph(messageText`Order ${order.identifier} is pending your approval${inPlaceOf}.`),
      orderFacts(order, step, decision),
      ...(decision ? linesOf(decision) : []),
      ...decisionsOf(decision, link),
    ),
    text: messageText`${titleOf(order)} (${order.site}) needs your approval${inPlaceOf}: ${link}`,
  };
};

/** To a company admin, when a step opens that no one else can decide about. */
export const unassignedNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  step: StepFacts,
  /** For an admin who may decide. */
  decision: MessageDecision | undefined,
): NoticeTexts => {
  const link = orderLink(publicUrl, order.identifier);
  const nextAction = decision
    ? messageText`As a company admin, you can approve or reject it yourself. You can also give the role or the site to someone who should decide.`
    : messageText`You placed this order or have already approved it, so you can't decide about it. Give the role or the site to someone who should decide.`;
  return {
    subject: messageText`${titleOf(order)} has no approver`,
    body: letter(
      name,
      paragraph(
        messageText`Order ${order.identifier} is pending, and no one can give the approval it needs.`,
      ),
      orderFacts(order, step, decision),
      ...(decision ? linesOf(decision) : []),
      paragraph(nextAction),
      ...decisionsOf(decision, link),
    ),
    text: messageText`${titleOf(order)} (${order.site}) is pending, and no one can give the approval it needs: ${link}`,
  };
};

const ORDERS_NAMED = 10;

/** To a company admin, when pending orders have lost their last approvers. */
export const lostApproversNotice = (
  publicUrl: string,
  name: string,
  identifiers: readonly string[],
): NoticeTexts => {
  const count = identifiers.length;
  const orders = count === 1 ? "1 pending order has" : `${count.toLocaleString("en-US")} pending orders have`;
  const more = count > ORDERS_NAMED ? ` and ${(count - ORDERS_NAMED).toLocaleString("en-US")} more` : "";
  const named = `${identifiers.slice(0, ORDERS_NAMED).join(", ")}${more}`;
  const link = portalLink(publicUrl, "/pending-approvals");
  return {
    subject: messageText`${orders} no approver`,
    body: letter(
      name,
      paragraph(
        messageText`The last user who could give the next approval has left, has another role, or no longer sees the site.`,
      ),
      facts({ Orders: messageText`${new LongValue(named)}` }),
      paragraph(
        messageText`As a company admin, you can approve or reject them, unless you placed them or have already approved them. You can also give the role or the site to someone who should decide.`,
      ),
      button("Open the pending orders", link),
    ),
    text: messageText`${orders} no approver: ${link}`,
  };
};
