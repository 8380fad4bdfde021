import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { queryId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, dateColumn, textColumn } from "../kit/list-columns.ts";
import {
  CompanySession,
  OWN_SIGN_INS,
  OwnSignIn,
  SIGN_IN_METHODS,
  SIGN_IN_RESULTS,
  SignIn,
} from "./sign-ins.schema.ts";

const signIns = {
  row: SignIn,
  sort: "-at",
  essentials: ["at", "user", "result", "address"],
  columns: {
    at: dateColumn("When"),
    user: textColumn("User"),
    method: choiceColumn("Method", SIGN_IN_METHODS),
    result: choiceColumn("Result", SIGN_IN_RESULTS),
    address: textColumn("Address"),
    device: textColumn("Device"),
    reference: textColumn("Reference"),
    reason: textColumn("Reason"),
  },
} as const;

/** The sign-ins of the company's users, the latest first. */
export const signInList = list({
  ...signIns,
  name: "sign-ins",
  path: "/accounts/sign-ins/",
  summary: "the sign-ins of the company's users",
  allow: "company-admin",
});

/** Those of platform admins, and those of accounts that do not exist. */
export const platformSignInList = list({
  ...signIns,
  name: "platform-sign-ins",
  path: "/mcc-admin/sign-ins/",
  summary: "the sign-ins of platform admins, and those of accounts that do not exist",
  allow: "mcc-admin",
});

export const ownSignIns = endpoint({
  method: "GET",
  path: "/accounts/profile/sign-ins/",
  summary: `List the last ${OWN_SIGN_INS} sign-ins of the signed-in user, the latest first`,
  allow: "session:own",
  reply: z.object({ results: z.array(OwnSignIn) }),
});

export const companySessionList = list({
  name: "company-sessions",
  path: "/accounts/company-sessions/",
  summary: "the sessions of the company's users",
  allow: "company-admin",
  row: CompanySession,
  sort: "-last_used_at",
  essentials: ["user", "device", "last_used_at"],
  columns: {
    user: textColumn("User"),
    device: textColumn("Device"),
    address: textColumn("Address"),
    method: choiceColumn("Method", SIGN_IN_METHODS),
    created_at: dateColumn("Signed In", { range: "created" }),
    last_used_at: dateColumn("Last Used", { range: "last_used" }),
  },
});

const Ended = z.object({ detail: z.string(), ended: z.number() });

export const endCompanySession = endpoint({
  method: "DELETE",
  path: "/accounts/company-sessions/:id/",
  summary: "End a session of a user of the company",
  allow: "company-admin",
  params: z.object({ id: z.string().max(64) }),
  reply: Ended,
  fails: ["not_found"],
});

export const endCompanySessions = endpoint({
  method: "DELETE",
  path: "/accounts/company-sessions/",
  summary: "End all sessions of a user, or those of all users of the company, but this one",
  allow: "company-admin",
  query: z.strictObject({ user: queryId.describe("The id of a user; left out: all users").optional() }),
  reply: Ended,
  fails: ["not_found"],
});
