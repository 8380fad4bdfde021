import { button, facts, type Letter, letter, paragraph } from "../../platform/mail/letter.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";

/** To the owner of an account who has changed their second factors, or somebody in their session. */
export const factorsChangedLetter = (
  name: string,
  what: MessageText,
  at: Date,
  endLink: MessageLink,
): Letter =>
  letter(
    name,
    paragraph(what),
    facts({ When: messageText`${at.toUTCString()}` }),
    paragraph(
      messageText`If it wasn't you, end the session that did this now. What was added in it is removed, and you choose a new password.`,
    ),
    button("It wasn't me", endLink),
  );

/** To a user whose second factors an administrator has removed. */
export const factorsResetLetter = (publicUrl: string, name: string, at: Date): Letter =>
  letter(
    name,
    paragraph(
      messageText`An administrator removed the second factors of your account, and your sessions have ended.`,
    ),
    facts({ When: messageText`${at.toUTCString()}` }),
    paragraph(
      messageText`If you did not ask for it, choose a new password now, and tell an administrator of your company.`,
    ),
    button("Choose a new password", new MessageLink(publicUrl, "/forgot-password")),
  );
