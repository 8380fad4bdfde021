import { button, items, letter, paragraph } from "../../platform/mail/letter.ts";
import { LongValue, messageText, portalLink } from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";
import type { LostRule } from "./coverage.queries.ts";

const sitesOf = ({ sites, count }: LostRule): string => {
  const more = count - sites.length;
  return [...sites, ...(more > 0 ? [`${more.toLocaleString("en-US")} more`] : [])].join(", ");
};

/** In words, as the log and the message state it. */
export const lostRuleText = (rule: LostRule): string =>
  rule.holder === "role"
    ? `The approvals of the role ${rule.name} are pending for no one at ${sitesOf(rule)}.`
    : `The approvals of ${rule.name} are pending for no one at ${sitesOf(rule)}.`;

/** Tells a company admin what nobody can approve anymore. */
export const uncoveredNotice = (
  base: string,
  name: string,
  user: string,
  how: "deactivated" | "deleted",
  rules: readonly LostRule[],
): Pick<Notification, "subject" | "body" | "text"> => {
  const said = messageText`${user} was ${how} by your company's directory.`;
  return {
    subject: messageText`No one can approve in place of ${user}`,
    body: letter(
      name,
      paragraph(said),
      items(
        rules.map((rule) => ({ text: messageText`${new LongValue(lostRuleText(rule))}` })),
        messageText`What is no longer covered`,
      ),
      paragraph(messageText`Until someone else can approve there, company admins decide about these orders.`),
      button("See who can approve", portalLink(base, "/configuration/access")),
    ),
    text: messageText`${said} No one else can approve some of their orders. ${portalLink(base, "/configuration/access")}`,
  };
};
