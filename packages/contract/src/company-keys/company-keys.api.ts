import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import {
  CompanyKey,
  CompanyKeyDetails,
  DELETED_KEYS_KEPT_DAYS,
  MOST_COMPANY_KEYS,
  NewCompanyKey,
  ReplaceCompanyKey,
} from "./company-keys.schema.ts";

const keys = { path: "/accounts/api-keys/", allow: "company-admin", support: "refused" } as const;
const one = {
  ...keys,
  path: "/accounts/api-keys/:id/",
  params: z.object({ id: pathId }),
  fails: ["not_found"],
} as const;
/** Only this response has the key itself. */
const Created = CompanyKey.extend({ key: z.string() });

export const companyKeys = endpoint({
  ...keys,
  method: "GET",
  summary: "List the company's own API keys, the latest first; then deleted ones",
  description: `At most ${MOST_COMPANY_KEYS} deleted ones, for ${DELETED_KEYS_KEPT_DAYS} days.`,
  reply: z.object({ results: z.array(CompanyKey) }),
});

export const createCompanyKey = endpoint({
  ...keys,
  method: "POST",
  summary: "Create an API key of the company; only this response shows it",
  description: `Programs send it as \`Authorization: ApiKey {key}\` and are answered what a user with these sites would be. A company has at most ${MOST_COMPANY_KEYS}.`,
  confirm: "security",
  body: NewCompanyKey,
  reply: Created,
  fails: ["company_keys.full"],
});

export const findCompanyKey = endpoint({
  ...one,
  method: "GET",
  summary: "Get an API key of the company, with what it was used for",
  reply: CompanyKeyDetails,
});

export const replaceCompanyKey = endpoint({
  ...one,
  path: "/accounts/api-keys/:id/replace/",
  method: "POST",
  summary: "Create another key with the same rights; the previous one stays valid for the chosen hours",
  confirm: "security",
  body: ReplaceCompanyKey,
  reply: Created,
  fails: ["not_found", "company_keys.full"],
});

export const deleteCompanyKey = endpoint({
  ...one,
  method: "DELETE",
  summary: "Delete an API key of the company; it ends at once",
  description: `What it was used for can be looked up for another ${DELETED_KEYS_KEPT_DAYS} days.`,
  confirm: "security",
  reply: z.object({ detail: z.string() }),
});
