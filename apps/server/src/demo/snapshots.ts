import type pg from "pg";
import type { Company, Site, User } from "./company.ts";
import { daysBefore } from "./dates.ts";
import { insertRows, withIds } from "./insert/insert-rows.ts";
import type { Person } from "./order.ts";

const RENAMED_DAYS_AGO = 420;

export interface Snapshots {
  /** The site as it was called on that day. */
  siteOn(site: Site, date: Date): { id: number; name: string };
  /** The users who may place orders there; never an approver, who could not approve their own. */
  buyersOf(site: Site): readonly Person[];
  readonly outsiders: readonly Person[];
}

/** Sites and people as orders name them. */
export const addSnapshots = async (
  client: pg.ClientBase,
  company: Company,
  now: Date,
): Promise<Snapshots> => {
  const siteOn = await addSiteSnapshots(client, company, now);
  const buyers = company.users.filter((user) => !user.isAdmin && !isApprover(company, user));
  const people: Person[] = (
    await withIds(client, "person_snapshots", [
      ...buyers.map(({ id, name }) => ({ userId: id, name })),
      ...company.plan.history.outsiders.map((name) => ({ userId: null, name })),
    ])
  ).map(({ id, userId, name }) => ({ snapshotId: id, userId, name }));
  await insertRows(
    client,
    "person_snapshots",
    people.map(({ snapshotId, userId, name }) => ({
      id: snapshotId,
      company_id: company.id,
      user_id: userId,
      name,
    })),
  );
  const outsiders = people.filter(({ userId }) => userId === null);
  const buyersAt = new Map(
    company.sites.map((site) => {
      const here = buyers.filter(({ visibleSites }) => visibleSites.includes(site)).map(({ id }) => id);
      return [site.id, people.filter(({ userId }) => userId !== null && here.includes(userId))];
    }),
  );
  const buyersOf = (site: Site) => {
    const here = buyersAt.get(site.id) ?? [];
    return here.length > 0 ? here : outsiders;
  };
  return { siteOn, buyersOf, outsiders };
};

const isApprover = ({ rules }: Company, user: User): boolean =>
  rules.some(({ userId, roleId }) => userId === user.id || (roleId !== null && roleId === user.roleId));

const addSiteSnapshots = async (client: pg.ClientBase, company: Company, now: Date) => {
  const names = company.sites.flatMap((site) => [
    { site, name: site.name },
    ...(site.formerName ? [{ site, name: site.formerName }] : []),
  ]);
  const snapshots = await withIds(client, "site_snapshots", names);
  await insertRows(
    client,
    "site_snapshots",
    snapshots.map(({ id, site, name }) => ({
      id,
      company_id: company.id,
      site_id: site.id,
      name,
      location_name: site.location ?? null,
      business_unit: site.businessUnit ?? null,
      region: site.region ?? null,
      division: site.division ?? null,
    })),
  );
  const ids = new Map(snapshots.map(({ id, name }) => [name, id]));
  const renamed = daysBefore(now, RENAMED_DAYS_AGO);
  return (site: Site, date: Date) => {
    const name = date < renamed ? (site.formerName ?? site.name) : site.name;
    return { id: ids.get(name) as number, name };
  };
};
