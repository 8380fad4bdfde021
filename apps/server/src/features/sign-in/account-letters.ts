import { button, facts, type Letter, letter, link, paragraph } from "../../platform/mail/letter.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";

/** To someone who forgot a password. */
export const resetLetter = (name: string, resetLink: MessageLink): Letter =>
  letter(
    name,
    paragraph(
      messageText`Someone, probably you, requested a new password for the Management Control Center. Choose one within one hour.`,
    ),
    button("Choose a new password", resetLink),
    paragraph(messageText`If it wasn't you, ignore this e-mail. Your password is unchanged.`),
  );

/** To an administrator of a company, whom the platform invites to choose a password. */
export const invitationLetter = (
  publicUrl: string,
  invited: {
    readonly name: string;
    readonly username: string;
    readonly company: string;
    readonly by: string;
  },
  passwordLink: MessageLink,
): Letter =>
  letter(
    invited.name,
    paragraph(
      messageText`${invited.by} invited you to administer ${invited.company} in the Management Control Center.`,
    ),
    facts({ Company: messageText`${invited.company}`, Username: messageText`${invited.username}` }),
    paragraph(messageText`Set your password within one week to accept.`),
    button("Accept the invitation", passwordLink),
    link("Then sign in here", new MessageLink(publicUrl, "/")),
  );

/** After every change of a password, to its owner. */
export const passwordChangedLetter = (publicUrl: string, name: string, at: Date): Letter =>
  letter(
    name,
    paragraph(messageText`The password of your account was changed, and your other sessions have ended.`),
    facts({ When: messageText`${at.toUTCString()}` }),
    paragraph(
      messageText`If it wasn't you, choose a new password now, and tell an administrator of your company.`,
    ),
    button("Choose a new password", new MessageLink(publicUrl, "/forgot-password")),
  );

/** To an address that somebody wants for their account. */
export const confirmEmailLetter = (name: string, username: string, confirmLink: MessageLink): Letter =>
  letter(
    name,
    paragraph(
      messageText`Someone, probably you, wants to use this address in the Management Control Center. It counts once you confirm it, within 24 hours.`,
    ),
    facts({ Username: messageText`${username}` }),
    button("Confirm this address", confirmLink),
    paragraph(messageText`If it wasn't you, ignore this e-mail. Nothing changes.`),
  );

const emailChanged = paragraph(
  messageText`The e-mail address of your account was changed. Messages now go to the new one, and links that were sent to this one no longer work.`,
);

/** To the address that an account had until its user confirmed another one. */
export const emailChangedLetter = (name: string, newEmail: string, undoLink: MessageLink): Letter =>
  letter(
    name,
    emailChanged,
    facts({ "New address": messageText`${newEmail}` }),
    paragraph(
      messageText`If it wasn't you, restore this address within 7 days. That also signs out everybody who uses your account.`,
    ),
    button("Restore this address", undoLink),
  );

/** To the address that an account had until an administrator corrected it. */
export const emailCorrectedLetter = (name: string, newEmail: string, by: string): Letter =>
  letter(
    name,
    emailChanged,
    facts({ "New address": messageText`${newEmail}`, "Changed by": messageText`${by}` }),
    paragraph(messageText`If this is wrong, tell an administrator of your company.`),
  );

/** To the address that an account had until its former user restored theirs. */
export const emailRestoredLetter = (name: string, email: string): Letter =>
  letter(
    name,
    paragraph(
      messageText`The change of your e-mail address was undone, by a link that was sent to the address you had before. You are signed out everywhere.`,
    ),
    facts({ "Your address": messageText`${email}` }),
    paragraph(messageText`If it wasn't you, tell an administrator of your company at once.`),
  );

/** After a sign-in from a device that the user has not used before. */
export const newDeviceLetter = (
  name: string,
  { device, address, at }: { readonly device: string; readonly address: string; readonly at: Date },
  endLink: MessageLink,
): Letter =>
  letter(
    name,
    paragraph(messageText`Someone signed in to your account from a device that was not used before.`),
    facts({
      Device: messageText`${device}`,
      Address: messageText`${address}`,
      When: messageText`${at.toUTCString()}`,
    }),
    paragraph(
      messageText`If it was you, there is nothing to do. If it wasn't you, end this session and choose a new password now.`,
    ),
    button("It wasn't me", endLink),
  );
