import { randomBytes } from "node:crypto";
import { apiKeyMessages } from "@mcc/contract/api-keys/api-keys.messages.ts";
import type { ApiKey, NewApiKey, ReplaceApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
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

export const findApiKey = async (db: Db, id: number): Promise<ApiKey> =>
  toApiKey((await queries.findKey(db, id)) ?? fail("not_found"));

type CreatedApiKey = ApiKey & { key: string };

/** Only the hash is stored: the key in this response cannot be shown again. */
export const createApiKey = async (
  db: Db,
  by: Actor,
  { name, scopes, company }: NewApiKey,
  replaces?: number,
): Promise<CreatedApiKey> => {
  const found = company ? ((await queries.findCompany(db, company)) ?? failCompany()) : undefined;
  const key = KEY_PREFIX + randomBytes(24).toString("hex");
  const { id } = await queries.addKey(db, {
    name: name.trim(),
    scopes,
    company_id: found?.id ?? null,
    prefix: key.slice(0, SHOWN_LENGTH),
    key_hash: hashToken(key),
    created_by: by.id,
    ...(replaces && { replaces_id: replaces }),
  });
  await addKeyAudit(db, by, "api_key.created", id, {
    ...{ name: name.trim(), scopes, company: company ?? null },
    ...(replaces && { replaces }),
  });
  return { ...(await findApiKey(db, id)), key };
};

const failCompany = (): never => failField("company", apiKeyMessages.noCompany);

/** Both keys are valid until the previous one ends, so that the sender can change over without an interruption. */
export const replaceApiKey = async (
  db: Db,
  by: Actor,
  id: number,
  { hours }: ReplaceApiKey,
): Promise<CreatedApiKey> => {
  const previous = await findApiKey(db, id);
  const { name, scopes, company } = previous;
  const successor = await createApiKey(db, by, { name, scopes, company: company?.slug_name }, id);
  if (hours === 0) await revokeApiKey(db, by, id);
  else if (hours !== null) await expireApiKey(db, by, previous, hours);
  return successor;
};

const expireApiKey = async (db: Db, by: Actor, { id, expires_at }: ApiKey, hours: number): Promise<void> => {
  const ended = await queries.endKeyLater(db, id, hours);
  if (ended) await addKeyAudit(db, by, "api_key.updated", id, ended, { expires_at });
};

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
  return findApiKey(db, id);
};

/** A change of the platform's: it belongs to no company, even when the key does. */
const addKeyAudit = (db: Db, actor: Actor, action: string, id: number, details: object, before?: object) =>
  addAuditEntry(db, { company_id: null, actor, action, record: { type: "api_key", id }, details, before });
