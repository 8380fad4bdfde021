import { button, items, letter, paragraph } from "../../platform/mail/letter.ts";
import { LongValue, type MessageText, messageText, portalLink } from "../../platform/mail/message-text.ts";
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

/** What the directory did, after which nobody can approve something. */
export interface Cause {
  readonly subject: MessageText;
  readonly said: MessageText;
}

export const userCause = (user: string, how: "deactivated" | "deleted"): Cause => ({
  subject: messageText`No one can approve in place of ${user}`,
  said: messageText`${user} was ${how} by your company's directory.`,
});

export const groupCause = (group: string, how: "created" | "changed" | "deleted"): Cause => ({
  subject: messageText`No one can approve some orders since the group ${group} was ${how}`,
  said: messageText`The group ${group} was ${how} by your company's directory.`,
});

/** Tells a company admin what nobody can approve anymore. */
export const uncoveredNotice = (
  base: string,
  name: string,
  { subject, said }: Cause,
  rules: readonly LostRule[],
): Pick<Notification, "subject" | "body" | "text"> => ({
  subject,
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
  text: messageText`${said} No one else can approve some orders. ${portalLink(base, "/configuration/access")}`,
});
