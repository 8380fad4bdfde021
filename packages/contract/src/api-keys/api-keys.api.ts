import { z } from "zod";
import { KEY_SCOPES } from "../access/key-scopes.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, dateColumn, numberColumn, textColumn } from "../kit/list-columns.ts";
import {
  ApiKey,
  KEY_ACTIONS,
  KEY_RECORD_TYPES,
  KEY_STATES,
  KeyWrite,
  NewApiKey,
  ReplaceApiKey,
} from "./api-keys.schema.ts";

export const apiKeyList = list({
  name: "api-keys",
  path: "/mcc-admin/api-keys/",
  summary: "API keys, with revoked ones",
  allow: "mcc-admin",
  row: ApiKey,
  sort: "-created_at",
  essentials: ["name", "company", "state", "last_used_at"],
  essentialsIfNarrow: true,
  columns: {
    name: textColumn("Name"),
    company: textColumn("Company"),
    scopes: choiceColumn("Scopes", KEY_SCOPES),
    state: choiceColumn("Status", KEY_STATES),
    last_used_at: dateColumn("Last Used", { range: "last_used" }),
    prefix: textColumn("Begins With"),
    created_at: dateColumn("Created", { range: "created" }),
    created_by: textColumn("Created By"),
    expires_at: dateColumn("Expires", { range: "expires" }),
    revoked_at: dateColumn("Revoked", { range: "revoked" }),
  },
});

const one = { allow: "mcc-admin", params: z.object({ id: pathId }), fails: ["not_found"] } as const;
/** Only the response to its creation has the key itself. */
const CreatedApiKey = ApiKey.extend({ key: z.string() });

export const keyWriteList = list({
  ...one,
  name: "key-writes",
  path: "/mcc-admin/api-keys/:id/writes/",
  summary: "records written with an API key",
  row: KeyWrite,
  sort: "-last_written_at",
  essentials: ["record", "record_type", "company", "last_written_at"],
  columns: {
    record: textColumn("Record"),
    record_type: choiceColumn("Type", KEY_RECORD_TYPES),
    action: choiceColumn("Action", KEY_ACTIONS),
    company: textColumn("Company"),
    writes: numberColumn("Times Written"),
    first_written_at: dateColumn("First Written", { range: "first_written" }),
    last_written_at: dateColumn("Last Written", { range: "last_written" }),
  },
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/mcc-admin/api-keys/",
  summary: "Create an API key; only this response shows it",
  allow: "mcc-admin",
  confirm: "security",
  body: NewApiKey,
  reply: CreatedApiKey,
});

export const findApiKey = endpoint({
  ...one,
  method: "GET",
  path: "/mcc-admin/api-keys/:id/",
  summary: "Get an API key, without the key itself",
  reply: ApiKey,
});

export const replaceApiKey = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/api-keys/:id/replace/",
  summary: "Create a successor with the same rights; both are valid until the previous key expires",
  confirm: "security",
  body: ReplaceApiKey,
  reply: CreatedApiKey,
});

export const revokeApiKey = endpoint({
  ...one,
  method: "DELETE",
  path: "/mcc-admin/api-keys/:id/",
  summary: "Revoke an API key; the record is kept",
  confirm: "security",
  reply: ApiKey,
});
