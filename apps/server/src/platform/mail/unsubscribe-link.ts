import { TOPICS, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import type { Services } from "../services.ts";

/** People tidy up their mail much later; the link can do nothing but stop messages. */
const VALID_SECONDS = 400 * 24 * 60 * 60;

type Signing = Pick<Services, "signedLinks" | "publicUrl">;

interface Subscription {
  readonly userId: number;
  /** Of the address that the e-mail goes to: with another address of the user the link ends. */
  readonly emailVersion: number;
  readonly topic: Topic;
}

/** A link that stops the e-mails about one topic to one user, without a sign-in. */
export const unsubscribeLink = (
  { signedLinks, publicUrl }: Signing,
  { userId: user, emailVersion: email, topic }: Subscription,
): string => {
  const token = signedLinks.sign("unsubscribe", { user, email, topic }, VALID_SECONDS);
  return new URL(`/unsubscribe/${token}`, publicUrl()).href;
};

export const readUnsubscribeLink = (
  { signedLinks }: Pick<Signing, "signedLinks">,
  token: string,
): Subscription | undefined => {
  // Links of an earlier version name no address: they are of the first one.
  const { user, email = 0, topic } = signedLinks.verify("unsubscribe", token) ?? {};
  const known = TOPICS.find((one) => one === topic);
  return typeof user === "number" && typeof email === "number" && known
    ? { userId: user, emailVersion: email, topic: known }
    : undefined;
};

/** With these a mail program shows its own button, which posts to the link (RFC 8058). */
export const unsubscribeHeaders = (link: string): Record<string, string> => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
