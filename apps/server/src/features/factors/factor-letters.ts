import { button, facts, type Letter, letter, paragraph } from "../../platform/mail/letter.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";

/** To the owner of an account, whenever their second factors change. */
export const factorLetter = (publicUrl: string, name: string, what: MessageText, at: Date): Letter =>
  letter(
    name,
    paragraph(what),
    facts({ When: messageText`${at.toUTCString()}` }),
    paragraph(
      messageText`If it wasn't you, choose a new password now, and tell an administrator of your company.`,
    ),
    button("Choose a new password", new MessageLink(publicUrl, "/forgot-password")),
  );
