import type { Topic } from "@mcc/contract/profile/notification-topics.ts";
import { REPORTS_PAGE } from "@mcc/contract/reports/report-pages.ts";
import type { Services } from "../services.ts";
import type { Letter } from "./letter.ts";
import { portalLink } from "./message-text.ts";
import { unsubscribeLink } from "./unsubscribe-link.ts";

/** How the company of a message presents itself. */
export interface Brand {
  readonly label: string;
  /** The address of a picture that mail programs can load. */
  readonly logo: string | undefined;
  readonly accent: string;
}

/** What surrounds the content of a letter. */
export interface Envelope {
  readonly subject: string;
  readonly brand: Brand;
  readonly footer: readonly { readonly text: string; readonly href?: string }[];
  /** For messages that users can turn off with one click. */
  readonly unsubscribe: string | undefined;
}

/** A stored message, with what its company looks like; without a company it is of the provider. */
export interface BrandedMessage {
  readonly subject: string;
  readonly user_id: number | null;
  /** Of the user's address; nothing when the message goes to another one, such as a former one. */
  readonly email_version: number | null;
  readonly topic: string | null;
  readonly label: string | null;
  readonly logo: string | null;
  readonly accent_color: string | null;
}

const PROVIDER = "Management Control Center";
const DEFAULT_ACCENT = "#1f6feb";
const UNSUBSCRIBE: Partial<Record<Topic, string>> = {
  alerts: "Stop alerts by e-mail",
  digests: "Stop digests by e-mail",
};

/** Messages about reports, which are no topic: each is ended on its own. */
export const REPORTS = "reports";

/** Mail programs load pictures by https only, and show no SVG, which a word mark is. */
const pictureOf = (logo: string | null, publicUrl: string): string | undefined => {
  const address = logo && URL.canParse(logo, publicUrl) ? new URL(logo, publicUrl) : undefined;
  return address?.protocol === "https:" && !address.pathname.endsWith(".svg") ? address.href : undefined;
};

const aboutTopic = (topic: string | null, publicUrl: string): Envelope["footer"][number] => {
  if (topic === REPORTS)
    return { text: "See your reports", href: portalLink(publicUrl, REPORTS_PAGE).address };
  if (topic)
    return { text: "Choose which messages you get", href: portalLink(publicUrl, "/profile").address };
  return { text: "This message is about the security of your account, so it is always sent." };
};

export const envelopeOf = (
  services: Pick<Services, "signedLinks" | "publicUrl">,
  { subject, user_id, email_version, topic, label, logo, accent_color }: BrandedMessage,
  { ending }: Pick<Letter, "ending"> = {},
): Envelope => {
  const words = ending?.label ?? UNSUBSCRIBE[topic as Topic];
  const unsubscribe =
    ending?.href ??
    (words && user_id && email_version !== null
      ? unsubscribeLink(services, { userId: user_id, emailVersion: email_version, topic: topic as Topic })
      : undefined);
  return {
    subject,
    brand: {
      label: label ? `${label} · ${PROVIDER}` : PROVIDER,
      logo: pictureOf(logo, services.publicUrl()),
      accent: accent_color ?? DEFAULT_ACCENT,
    },
    footer: [
      aboutTopic(topic, services.publicUrl()),
      ...(words && unsubscribe ? [{ text: words, href: unsubscribe }] : []),
    ],
    unsubscribe,
  };
};
