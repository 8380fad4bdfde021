import { mappingMessages } from "@mcc/contract/access-mappings/access-mappings.messages.ts";
import type {
  AccessMapping,
  Claim,
  MappedAccess,
  MappingInput,
  MappingOfUser,
  MappingPreview,
  MappingPreviewRequest,
  NewAccessMappings,
} from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { type AccessChange, setAccessOfMany } from "../users/access-of-many.service.ts";
import { setAccess } from "../users/directory-users.service.ts";
import * as queries from "./access-mappings.queries.ts";
import { type AccessIds, decidedBy, mapped, matching, type StoredMapping } from "./mapping.ts";

const NOTHING: AccessIds = { role_id: null, node_id: null, site_ids: [], is_company_admin: false };

const toStored = ({ claim, value, role_id, node, sites, is_company_admin }: MappingInput): StoredMapping => ({
  ...{ claim, value, is_company_admin },
  role_id: role_id ?? null,
  node_id: node ?? null,
  site_ids: sites,
});

/** By ids to by names. */
const namer = async (scope: CompanyScope, access: readonly Omit<AccessIds, "is_company_admin">[]) => {
  const { roles, nodes, sites } = await queries.namesOf(scope, access);
  const named = (names: Readonly<Record<string, string>>, id: number | null) => {
    const name = id === null ? undefined : names[String(id)];
    return name === undefined ? null : { id: id as number, name };
  };
  return ({ role_id, node_id, site_ids, is_company_admin }: AccessIds): MappedAccess => ({
    role: named(roles, role_id),
    node: named(nodes, node_id),
    sites: site_ids.flatMap((id) => named(sites, id) ?? []),
    is_company_admin,
  });
};

const withNames = (toNames: (access: AccessIds) => MappedAccess, mapping: StoredMapping): AccessMapping => ({
  claim: mapping.claim,
  value: mapping.value,
  ...toNames(mapping),
});

export const findAccessMappings = async (scope: CompanyScope) => {
  const mappings = await queries.mappingRows(scope);
  const toNames = await namer(scope, mappings);
  return {
    mappings: mappings.map((mapping) => withNames(toNames, mapping)),
    version: await queries.findVersion(scope),
  };
};

/** Everything that mappings name is in the company, and fits to how it gives sites to users. */
const mustBeThere = async (scope: CompanyScope, mappings: readonly StoredMapping[]): Promise<void> => {
  const { roles, nodes, sites } = await queries.namesOf(scope, mappings);
  const hasHierarchy = scope.who.company?.has_company_hierarchy === true;
  mappings.forEach(({ role_id, node_id, site_ids, is_company_admin }, index) => {
    const at = (field: string) => `mappings.${index}.${field}`;
    if (role_id !== null && !(role_id in roles)) failField(at("role_id"), notFoundMessage("role"));
    if (node_id !== null && !hasHierarchy) failField(at("node"), userMessages.noHierarchy);
    if (node_id !== null && !(node_id in nodes)) failField(at("node"), notFoundMessage("node"));
    if (site_ids.length > 0 && hasHierarchy) failField(at("sites"), errors["hierarchy.decides"][1]);
    if (site_ids.some((id) => !(id in sites))) failField(at("sites"), notFoundMessage("site"));
    const gives = role_id !== null || node_id !== null || site_ids.length > 0 || is_company_admin;
    if (!gives) failField(at("value"), mappingMessages.givesNothing);
  });
};

/** Those whose groups the directory keeps up to date get what follows at once, all others with their next sign-in. */
export const replaceAccessMappings = async (
  services: Services,
  scope: CompanyScope,
  { mappings: given, version }: NewAccessMappings,
) => {
  const stored = given.map(toStored);
  await mustBeThere(scope, stored);
  await queries.lockMappings(scope);
  const before = await findAccessMappings(scope);
  if (!(await queries.nextVersion(scope, version))) fail("mappings.changed");
  await queries.replaceMappings(scope, stored);
  const after = await findAccessMappings(scope);
  const audited = (mappings: readonly AccessMapping[]) => ({ id: scope.companyId, mappings });
  await addChangeEntry(scope, {
    action: "access_mappings.updated",
    record: audited(after.mappings),
    before: audited(before.mappings),
  });
  await applyMappings(services, scope, await queries.usersOfDirectory(scope));
  return after;
};

type Known = Awaited<ReturnType<typeof queries.usersWithClaims>>[number]["claims"];

/** The directory keeps what it says of a person up to date: of the same claim, it counts before the last sign-in. */
const claimsIn = (known: Known): Claim[] =>
  Object.entries(Object.assign({}, ...known.map(({ claims }) => claims)) as Record<string, string[]>)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => ({ name, values }));

const preview = async (
  scope: CompanyScope,
  mappings: readonly StoredMapping[],
  claims: readonly Claim[],
  user: (AccessIds & { readonly claims: Known }) | undefined,
): Promise<MappingPreview> => {
  const after = mapped(mappings, claims, user ?? NOTHING);
  const toNames = await namer(scope, [after, ...mappings, ...(user ? [user] : [])]);
  return {
    decides: decidedBy(mappings),
    matches: matching(mappings, claims).map((mapping) => withNames(toNames, mapping)),
    sources: (user?.claims ?? []).map(({ source, at }) => ({ source, at: new Date(at).toISOString() })),
    claims: [...claims],
    before: user ? toNames(user) : null,
    after: toNames(after),
  };
};

/** What the saved mappings would give to a person with these claims; the user, if they are one already. */
export const previewFor = async (
  scope: CompanyScope,
  claims: readonly Claim[],
  userId: number | undefined,
): Promise<MappingPreview> => {
  const [user] = userId === undefined ? [] : await queries.usersWithClaims(scope, [userId]);
  return preview(scope, await queries.mappingRows(scope), claims, user);
};

export const previewAccessMappings = async (
  scope: CompanyScope,
  { mappings: draft, user: userId, claims }: MappingPreviewRequest,
): Promise<MappingPreview> => {
  const mappings = draft?.map(toStored) ?? (await queries.mappingRows(scope));
  if (draft) await mustBeThere(scope, mappings);
  const [user] = userId === undefined ? [] : await queries.usersWithClaims(scope, [userId]);
  if (userId !== undefined && !user) failField("user", notFoundMessage("user"));
  return preview(scope, mappings, claims ?? claimsIn(user?.claims ?? []), user);
};

/** For the access page: null if nothing is known of the user that mappings could apply to. */
export const mappingOf = async (scope: CompanyScope, userId: number): Promise<MappingOfUser | null> => {
  const [user] = await queries.usersWithClaims(scope, [userId]);
  if (!user || user.claims.length === 0) return null;
  const { decides, matches, sources } = await preview(
    scope,
    await queries.mappingRows(scope),
    claimsIn(user.claims),
    user,
  );
  return { decides, matches, sources };
};

const isSameAccess = (one: AccessIds, other: AccessIds): boolean =>
  one.role_id === other.role_id &&
  one.node_id === other.node_id &&
  one.is_company_admin === other.is_company_admin &&
  isSameIds(one.site_ids, other.site_ids);

interface Difference extends AccessChange {
  readonly is_active: boolean;
}

/** More are changed together: a group of a directory can have thousands of members. */
const MOST_ONE_BY_ONE = 20;

/**
 * Applies the mappings to users by what is known of them, after `learn` has stored what is new about them. Of changes at the
 * same time each finds what those before it have stored. Writes only what differs; returns what was different.
 */
export const applyMappings = async (
  services: Services,
  scope: CompanyScope,
  userIds: readonly number[],
  learn?: () => Promise<unknown>,
): Promise<Difference[]> => {
  if (userIds.length === 0) return [];
  await queries.lockToApply(scope, userIds);
  await learn?.();
  const mappings = await queries.mappingRows(scope);
  if (mappings.length === 0) return [];
  const differing = (await queries.usersWithClaims(scope, userIds))
    .map(({ id, is_active, claims, ...before }) => ({
      ...{ id, is_active, before },
      after: mapped(mappings, claimsIn(claims), before),
    }))
    .filter(({ before, after }) => !isSameAccess(before, after));
  if (differing.length > MOST_ONE_BY_ONE) await setAccessOfMany(services, scope, differing);
  else
    for (const { id, before, after } of differing) await setAccess(services, scope, { id, ...before }, after);
  return differing;
};

/** Keeps what a provider says of a user who signs in, instead of what it said before, and applies the mappings. */
export const applySignIn = async (
  services: Services,
  scope: CompanyScope,
  userId: number,
  claims: readonly Claim[],
): Promise<void> => {
  const saved = Object.fromEntries(claims.map(({ name, values }) => [name, values]));
  await applyMappings(services, scope, [userId], () => queries.saveClaims(scope, userId, saved));
};
