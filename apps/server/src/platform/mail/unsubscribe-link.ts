import { TOPICS, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import type { Platform } from "../platform.ts";

/** People tidy up their mail much later; the link can do nothing but stop messages. */
const VALID_SECONDS = 400 * 24 * 60 * 60;

type Signing = Pick<Platform, "signedLinks" | "publicUrl">;

/** A link that stops the e-mails about one topic to one user, without a sign-in. */
export const unsubscribeLink = ({ signedLinks, publicUrl }: Signing, user: number, topic: Topic): string =>
  new URL(`/unsubscribe/${signedLinks.sign("unsubscribe", { user, topic }, VALID_SECONDS)}`, publicUrl())
    .href;

export const readUnsubscribeLink = (
  { signedLinks }: Pick<Signing, "signedLinks">,
  token: string,
): { userId: number; topic: Topic } | undefined => {
  const { user, topic } = signedLinks.verify("unsubscribe", token) ?? {};
  const known = TOPICS.find((one) => one === topic);
  return typeof user === "number" && known ? { userId: user, topic: known } : undefined;
};

/** With these a mail program shows its own button, which posts to the link (RFC 8058). */
export const unsubscribeHeaders = (link: string): Record<string, string> => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
