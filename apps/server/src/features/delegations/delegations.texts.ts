import { momentIn } from "@mcc/contract/kit/calendar.ts";
import { button, facts, items, letter, paragraph } from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageText,
  messageText,
  orderLink,
  portalLink,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";
import type { DecidedOrder, UnnotifiedDelegation } from "./delegation-notices.queries.ts";

type Texts = Pick<Notification, "subject" | "body" | "text">;

const delegationFacts = (given: UnnotifiedDelegation) =>
  facts({
    "Who is away": messageText`${given.principal.name}`,
    Deputy: messageText`${given.deputy.name}`,
    From: messageText`${momentIn(given.time_zone)(given.starts_at)} (${given.time_zone})`,
    Until: messageText`${momentIn(given.time_zone)(given.ends_at)} (${given.time_zone})`,
    "Up to a total of": given.cap === null ? undefined : messageText`${dollars(given.cap)}`,
    Sites: given.sites.length === 0 ? undefined : messageText`${new LongValue(given.sites.join(", "))}`,
    Note: given.note === "" ? undefined : messageText`${new LongValue(given.note)}`,
  });

const decidedItem =
  (publicUrl: string) =>
  ({ identifier, total, is_rejected }: DecidedOrder) => ({
    text: messageText`Order ${identifier} for ${dollars(total)}: ${is_rejected ? "rejected" : "approved"}`,
    link: orderLink(publicUrl, identifier),
  });

/** What was decided in place of the one who was away; only they get it. */
const decisionsOf = (
  publicUrl: string,
  { decisions, decision_count: count, deputy }: UnnotifiedDelegation,
) => {
  if (count === 0) return [paragraph(messageText`${deputy.name} decided about no order for you.`)];
  const more = count - decisions.length;
  const title = messageText`${deputy.name} decided for you about ${count === 1 ? "1 order" : `${count} orders`}:`;
  return [
    items(decisions.map(decidedItem(publicUrl)), title),
    ...(more > 0 ? [paragraph(messageText`${String(more)} more are in the audit.`)] : []),
  ];
};

/** What has happened, to the one who is away or to the deputy. */
const headline = (given: UnnotifiedDelegation, isPrincipal: boolean): MessageText => {
  const { principal, deputy, is_over, never_began } = given;
  if (never_began)
    return isPrincipal
      ? messageText`${deputy.name} will not be your deputy`
      : messageText`You will not be the deputy of ${principal.name}`;
  if (is_over)
    return isPrincipal
      ? messageText`${deputy.name} is no longer your deputy`
      : messageText`You are no longer the deputy of ${principal.name}`;
  return isPrincipal
    ? messageText`${deputy.name} is now your deputy`
    : messageText`You are now the deputy of ${principal.name}`;
};

const reasonOf = ({ is_over, ended_by }: UnnotifiedDelegation): MessageText => {
  if (!is_over) return messageText`The deputy may decide about the pending orders of the one who is away.`;
  return ended_by === null
    ? messageText`The delegation is over.`
    : messageText`${ended_by} ended the delegation.`;
};

/** To the one who is away and to the deputy, when a delegation begins or is over. */
export const delegationNotice = (
  publicUrl: string,
  given: UnnotifiedDelegation,
  isPrincipal: boolean,
): Texts => {
  const subject = headline(given, isPrincipal);
  const link = portalLink(publicUrl, isPrincipal ? "/profile" : "/pending-approvals");
  return {
    subject,
    body: letter(
      isPrincipal ? given.principal.name : given.deputy.name,
      paragraph(messageText`${subject}.`),
      paragraph(reasonOf(given)),
      delegationFacts(given),
      ...(isPrincipal && given.is_over ? decisionsOf(publicUrl, given) : []),
      button(isPrincipal ? "Open your profile" : "Open the pending orders", link),
    ),
    text: messageText`${subject}: ${link}`,
  };
};
