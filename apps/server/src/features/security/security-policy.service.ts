import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { securityMessages as says } from "@mcc/contract/security/security-policy.messages.ts";
import {
  MOST_PREVIEWED,
  type SecurityPolicy,
  type SecurityPolicyChanges,
} from "@mcc/contract/security/security-policy.schema.ts";
import type { Kysely } from "kysely";
import { endAssistants } from "../../platform/access/end-sessions.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { isInNetworks, parseNetworks, unmapped } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./security-policy.queries.ts";

const DEFAULT: SecurityPolicy = {
  second_factor: "nobody",
  idle_minutes: null,
  session_hours: null,
  networks: [],
  confirm_minutes: 120,
  confirm_rules: false,
  sso_required: false,
  emergency_admins: [],
  assistants: false,
};

const SSO = "Single sign-on";

const policyOf = async (scope: CompanyScope): Promise<SecurityPolicy> =>
  ((await queries.findPolicy(scope)) as SecurityPolicy | undefined) ?? DEFAULT;

/** Only what is given. */
const withChanges = (before: SecurityPolicy, changes: SecurityPolicyChanges): SecurityPolicy => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<SecurityPolicy>),
});

const isInside = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || isInNetworks(parseNetworks(networks), unmapped(address));

export const findSecurityPolicy = async (scope: CompanyScope, address: string) => ({
  ...(await policyOf(scope)),
  your_address: unmapped(address),
});

interface Refusal {
  readonly field: "networks" | "emergency_admins" | "sso_required";
  readonly message: string;
}

/**
 * Nobody is left without a way in: the networks have the own address; there is a provider, and whoever requires it signs
 * in with it or is exempt.
 */
const refusalOf = async (
  scope: CompanyScope,
  { networks, sso_required, emergency_admins }: SecurityPolicy,
  changes: SecurityPolicyChanges,
  own: string,
): Promise<Refusal | undefined> => {
  if (!isInside(networks, own)) return { field: "networks", message: says.outside(own) };
  if (changes.sso_required === undefined && changes.emergency_admins === undefined) return undefined;
  const { has_connection, method, admins } = await queries.singleSignOnNow(scope, scope.sessionId);
  if (!emergency_admins.every((id) => admins.includes(id)))
    return { field: "emergency_admins", message: says.notAdmins };
  if (sso_required && !has_connection) return { field: "sso_required", message: says.noConnection };
  if (sso_required && method !== SSO && !emergency_admins.includes(scope.who.id))
    return { field: "sso_required", message: says.byPassword };
  return undefined;
};

export const updateSecurityPolicy = async (
  { changes: feed }: Services,
  scope: CompanyScope,
  address: string,
  changes: SecurityPolicyChanges,
) => {
  const { db, who, companyId } = scope;
  const before = (await queries.lockPolicy(scope, DEFAULT)) as SecurityPolicy;
  const after = withChanges(before, changes);
  const own = unmapped(address);
  const refusal = await refusalOf(scope, after, changes, own);
  if (refusal) failField(refusal.field, refusal.message);
  await queries.savePolicy(scope, after);
  if (before.assistants && !after.assistants) await endAssistants(db, "company_id", companyId);
  await addAuditEntry(db, {
    actor: { id: who.id, name: displayName(who) },
    action: "security_policy.updated",
    record: { type: "security_policy", id: companyId },
    details: after,
    before,
  });
  // Open pages find out at once whether they may stay open.
  scope.afterCommit(async () => feed.announce({ kind: "company", companyId, siteIds: "all" }));
  return { ...after, your_address: own };
};

export const previewSecurityPolicy = async (
  { database }: Services,
  scope: CompanyScope,
  address: string,
  changes: SecurityPolicyChanges,
) => {
  const after = withChanges(await policyOf(scope), changes);
  const { idle_minutes, session_hours, networks, sso_required, emergency_admins } = after;
  const sessions = await queries.openSessions(scope);
  const isEnding = ({ age, idle, method, user_id }: (typeof sessions)[number]) =>
    (sso_required && method !== SSO && !emergency_admins.includes(user_id)) ||
    (idle_minutes !== null && idle > idle_minutes * 60) ||
    (session_hours !== null && age > session_hours * 3600);
  const affected = await queries.affectedUsers(database.platform, scope.companyId, after, MOST_PREVIEWED);
  return {
    ...affected,
    ended_sessions: sessions.filter(isEnding).length,
    outside_sessions: sessions.filter((one) => !isInside(networks, one.address)).length,
    leaves_you_out: !isInside(networks, address),
    refusal: (await refusalOf(scope, after, changes, unmapped(address)))?.message ?? null,
  };
};

const byOperator = (db: Kysely<Tables>, companyId: number, details: object, before: object) =>
  addAuditEntry(db, {
    company_id: companyId,
    actor: { id: null, name: "command line" },
    action: "security_policy.updated",
    record: { type: "security_policy", id: companyId },
    details,
    before,
  });

/** On the command line: nobody of a company whose own address has changed can do it. */
export const clearNetworks = async (db: Kysely<Tables>, slug: string): Promise<readonly string[]> => {
  const { id, networks } = (await queries.deleteNetworks(db, slug)) ?? fail("not_found");
  await byOperator(db, id, { networks: [] }, { networks });
  return networks;
};

/** On the command line: for a company whose provider is gone, and whose emergency admins are too. */
export const allowPasswords = async (db: Kysely<Tables>, slug: string): Promise<void> => {
  const { id } = (await queries.requireNoSso(db, slug)) ?? fail("not_found");
  await byOperator(db, id, { sso_required: false }, { sso_required: true });
};
