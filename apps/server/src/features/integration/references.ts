import { displayName } from "@mcc/contract/access/session.ts";
import type { DraftPerson, OrderDraft } from "@mcc/contract/integration/order-input.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { NamedPerson, SiteRecord, UserRecord } from "./references.queries.ts";
import * as queries from "./references.queries.ts";

/** The sites that drafts name, read in one query. */
export const findSites = async (scope: CompanyData, drafts: readonly OrderDraft[]) => {
  const named = drafts.map(({ site }) => site);
  const ids = named.filter((site) => typeof site === "number");
  const shopUsers = named.filter((site) => typeof site === "string").map((name) => name.trim().toLowerCase());
  const sites = await queries.sitesBy(scope, [...new Set(ids)], [...new Set(shopUsers)]);
  const byId = new Map(sites.map((site) => [site.id, site]));
  const byShopUser = Map.groupBy(sites, (site) => site.shop_user);
  /** Active ones first; a shop username with several active sites is ambiguous. */
  return ({ site }: OrderDraft): readonly SiteRecord[] => {
    if (typeof site === "number") return [byId.get(site)].filter((found) => found !== undefined);
    return byShopUser.get(site.trim().toLowerCase()) ?? [];
  };
};

const peopleOf = ({ content }: OrderDraft): DraftPerson[] =>
  [content.creator, content.ordered_by, content.requested_by].filter((person) => person !== null);

/** A user known by username is linked; a sent name is stored as sent. */
const toNamedPerson = (
  { name, username }: DraftPerson,
  users: ReadonlyMap<string, UserRecord>,
): NamedPerson => {
  const user = username ? users.get(username.toLowerCase()) : undefined;
  const shown = name ?? (user ? displayName(user) : (username ?? ""));
  return { user_id: user?.id ?? null, name: shown, username: name === null ? null : username };
};

const keyOf = ({ user_id, name, username }: NamedPerson): string => JSON.stringify([user_id, name, username]);

/** The snapshots of the people that drafts name, found or added. */
export const findPeople = async (scope: CompanyData, drafts: readonly OrderDraft[]) => {
  const given = drafts.flatMap(peopleOf);
  const usernames = new Set(given.flatMap(({ username }) => username?.toLowerCase() ?? []));
  const users = new Map((await queries.usersBy(scope, [...usernames])).map((user) => [user.username, user]));
  const wanted = new Map(
    given.map((person) => toNamedPerson(person, users)).map((person) => [keyOf(person), person]),
  );
  const known = new Map<string, number>();
  const loadKnown = async () => {
    const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, person]) => person);
    if (missing.length === 0) return missing;
    const names = [...new Set(missing.map(({ name }) => name))];
    for (const row of await queries.personSnapshotsNamed(scope, names)) known.set(keyOf(row), row.id);
    return missing.filter((person) => !known.has(keyOf(person)));
  };
  const added = await loadKnown();
  if (added.length > 0) {
    await queries.addPersonSnapshots(scope, added);
    await loadKnown();
  }
  return (person: DraftPerson | null): number | null =>
    person ? (known.get(keyOf(toNamedPerson(person, users))) ?? null) : null;
};

/** The snapshots of the sites' current names, found or added. */
export const findSiteSnapshots = async (scope: CompanyData, siteIds: readonly number[]) => {
  const known = await queries.siteSnapshotsOf(scope, siteIds);
  const missing = siteIds.filter((id) => !known.has(id));
  if (missing.length > 0) {
    await queries.addSiteSnapshots(scope, missing);
    for (const [id, snapshot] of await queries.siteSnapshotsOf(scope, missing)) known.set(id, snapshot);
  }
  return known;
};
