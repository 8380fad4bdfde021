import { apiKeyList } from "@mcc/contract/api-keys/api-keys.api.ts";
import type { ApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue, value, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { KEY_CREATOR, KEY_FIELDS, KEY_STATE, KEYS, type KeyRecord } from "./api-keys.queries.ts";

export const toApiKey = (row: KeyRecord): ApiKey => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

export const keySource = plainList<typeof apiKeyList, KeyRecord, PlatformScope>(apiKeyList, {
  from: KEYS,
  id: sql`key.id`,
  visible: () => [],
  columns: {
    name: requiredValue(sql`key.name`),
    company: value(sql`company.name`),
    scopes: values(() => sql`select unnest(key.scopes) as value`),
    state: requiredValue(KEY_STATE),
    last_used_at: value(sql`key.last_used_at`),
    prefix: requiredValue(sql`key.prefix`),
    created_at: requiredValue(sql`key.created_at`),
    created_by: value(KEY_CREATOR),
    expires_at: value(sql`key.expires_at`),
    revoked_at: value(sql`key.revoked_at`),
  },
  search: sql`concat_ws(' ', key.name, key.prefix, company.name, ${KEY_CREATOR})`,
  fields: () => KEY_FIELDS,
  toRows: (records) => records.map(toApiKey),
});
