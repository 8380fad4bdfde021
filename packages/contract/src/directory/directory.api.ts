import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, dateColumn, textColumn } from "../kit/list-columns.ts";
import {
  DIRECTORY_ACTIONS,
  DIRECTORY_RECORDS,
  DIRECTORY_RESULTS,
  DirectoryEntry,
  DirectoryToken,
  MOST_DIRECTORY_TOKENS,
  NewDirectoryToken,
} from "./directory.schema.ts";

const tokens = { path: "/accounts/directory-tokens/", allow: "company-admin", support: "refused" } as const;

export const directoryTokens = endpoint({
  ...tokens,
  method: "GET",
  summary: "List the tokens of the company's directory, the latest first",
  reply: z.object({
    results: z.array(DirectoryToken),
    /** What is entered in the directory beside the token. */
    address: z.string(),
  }),
});

export const createDirectoryToken = endpoint({
  ...tokens,
  method: "POST",
  summary: "Create a token for the company's directory; only this response shows it",
  description: `A company has at most ${MOST_DIRECTORY_TOKENS}. The directory sends it to /scim/v2/ as Authorization: Bearer {token}.`,
  confirm: "security",
  body: NewDirectoryToken,
  reply: DirectoryToken.extend({ token: z.string() }),
  fails: ["directory.tokens_full"],
});

export const deleteDirectoryToken = endpoint({
  ...tokens,
  method: "DELETE",
  path: "/accounts/directory-tokens/:id/",
  summary: "Delete a token of the company's directory; it ends at once",
  description:
    "Without any token, the users that the directory kept can be edited in the portal again, and the groups that it has named count no more from their next sign-in with a provider on.",
  confirm: "security",
  params: z.object({ id: pathId }),
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

/** What the directory did, the latest first. */
export const directoryLog = list({
  name: "directory-log",
  path: "/accounts/directory-log/",
  summary: "what the company's directory did",
  allow: "company-admin",
  row: DirectoryEntry,
  sort: "-at",
  essentials: ["at", "action", "record", "result", "detail"],
  columns: {
    at: dateColumn("When"),
    record_type: choiceColumn("Type", DIRECTORY_RECORDS),
    action: choiceColumn("Action", DIRECTORY_ACTIONS),
    record: textColumn("Record"),
    result: choiceColumn("Result", DIRECTORY_RESULTS),
    detail: textColumn("Details"),
    token: textColumn("Token"),
  },
});
