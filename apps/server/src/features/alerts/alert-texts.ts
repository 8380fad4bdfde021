import {
  button,
  items,
  type LetterPart,
  letter,
  link as linkTo,
  paragraph,
} from "../../platform/mail/letter.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";
import type { AlertsOfUser, SentAlert } from "./alert-mails.queries.ts";
import type { Digest } from "./digests.queries.ts";

type Texts = Pick<Notification, "subject" | "body" | "text">;

const numbers = new Intl.NumberFormat("en-US");

/** The order of an alert, or the alerts. */
const alertLink = (publicUrl: string, { order }: SentAlert): MessageLink =>
  new MessageLink(publicUrl, order === null ? "/alerts" : `/orders/${encodeURIComponent(order)}`);

const CONFIGURE = "/alerts/configure";

/** One alert. */
export const alertNotice = (publicUrl: string, name: string, alert: SentAlert): Texts => {
  const link = alertLink(publicUrl, alert);
  return {
    subject: messageText`${alert.content}`,
    body: letter(
      name,
      paragraph(messageText`${alert.content}.`),
      button(alert.order === null ? "Open your alerts" : "Open the order", link),
      linkTo("Change your alert rules", new MessageLink(publicUrl, CONFIGURE)),
    ),
    text: messageText`${alert.content}: ${link}`,
  };
};

/** The alerts that are listed, and the number of the others. */
const listed = (
  shown: readonly { readonly text: MessageText; readonly link?: MessageLink }[],
  count: number,
): LetterPart[] => [
  items(shown),
  ...(count > shown.length
    ? [paragraph(messageText`… and ${numbers.format(count - shown.length)} more.`)]
    : []),
];

/** Many alerts at once, in one message. */
export const manyAlertsNotice = (publicUrl: string, { name, count, alerts }: AlertsOfUser): Texts => {
  const title = messageText`${numbers.format(count)} new alerts`;
  const link = new MessageLink(publicUrl, "/alerts");
  const shown = alerts.map((alert) => ({
    text: messageText`${alert.content}`,
    link: alertLink(publicUrl, alert),
  }));
  return {
    subject: title,
    body: letter(
      name,
      paragraph(messageText`You have ${title}:`),
      ...listed(shown, count),
      button("Open your alerts", link),
    ),
    text: messageText`${title}: ${link}`,
  };
};

const LAST_DAY = { DAILY: 0, WEEKLY: 6 } as const;
const DAY = 86_400_000;

/** The orders of a site in the days of a digest. */
const ordersLink = (publicUrl: string, { site }: SentAlert, digest: Digest, start: string): MessageLink => {
  const end = new Date(Date.parse(start) + LAST_DAY[digest] * DAY).toISOString().slice(0, 10);
  const filters = new URLSearchParams({ site, orderDate_after: start, orderDate_before: end });
  return new MessageLink(publicUrl, `/orders?${filters}`);
};

/** What happened at the sites of a user in a day or a week. */
export const digestNotice = (
  publicUrl: string,
  { name, count, alerts }: AlertsOfUser,
  digest: Digest,
  start: string,
): Texts => {
  const subject =
    digest === "DAILY"
      ? messageText`Your daily digest for ${start}`
      : messageText`Your weekly digest for the week of ${start}`;
  const link = new MessageLink(publicUrl, "/alerts");
  const shown = alerts.map((alert) => ({
    text: messageText`${alert.content}`,
    link: ordersLink(publicUrl, alert, digest, start),
  }));
  return {
    subject,
    body: letter(
      name,
      paragraph(messageText`This is what your alert rules found:`),
      ...listed(shown, count),
      button("Open your alerts", link),
      linkTo("Change your alert rules", new MessageLink(publicUrl, CONFIGURE)),
    ),
    text: messageText`${subject}: ${link}`,
  };
};
