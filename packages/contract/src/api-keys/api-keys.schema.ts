import { z } from "zod";
import { KEY_SCOPES } from "../access/key-scopes.ts";
import { requiredText, text } from "../kit/text.ts";
import { apiKeyMessages } from "./api-keys.messages.ts";

export const KEY_STATES = ["Valid", "Expired", "Revoked"] as const;
/** How long a key stays valid beside its successor, in hours. */
const MOST_HOURS = 30 * 24;

/** An API key as it is listed: by its first characters. The full key is shown once, when it is created. */
export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The company the key is restricted to; null: every company. */
  company: z.object({ id: z.number(), name: z.string(), slug_name: z.string() }).nullable(),
  state: z.enum(KEY_STATES),
  /** The name of a platform admin; null for a key that was created on the command line. */
  created_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** Set when a successor was created; null: valid until it is revoked. */
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** More than exist; limits the size of one request. */
const MOST_SCOPES = 20;

/** Any number of keys may have the same name, company and scopes: a new one replaces another without an interruption. */
export const NewApiKey = z.object({
  name: requiredText(apiKeyMessages.nameRequired).trim(),
  scopes: z
    .array(z.enum(KEY_SCOPES, { error: `This must be one of ${KEY_SCOPES.join(", ")}.` }))
    .max(MOST_SCOPES, `This can't hold more than ${MOST_SCOPES} scopes.`)
    .min(1, apiKeyMessages.scopeRequired)
    .transform((scopes) => [...new Set(scopes)]),
  /** The slug of a company. */
  company: text().nullish(),
});
export type NewApiKey = z.output<typeof NewApiKey>;

const HOURS_MESSAGE = `This must be a whole number from 0 to ${MOST_HOURS}, or null.`;

/** 0 ends the previous key at once, null leaves it valid until it is revoked. */
export const ReplaceApiKey = z.object({
  hours: z
    .number({ error: HOURS_MESSAGE })
    .int(HOURS_MESSAGE)
    .min(0, HOURS_MESSAGE)
    .max(MOST_HOURS, HOURS_MESSAGE)
    .nullable(),
});
export type ReplaceApiKey = z.output<typeof ReplaceApiKey>;

export const KEY_RECORD_TYPES = ["Order", "Document", "Login"] as const;
export const KEY_ACTIONS = ["Created", "Changed"] as const;

/** A record that was written with a key, by the name that the sender knows it by. */
export const KeyWrite = z.object({
  id: z.number(),
  /** The identifier of an order, the external id of a document, or the shop user of a login to a storefront. */
  record: z.string(),
  record_type: z.enum(KEY_RECORD_TYPES),
  /** Created: the record did not exist before. */
  action: z.enum(KEY_ACTIONS),
  company: z.object({ id: z.number(), name: z.string(), slug_name: z.string() }),
  writes: z.number(),
  first_written_at: z.iso.datetime(),
  last_written_at: z.iso.datetime(),
});
export type KeyWrite = z.output<typeof KeyWrite>;
