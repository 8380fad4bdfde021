import { dayIn } from "@mcc/contract/kit/calendar.ts";
import {
  button,
  facts,
  items,
  type LetterPart,
  letter,
  link as linkTo,
  paragraph,
} from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageLink,
  messageText,
  portalLink,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";
import type { AlertsOfUser, SentAlert } from "./alert-mails.queries.ts";
import type { Digest } from "./digests.queries.ts";

type Texts = Pick<Notification, "subject" | "body" | "text">;

const numbers = new Intl.NumberFormat("en-US");

/** The order of an alert, or the alerts. */
const alertLink = (publicUrl: string, { order }: SentAlert): MessageLink =>
  portalLink(publicUrl, order === null ? "/alerts" : `/orders/${encodeURIComponent(order)}`);

const openAlerts = (publicUrl: string) => button("Open your alerts", portalLink(publicUrl, "/alerts"));
const changeRules = (publicUrl: string) =>
  linkTo("Change your alert rules", portalLink(publicUrl, "/alerts/configure"));

/** One alert, which is the subject and the heading. */
export const alertNotice = (publicUrl: string, name: string, alert: SentAlert): Texts => {
  const { content, site, order, total } = alert;
  const link = alertLink(publicUrl, alert);
  const all = portalLink(publicUrl, "/alerts");
  return {
    subject: messageText`${content}`,
    body: letter(
      name,
      paragraph(messageText`This is what one of your alert rules found.`),
      facts({
        Site: site === "" ? undefined : messageText`${site}`,
        Order: order === null ? undefined : messageText`${order}`,
        Total: total === null ? undefined : messageText`${dollars(total)}`,
      }),
      ...(order === null
        ? [openAlerts(publicUrl)]
        : [button("Open the order", link), linkTo("See all your alerts", all)]),
      changeRules(publicUrl),
    ),
    text: messageText`${content}: ${link}`,
  };
};

/** The number of the alerts that are not listed. */
const unlisted = ({ count, alerts }: AlertsOfUser): LetterPart[] =>
  count > alerts.length ? [paragraph(messageText`… and ${numbers.format(count - alerts.length)} more.`)] : [];

/** Many alerts at once, in one message. */
export const manyAlertsNotice = (publicUrl: string, user: AlertsOfUser): Texts => {
  const title = messageText`${numbers.format(user.count)} new alerts`;
  const shown = user.alerts.map((alert) => ({
    text: messageText`${new LongValue(alert.content)}`,
    link: alertLink(publicUrl, alert),
  }));
  return {
    subject: title,
    body: letter(
      user.name,
      paragraph(messageText`You have ${title}:`),
      items(shown),
      ...unlisted(user),
      openAlerts(publicUrl),
      changeRules(publicUrl),
    ),
    text: messageText`${title}: ${portalLink(publicUrl, "/alerts")}`,
  };
};

const LAST_DAY = { DAILY: 0, WEEKLY: 6 } as const;
const DAY = 86_400_000;

/** The orders of a site in the days of a digest. */
const ordersLink = (publicUrl: string, site: string, digest: Digest, start: string): MessageLink => {
  const end = new Date(Date.parse(start) + LAST_DAY[digest] * DAY).toISOString().slice(0, 10);
  const filters = new URLSearchParams({ site, orderDate_after: start, orderDate_before: end });
  return portalLink(publicUrl, `/orders?${filters}`);
};

const statedDay = dayIn("UTC");

/** An alert without its site and its day or week, which are above it. */
const shortened = ({ content, site }: SentAlert, start: string): LongValue =>
  new LongValue(
    [` for ${site}`, ` on ${statedDay(start)}`, ` in the week of ${statedDay(start)}`].reduce(
      (text, stated) => text.replace(stated, ""),
      content,
    ),
  );

/** What happened at the sites of a user in a day or a week. */
export const digestNotice = (publicUrl: string, user: AlertsOfUser, digest: Digest, start: string): Texts => {
  const day = statedDay(start);
  const subject =
    digest === "DAILY"
      ? messageText`Your daily digest for ${day}`
      : messageText`Your weekly digest for the week of ${day}`;
  const atSite = (site: string, alerts: readonly SentAlert[]): LetterPart => {
    const link = ordersLink(publicUrl, site, digest, start);
    const listed = alerts.map((alert) => ({ text: messageText`${shortened(alert, start)}`, link }));
    return items(listed, messageText`${site}`);
  };
  return {
    subject,
    body: letter(
      user.name,
      paragraph(messageText`This is what your alert rules found:`),
      ...[...Map.groupBy(user.alerts, ({ site }) => site)].map(([site, alerts]) => atSite(site, alerts)),
      ...unlisted(user),
      openAlerts(publicUrl),
      changeRules(publicUrl),
    ),
    text: messageText`${subject}: ${portalLink(publicUrl, "/alerts")}`,
  };
};
