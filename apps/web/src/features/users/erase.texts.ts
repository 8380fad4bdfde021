import { erasureMessages } from "@mcc/contract/erasure/erasure.messages.ts";

export const eraseTexts = {
  title: (name: string): string => `Erase ${name}`,
  hint: "Deleting keeps the name in orders, approvals and the audit. Erasing takes it out of these too.",
  ofDirectory:
    "This user is kept by your company's directory. Delete them there first, then erase them here.",
  gone: [
    "Name, username, e-mail addresses and phone numbers, also former ones, are removed from all records, texts and the audit; so are the messages to this person.",
    "They are signed out at once and leave all lists and approval rules.",
    "What they wrote and decided stays, as done by a former user with a number.",
    "What stays: files of documents, backups of the provider until they end, names that someone else has too, a phone number that another system sent as a number instead of a text, and inside texts a first or last name alone, or a name written differently.",
  ],
  final: "This cannot be undone.",
  typeName: (name: string): string => `Type ${name} to confirm`,
  wrongName: erasureMessages.wrongName,
  submit: "Erase",
  done: (id: number): string => `The person is being erased. History names them Former user ${id}.`,
  failed: "The person could not be erased",
} as const;
