import { button, facts, type Letter, letter, paragraph } from "../../platform/mail/letter.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";

interface Stated {
  readonly by: string;
  readonly until: Date;
  readonly reason: string | null;
}

const PAGE = "/configuration/support-access";

/** To the other company admins, when one of them grants support access. */
export const grantedLetter = (publicUrl: string, name: string, { by, until, reason }: Stated): Letter =>
  letter(
    name,
    paragraph(
      messageText`${by} has granted the provider's support access to your company. They can see what company admins see, and change nothing. Every page that they open is in the audit.`,
    ),
    facts({
      Until: messageText`${until.toUTCString()}`,
      Reason: reason === null ? undefined : messageText`${reason}`,
    }),
    button("Review support access", new MessageLink(publicUrl, PAGE)),
  );

export const revokedLetter = (publicUrl: string, name: string, by: string): Letter =>
  letter(
    name,
    paragraph(messageText`${by} has revoked the support access to your company. It ended at once.`),
    button("Review support access", new MessageLink(publicUrl, PAGE)),
  );
