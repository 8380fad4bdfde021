import { must } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import { delegationMessages as messages } from "@mcc/contract/delegations/delegations.messages.ts";
import {
  type Delegation,
  type DeputyDecision,
  MOST_DELEGATIONS,
  type NewDelegation,
} from "@mcc/contract/delegations/delegations.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { type CompanyScope, scopeOfUser } from "../../platform/access/scope.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { lockApprovalSettingsShared } from "../approval-rules/approval-rules.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { announceDelegation, notifyOfDelegationsSoon } from "./delegation-notices.service.ts";
import * as queries from "./delegations.queries.ts";

/** The users that are offered as deputies at a time. */
const DEPUTIES_OFFERED = 20;

type Row = NonNullable<Awaited<ReturnType<typeof queries.findDelegation>>>;

const mayEnd = ({ who }: CompanyScope, { principal }: Pick<Row, "principal">): boolean =>
  who.is_company_admin || principal.id === who.id;

const toDelegation = (scope: CompanyScope, row: Row): Delegation => ({
  ...row,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  can_end: row.state !== "ended" && mayEnd(scope, row),
});

export const delegations = async (scope: CompanyScope, { user, ...page }: Window & { user?: number }) => {
  const { results, ...rest } = countedPage(await queries.delegationRows(scope, page, user));
  return { ...rest, results: results.map((row) => toDelegation(scope, row)) };
};

/** What the signed-in user has decided in somebody's place. */
export const deputyDecisions = async (scope: CompanyScope, page: Window) => {
  const { results, ...rest } = countedPage(await queries.deputyDecisionRows(scope, page));
  const decisions = results.map(
    ({ decided_at, is_rejected, ...row }): DeputyDecision => ({
      ...row,
      decided_at: decided_at.toISOString(),
      decision: is_rejected ? "rejected" : "approved",
    }),
  );
  return { ...rest, results: decisions };
};

/** Whose deputy the user is now. */
export const deputyFor = async (scope: CompanyScope) => {
  const { id } = scope.who;
  const rows = await queries.delegationRows(scope, { limit: 2 * MOST_DELEGATIONS, offset: 0 }, id);
  return rows
    .filter(({ state, deputy }) => state === "active" && deputy.id === id)
    .map(({ principal, ends_at }) => ({ name: principal.name, until: ends_at.toISOString() }));
};

export const possibleDeputies = async (scope: CompanyScope, search = "") => ({
  results: await queries.deputyRows(scope, search.trim(), DEPUTIES_OFFERED),
});

const findDelegation = async (scope: CompanyScope, id: number): Promise<Row> =>
  (await queries.findDelegation(scope, id)) ?? fail("not_found");

/** Who is away: the signed-in user, or for company admins somebody else; only somebody who may approve. */
const principalOf = async (scope: CompanyScope, id: number): Promise<CompanyScope> => {
  if (id !== scope.who.id) must(scope.who, "company-admin");
  await queries.lockUser(scope, id);
  const principal = (await scopeOfUser(scope, id)) ?? failField("principal", notFoundMessage("user"));
  // What was delegated to somebody is not theirs to delegate.
  const { is_approver, is_company_admin, decides_escalated } = principal.who;
  if (!is_approver && !is_company_admin && !decides_escalated)
    failField("principal", messages.approvesNothing);
  return principal;
};

/** Sites that the principal sees; none for all of them. */
const checkedSites = async (
  { siteIds, ...principal }: CompanyScope,
  sites: readonly number[],
): Promise<readonly number[] | null> => {
  if (sites.length === 0) return null;
  const seen = siteIds === "all" || sites.every((id) => siteIds.includes(id));
  if (!seen || (await queries.countSites({ siteIds, ...principal }, sites)) !== sites.length)
    failField("sites", messages.unknownSites);
  return sites;
};

const periodOf = ({ starts_at, ends_at }: NewDelegation) => {
  if (ends_at <= starts_at) failField("ends_at", messages.endsFirst);
  if (ends_at <= new Date()) failField("ends_at", messages.past);
  return { startsAt: starts_at, endsAt: ends_at };
};

export const createDelegation = async (
  services: Services,
  scope: CompanyScope,
  given: NewDelegation,
): Promise<Delegation> => {
  const { who } = scope;
  const principalId = given.principal ?? who.id;
  // Neither the right of the principal nor another delegation comes or goes meanwhile.
  await lockApprovalSettingsShared(scope);
  await queries.lockDelegations(scope);
  const principal = await principalOf(scope, principalId);
  if (given.deputy === principalId) failField("deputy", messages.sameUser);
  const deputy =
    (await queries.lockUser(scope, given.deputy)) ?? failField("deputy", notFoundMessage("user"));
  const period = { principalId, deputyId: given.deputy, ...periodOf(given) };
  const siteIds = await checkedSites(principal, given.sites ?? []);
  const conflicts = await queries.findConflicts(scope, period);
  if (conflicts?.overlaps) failField("starts_at", messages.overlap(deputy.name));
  if ((conflicts?.of_principal ?? 0) >= MOST_DELEGATIONS)
    failField("principal", messages.tooMany(MOST_DELEGATIONS));
  if ((conflicts?.of_deputy ?? 0) >= MOST_DELEGATIONS)
    failField("deputy", messages.tooMany(MOST_DELEGATIONS));
  const { cap = null, note } = given;
  const createdBy = displayName(who);
  const id = await queries.addDelegation(scope, { ...period, cap, siteIds, note, createdBy });
  const added = toDelegation(scope, await findDelegation(scope, id));
  await addChangeEntry(scope, { action: "delegation.created", record: recorded(added) });
  announce(services, scope, added);
  return added;
};

/** Ends it now. Once it is over, ending it again changes nothing. */
export const endDelegation = async (services: Services, scope: CompanyScope, id: number) => {
  const row = await findDelegation(scope, id);
  if (!mayEnd(scope, row)) fail("access.denied");
  if (await queries.endDelegation(scope, id, displayName(scope.who))) {
    await addChangeEntry(scope, { action: "delegation.deleted", record: recorded(toDelegation(scope, row)) });
    announce(services, scope, row);
  }
  return { detail: messages.ended };
};

/** What the audit holds. */
const recorded = ({ id, principal, deputy, starts_at, ends_at, cap, sites, note }: Delegation) => ({
  ...{ id, name: `${deputy.name} for ${principal.name}` },
  ...{ principal, deputy, starts_at, ends_at, cap, sites, note },
});

/** Their pages learn of it, and both are notified. */
const announce = (
  { changes, jobs }: Services,
  scope: CompanyScope,
  { principal, deputy }: Pick<Delegation, "principal" | "deputy">,
): void =>
  scope.afterCommit(() => {
    announceDelegation(changes, scope.companyId, [principal.id, deputy.id]);
    notifyOfDelegationsSoon(jobs);
  });
