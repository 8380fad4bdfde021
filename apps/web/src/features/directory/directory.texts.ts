import { MOST_DIRECTORY_TOKENS } from "@mcc/contract/directory/directory.schema.ts";

/** Texts of what the company's directory is given, and of what it did. */
export const directoryTexts = {
  above: "Single Sign-on",
  title: "Directory",
  hint: "Your directory creates, changes and deactivates users by SCIM. What it keeps cannot be edited here, and who leaves the company is signed out at once.",
  failed: "The tokens of your directory could not be loaded",
  address: "SCIM address (tenant URL)",
  table: "Tokens of the directory",
  none: "Create a token, and enter it in your directory with the address above.",
  create: "Create Token",
  createSubmit: "Create",
  full: `There can be ${MOST_DIRECTORY_TOKENS} tokens, so that one can be replaced without an interruption. Delete one to create another.`,
  name: "Name",
  nameHint: "Where it is entered, for example Entra ID.",
  prefix: "Begins with",
  created: "Created",
  createdBy: (at: string, name: string | null): string => (name ? `${at} by ${name}` : at),
  lastUse: "Last use",
  never: "Never",
  actions: "Actions",
  tokenCreated: "The token was created",
  createFailed: "The token was not created",
  tokenTitle: "Copy the new token",
  tokenNote: "It is shown only this once. Enter it in your directory as the secret token.",
  tokenNoun: "token",
  deleteTitle: "Delete a token",
  deleteQuestion: (name: string, isLast: boolean): string =>
    isLast
      ? `Delete ${name}? Your directory is refused at once. It is the last token: the users that the directory kept can be edited here again, and its groups count no more when they sign in with a provider.`
      : `Delete ${name}? What uses it is refused at once. The other token stays valid.`,
  delete: "Delete",
  deleted: "The token was deleted",
  deleteFailed: "The token was not deleted",

  log: "Directory Log",
  logHint: "What the directory did, and what was refused.",
  noun: "Entries",
  searched: "Record, details or token",
  noEntries:
    "What your directory creates, changes or deactivates appears here, also what was refused and why.",
} as const;
