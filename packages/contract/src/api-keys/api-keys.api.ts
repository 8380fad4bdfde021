import { z } from "zod";
import { KEY_SCOPES } from "../access/key-scopes.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, dateColumn, textColumn } from "../kit/list-columns.ts";
import { ApiKey, KEY_STATES, NewApiKey } from "./api-keys.schema.ts";

export const apiKeyList = list({
  name: "api-keys",
  path: "/mcc-admin/api-keys/",
  summary: "API keys, with revoked ones",
  allow: "mcc-admin",
  row: ApiKey,
  sort: "-created_at",
  essentials: ["name", "company", "state", "last_used_at"],
  columns: {
    name: textColumn("Name"),
    company: textColumn("Company"),
    scopes: choiceColumn("Scopes", KEY_SCOPES),
    state: choiceColumn("Status", KEY_STATES),
    last_used_at: dateColumn("Last Used", { range: "last_used" }),
    prefix: textColumn("Begins With"),
    created_at: dateColumn("Created", { range: "created" }),
    created_by: textColumn("Created By"),
    revoked_at: dateColumn("Revoked", { range: "revoked" }),
  },
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/mcc-admin/api-keys/",
  summary: "Create an API key; only this response shows it",
  allow: "mcc-admin",
  body: NewApiKey,
  reply: ApiKey.extend({ key: z.string() }),
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/mcc-admin/api-keys/:id/",
  summary: "Revoke an API key; the record is kept",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: ApiKey,
  fails: ["not_found"],
});
