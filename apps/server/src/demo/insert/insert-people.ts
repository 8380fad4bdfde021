import type pg from "pg";
import { type User, visibleSites } from "../company.ts";
import type { CompanyPlan, UserPlan } from "../company-plan.ts";
import { DAY, HOUR } from "../dates.ts";
import { type Random, randomFor } from "../random.ts";
import type { Places } from "./insert-places.ts";
import { insertRows, takeIds, withIds } from "./insert-rows.ts";

interface InsertOptions {
  readonly now: Date;
  readonly founded: Date;
  readonly passwordHash: string;
}

/** The roles, their users, and the users' sites. */
export const insertPeople = async (
  client: pg.ClientBase,
  companyId: number,
  plan: CompanyPlan,
  { sites, nodeIds }: Places,
  { now, founded, passwordHash }: InsertOptions,
): Promise<{ users: User[]; roleIds: Map<string, number> }> => {
  const random = randomFor(`${plan.slug} people`);
  const roleIds = await addRoles(client, companyId, plan, founded);
  const known = plan.users.map((user) => ({
    ...user,
    username: `${plan.prefix}-${user.account ?? `${user.first}.${user.last}`}`.toLowerCase(),
    name: `${user.first} ${user.last}`,
    roleId: user.role ? (roleIds.get(user.role) ?? null) : null,
    visibleSites: visibleSites(plan, user, sites),
  }));
  const users: User[] = await withIds(client, "users", known);
  await insertRows(
    client,
    "users",
    users.map((user) => {
      const joined = new Date(founded.getTime() + random.integer(0, 80) * DAY);
      return {
        id: user.id,
        company_id: companyId,
        username: user.username,
        email: `${user.first}.${user.last}@${plan.slug}.example.com`.toLowerCase(),
        first_name: user.first,
        last_name: user.last,
        password_hash: passwordHash,
        is_demo: true,
        role_id: user.roleId,
        node_id: (user.node && nodeIds.get(user.node)) ?? null,
        is_company_admin: user.isAdmin ?? false,
        enable_analytics: user.analytics ?? false,
        alerts_enabled: user.alerts ?? true,
        enable_text_messages: user.phone !== undefined,
        phone: user.phone ?? null,
        ecommerce_username: user.username,
        last_login: lastLogin(random, user, now),
        created_at: joined,
        updated_at: joined,
      };
    }),
  );
  await addAccess(client, companyId, plan, users);
  return { users, roleIds };
};

/** Admins are here daily; one in eight of the others has never signed in. */
const lastLogin = (random: Random, user: UserPlan, now: Date): Date | null => {
  const hours = random.integer(2, user.isAdmin ? 30 : 60 * 24);
  return !user.isAdmin && random.chance(0.125) ? null : new Date(now.getTime() - hours * HOUR);
};

const addRoles = async (client: pg.ClientBase, companyId: number, plan: CompanyPlan, founded: Date) => {
  const ids = await takeIds(client, "roles", plan.roles.length);
  await insertRows(
    client,
    "roles",
    plan.roles.map((role, index) => ({
      id: ids[index],
      company_id: companyId,
      name: role.name,
      can_impersonate: role.impersonates ?? false,
      can_view_order_tracking: role.tracks ?? false,
      created_at: founded,
      updated_at: founded,
    })),
  );
  return new Map(plan.roles.map(({ name }, index) => [name, ids[index] as number]));
};

/** With a hierarchy the node decides, and a policy may restrict it; without one, sites are assigned. */
const addAccess = async (
  client: pg.ClientBase,
  companyId: number,
  plan: CompanyPlan,
  users: readonly User[],
) => {
  const pairs = (some: readonly User[]) =>
    some.flatMap((user) =>
      user.visibleSites.map((site) => ({ company_id: companyId, user_id: user.id, site_id: site.id })),
    );
  if (plan.features.hierarchy) {
    await insertRows(client, "policy_sites", pairs(users.filter(({ policy }) => policy)));
  } else {
    await insertRows(
      client,
      "site_users",
      pairs(users).map((pair) => ({ ...pair, is_admin: true })),
    );
  }
};
