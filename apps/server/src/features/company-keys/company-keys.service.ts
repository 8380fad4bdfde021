import { randomBytes } from "node:crypto";
import { type CompanyKeyScope, keyKindOf } from "@mcc/contract/access/company-key-kinds.ts";
import { companyKeyMessages as messages } from "@mcc/contract/company-keys/company-keys.messages.ts";
import {
  type CompanyKey,
  type CompanyKeyDetails,
  MOST_COMPANY_KEYS,
  type NewCompanyKey,
  type ReplaceCompanyKey,
} from "@mcc/contract/company-keys/company-keys.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { COMPANY_KEY_PREFIX } from "../../platform/access/keys/company-key-scope.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { hashToken } from "../../platform/access/tokens.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./company-keys.queries.ts";

/** Enough to tell two keys apart, far too little to guess the rest. */
const SHOWN_LENGTH = COMPANY_KEY_PREFIX.length + 6;

const newKey = () => {
  const key = COMPANY_KEY_PREFIX + randomBytes(24).toString("hex");
  return { key, prefix: key.slice(0, SHOWN_LENGTH), hash: hashToken(key) };
};

const stateOf = ({ expired, ends_soon, deleted_at }: queries.KeyRecord): CompanyKey["state"] => {
  if (deleted_at) return "Deleted";
  if (expired) return "Expired";
  return ends_soon ? "Expires soon" : "Valid";
};

const toKey = (row: queries.KeyRecord): CompanyKey => {
  const { expired: _, ends_soon: __, ...key } = row;
  return {
    ...key,
    scopes: key.scopes as CompanyKeyScope[],
    state: stateOf(row),
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    deleted_at: key.deleted_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
};

export const listCompanyKeys = async (scope: CompanyScope) => ({
  results: (await queries.keyRows(scope)).map(toKey),
});

const findRow = async (scope: CompanyScope, id: number) =>
  (await queries.findKey(scope, id)) ?? fail("not_found");

const moment = (text: string): string => new Date(text).toISOString();
const momentOrNull = (text: string | null): string | null => text && moment(text);

export const findCompanyKey = async (scope: CompanyScope, id: number): Promise<CompanyKeyDetails> => {
  const row = await findRow(scope, id);
  const { use, calls } = await queries.findUse(scope, id);
  return {
    ...toKey(row),
    use: use.map(({ last_read_at, last_write_at, ...counts }) => ({
      ...counts,
      last_read_at: momentOrNull(last_read_at),
      last_write_at: momentOrNull(last_write_at),
    })),
    calls: calls.map((call) => ({ ...call, at: moment(call.at) })),
  };
};

/** What the audit says about a key. */
const audited = ({ id, name, prefix, scopes, sites, nodes, expires_at, is_limited }: CompanyKey) => ({
  ...{ id, name, prefix, scopes, expires_at },
  ...(is_limited ? { sites: sites.map((site) => site.name), nodes: nodes.map((node) => node.name) } : {}),
});

/** A day is its beginning in UTC; forms send the moment that the user means. */
const endOf = (given: string | null | undefined): Date | null => {
  if (given == null) return null;
  const end = new Date(given);
  if (end <= new Date()) failField("expires_at", messages.past);
  return end;
};

/** Where nothing is named, the key is for the whole company. */
const placesOf = async (scope: CompanyScope, { sites, nodes, scopes }: NewCompanyKey) => {
  if (sites.length === 0 && nodes.length === 0) return { siteIds: null, nodeIds: null };
  if (nodes.length > 0 && !scope.who.company?.has_company_hierarchy) failField("nodes", messages.noHierarchy);
  const found = await queries.countPlaces(scope, { sites, nodes });
  if (found.sites !== sites.length) failField("sites", messages.unknownSites);
  if (found.nodes !== nodes.length) failField("nodes", messages.unknownNodes);
  if (scopes.some((one) => one.endsWith(":write"))) failField("scopes", messages.limitedWrite);
  for (const one of scopes) {
    const { label, wholeCompany } = keyKindOf(one.slice(0, one.indexOf(":")) as never);
    if (wholeCompany) failField("scopes", messages.wholeCompany(label));
  }
  return { siteIds: sites, nodeIds: nodes };
};

const mustBeBelowLimit = async (scope: CompanyScope): Promise<void> => {
  await queries.lockKeys(scope);
  if ((await queries.countKeys(scope)) >= MOST_COMPANY_KEYS) fail("company_keys.full");
};

/** Only the hash is stored: the key in this response cannot be shown again. */
export const createCompanyKey = async (scope: CompanyScope, given: NewCompanyKey) => {
  const { name, scopes } = given;
  const expiresAt = endOf(given.expires_at);
  const places = await placesOf(scope, given);
  await mustBeBelowLimit(scope);
  const { key, ...secret } = newKey();
  const id = await queries.addKey(scope, { name, scopes, expiresAt, ...places, ...secret });
  const added = toKey(await findRow(scope, id));
  await addChangeEntry(scope, { action: "company_key.created", record: audited(added) });
  return { ...added, key };
};

/** Another key with the same rights; the previous one ends after the hours, or when it would have ended. */
export const replaceCompanyKey = async (scope: CompanyScope, id: number, given: ReplaceCompanyKey) => {
  await mustBeBelowLimit(scope);
  const before = await findRow(scope, id);
  if (before.deleted_at) fail("not_found");
  if (given.expires_at === undefined && before.expired) failField("expires_at", messages.endRequired);
  // Its end is that of the overlap now.
  if (given.expires_at === undefined && before.is_replaced) failField("expires_at", messages.replaced);
  const expiresAt = given.expires_at === undefined ? before.expires_at : endOf(given.expires_at);
  const { key, ...secret } = newKey();
  const added = await queries.addSuccessor(scope, id, { ...secret, expiresAt, hours: given.hours });
  const successor = toKey(await findRow(scope, added));
  await addChangeEntry(scope, { action: "company_key.created", record: audited(successor) });
  await addChangeEntry(scope, {
    action: "company_key.updated",
    record: audited(toKey(await findRow(scope, id))),
    before: audited(toKey(before)),
  });
  return { ...successor, key };
};

export const deleteCompanyKey = async (scope: CompanyScope, id: number) => {
  const { name, prefix } = (await queries.markDeleted(scope, id)) ?? fail("not_found");
  await addChangeEntry(scope, { action: "company_key.deleted", record: { id, ...{ name, prefix } } });
  return { detail: "The API key was deleted. It no longer works." };
};
