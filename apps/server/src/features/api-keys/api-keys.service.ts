import { randomBytes } from "node:crypto";
import { apiKeyMessages } from "@mcc/contract/api-keys/api-keys.messages.ts";
import type { ApiKey, NewApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import { hashToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { toApiKey } from "./api-keys.list.ts";
import * as queries from "./api-keys.queries.ts";

type Db = Kysely<Tables>;
/** A platform user, or the command line, which has no account. */
interface Actor {
  readonly id: number | null;
  readonly name: string;
}

const KEY_PREFIX = "mcc_live_";
/** Enough to distinguish keys, far too little to guess the rest. */
const SHOWN_LENGTH = KEY_PREFIX.length + 4;

export const listApiKeys = async (db: Db): Promise<ApiKey[]> => (await queries.keyRows(db)).map(toApiKey);

/** Only the hash is stored: the key in this response cannot be shown again. */
export const createApiKey = async (
  db: Db,
  by: Actor,
  { name, scopes, company }: NewApiKey,
): Promise<ApiKey & { key: string }> => {
  const found = company ? ((await queries.findCompany(db, company)) ?? failCompany()) : undefined;
  const key = KEY_PREFIX + randomBytes(24).toString("hex");
  const { id } = await queries.addKey(db, {
    name: name.trim(),
    scopes,
    company_id: found?.id ?? null,
    prefix: key.slice(0, SHOWN_LENGTH),
    key_hash: hashToken(key),
    created_by: by.id,
  });
  await addKeyAudit(db, by, "api_key.created", id, { name: name.trim(), scopes, company: company ?? null });
  return { ...toApiKey((await queries.findKey(db, id)) ?? fail("not_found")), key };
};

const failCompany = (): never => failField("company", apiKeyMessages.noCompany);

export const revokeApiKey = async (db: Db, by: Actor, id: number): Promise<ApiKey> => {
  const revoked = await queries.revokeKey(db, id);
  if (revoked)
    await addKeyAudit(
      db,
      by,
      "api_key.revoked",
      id,
      { name: revoked.name, revoked: true },
      { revoked: false },
    );
  return toApiKey((await queries.findKey(db, id)) ?? fail("not_found"));
};

/** A change of the platform's: it belongs to no company, even when the key does. */
const addKeyAudit = (db: Db, actor: Actor, action: string, id: number, details: object, before?: object) =>
  addAuditEntry(db, { company_id: null, actor, action, record: { type: "api_key", id }, details, before });
