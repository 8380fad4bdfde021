import { z } from "zod";
import { COMPANY_KEY_KIND_NAMES, COMPANY_KEY_SCOPES } from "../access/company-key-kinds.ts";
import { bodyIds } from "../kit/id.ts";
import { DayOrMoment } from "../kit/moment.ts";
import { emptyAsNull, requiredText } from "../kit/text.ts";
import { companyKeyMessages as messages } from "./company-keys.messages.ts";

/** The keys of one company, ended ones included until they are deleted. */
export const MOST_COMPANY_KEYS = 50;
/** The latest calls that are kept of a key. */
export const KEPT_CALLS = 100;
/** How many sites and nodes a key may name. */
const MOST_PLACES = 1_000;

/** For so long a deleted key can be looked up with what it was used for. */
export const DELETED_KEYS_KEPT_DAYS = 90;

const COMPANY_KEY_STATES = ["Valid", "Expires soon", "Expired", "Deleted"] as const;

const Named = z.object({ id: z.number(), name: z.string() });
const Scope = z.enum(COMPANY_KEY_SCOPES, { error: messages.unknownScope });

/** A key of a company as it is listed: by its first characters. The full key is shown once. */
export const CompanyKey = z.object({
  id: z.number(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(COMPANY_KEY_SCOPES)),
  /** Limited to sites and nodes; without a limit it is answered like a company admin. */
  is_limited: z.boolean(),
  sites: z.array(Named),
  /** With everything below them. */
  nodes: z.array(Named),
  state: z.enum(COMPANY_KEY_STATES),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** Null: valid until it is deleted. */
  expires_at: z.iso.datetime().nullable(),
  deleted_at: z.iso.datetime().nullable(),
  /** A newer key has taken its place. */
  is_replaced: z.boolean(),
  last_used_at: z.iso.datetime().nullable(),
  /** The network address of the last call. */
  last_address: z.string().nullable(),
});
export type CompanyKey = z.output<typeof CompanyKey>;

/** How often a key has read and written a kind of data, and when last. */
const KindUse = z.object({
  kind: z.enum(COMPANY_KEY_KIND_NAMES),
  reads: z.number(),
  writes: z.number(),
  last_read_at: z.iso.datetime().nullable(),
  last_write_at: z.iso.datetime().nullable(),
});

const KeyCallEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  address: z.string(),
});
export type KeyCallEntry = z.output<typeof KeyCallEntry>;

/** One key with what it was used for. */
export const CompanyKeyDetails = CompanyKey.extend({
  use: z.array(KindUse),
  /** The latest calls, refused ones too. */
  calls: z.array(KeyCallEntry),
});
export type CompanyKeyDetails = z.output<typeof CompanyKeyDetails>;

const places = (noun: string) =>
  bodyIds()
    .refine((ids) => ids.length <= MOST_PLACES, `This can't hold more than ${MOST_PLACES} ${noun}.`)
    .default([]);

const ExpiresAt = emptyAsNull(DayOrMoment).describe("From then on the key is refused; without it never");

export const NewCompanyKey = z.object({
  name: requiredText(messages.nameRequired, 100).trim(),
  scopes: z
    .array(Scope, { error: messages.scopeRequired })
    .max(2 * COMPANY_KEY_SCOPES.length, messages.unknownScope)
    .min(1, messages.scopeRequired)
    .transform((scopes) => COMPANY_KEY_SCOPES.filter((scope) => scopes.includes(scope)))
    .describe("`orders:read`, `sites:write` and so on; what can be written can be read"),
  sites: places("sites").describe(
    "What the key is limited to, together with `nodes`; without both every site",
  ),
  nodes: places("nodes").describe("With the sites below them"),
  expires_at: ExpiresAt,
});
export type NewCompanyKey = z.output<typeof NewCompanyKey>;

/** How long a key stays valid beside the new one, in hours. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;

export const ReplaceCompanyKey = z.object({
  hours: z
    .number({ error: messages.hours })
    .refine((hours) => OVERLAP_HOURS.some((one) => one === hours), messages.hours)
    .describe("How long the previous key stays valid: 0, 1, 24 or 168"),
  expires_at: ExpiresAt.describe(
    "The end of the new key; left out, it is that of the previous one, unless that has ended or was replaced already",
  ),
});
export type ReplaceCompanyKey = z.output<typeof ReplaceCompanyKey>;
