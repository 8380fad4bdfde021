import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

export interface RuleRecord {
  id: number;
  role: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
  limit: number;
  sites: number[];
  nodes: number[];
  place_names: string[];
  has_pending_approvals: boolean;
  count: number;
}

/** How many places of a rule its row names. */
const PLACE_NAMES = 3;

const NAME = sql`coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username)`;

const rules = ({ companyId }: CompanyScope) => sql`
  select rule.id, rule.limit_amount as limit, count(*) over () as count,
    (select json_build_object('id', roles.id, 'name', roles.name) from roles where roles.id = rule.role_id) as role,
    (select json_build_object('id', person.id, 'name', ${NAME}) from users person where person.id = rule.user_id) as user,
    array(select site_id from approval_rule_sites where company_id = ${companyId} and rule_id = rule.id
      order by site_id) as sites,
    array(select node_id from approval_rule_nodes where company_id = ${companyId} and rule_id = rule.id
      order by node_id) as nodes,
    array(select name from (
      select 1 as kind, node.name, node.id from approval_rule_nodes held
        join organization_nodes node on node.company_id = ${companyId} and node.id = held.node_id
        where held.company_id = ${companyId} and held.rule_id = rule.id
      union all
      select 2, site.name, site.id from approval_rule_sites held
        join sites site on site.company_id = ${companyId} and site.id = held.site_id
        where held.company_id = ${companyId} and held.rule_id = rule.id) as place
      order by kind, ${naturalSort(sql`name`)}, id limit ${sql.lit(PLACE_NAMES)}) as place_names,
    exists (select from order_steps where company_id = ${companyId} and rule_id = rule.id and state = 'open')
      as has_pending_approvals
  from approval_rules rule where rule.company_id = ${companyId}`;

export const ruleRows = async (
  scope: CompanyScope,
  { limit, offset, descending }: { limit: number; offset: number; descending: boolean },
): Promise<RuleRecord[]> => {
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<RuleRecord>`${rules(scope)}
    order by rule.limit_amount ${direction}, rule.id ${direction} limit ${limit} offset ${offset}`.execute(
    scope.db,
  );
  return rows;
};

export const findRule = async (scope: CompanyScope, id: number): Promise<RuleRecord | undefined> =>
  (await sql<RuleRecord>`${rules(scope)} and rule.id = ${id}`.execute(scope.db)).rows[0];

export const findRuleOfRole = async ({ db, companyId }: CompanyScope, roleId: number) => {
  const rule = db.selectFrom("approval_rules").select("id").where("company_id", "=", companyId);
  return (await rule.where("role_id", "=", roleId).executeTakeFirst())?.id;
};

/** The rules that name a site. */
export const rulesOfSite = async ({ db, companyId }: CompanyScope, siteId: number): Promise<number[]> => {
  const held = db.selectFrom("approval_rule_sites").select("rule_id").where("company_id", "=", companyId);
  const rows = await held.where("site_id", "=", siteId).orderBy("rule_id").execute();
  return rows.map(({ rule_id }) => rule_id);
};

export const rulesOfNode = async ({ db, companyId }: CompanyScope, nodeId: number): Promise<number[]> => {
  const held = db.selectFrom("approval_rule_nodes").select("rule_id").where("company_id", "=", companyId);
  const rows = await held.where("node_id", "=", nodeId).orderBy("rule_id").execute();
  return rows.map(({ rule_id }) => rule_id);
};

export const rulesOfUser = async ({ db, companyId }: CompanyScope, userId: number): Promise<number[]> => {
  const rules = db.selectFrom("approval_rules").select("id").where("company_id", "=", companyId);
  return (await rules.where("user_id", "=", userId).orderBy("id").execute()).map(({ id }) => id);
};

export const addRule = async (
  { db }: CompanyScope,
  rule: { role_id: number | null; user_id: number | null; limit_amount: number },
): Promise<number> =>
  (await db.insertInto("approval_rules").values(rule).returning("id").executeTakeFirstOrThrow()).id;

export const setLimit = ({ db, companyId }: CompanyScope, id: number, limit: number) =>
  db
    .updateTable("approval_rules")
    .set({ limit_amount: limit, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** The rule then applies at these places and no others. */
export const setPlaces = async (
  { db, companyId }: CompanyScope,
  ruleId: number,
  kind: "site" | "node",
  ids: readonly number[],
): Promise<void> => {
  const table = sql.table(`approval_rule_${kind}s`);
  const column = sql.ref(`${kind}_id`);
  await sql`delete from ${table} where company_id = ${companyId} and rule_id = ${ruleId} and ${column} <> all(${ids})`.execute(
    db,
  );
  await sql`insert into ${table} (rule_id, ${column}) select ${ruleId}, unnest(${ids}::bigint[])
    on conflict do nothing`.execute(db);
};

export const deleteRule = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("approval_rules").where("company_id", "=", companyId).where("id", "=", id).execute();

export const findRole = async ({ db, companyId }: CompanyScope, id: number) => {
  const { rows } = await sql<{ has_rule: boolean }>`
    select exists (select from approval_rules where company_id = ${companyId} and role_id = ${id}) as has_rule
    from roles where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0];
};

export interface RuleUser {
  id: number;
  node_id: number | null;
  is_company_admin: boolean;
}

export const findUser = ({ db, companyId }: CompanyScope, id: number): Promise<RuleUser | undefined> =>
  db
    .selectFrom("users")
    .select(["id", "node_id", "is_company_admin"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

export interface PlaceRecord {
  id: number;
  name: string;
  /** The node of a site, or the parent of a node. */
  parent: number | null;
  /** The rule of a user, this one or another. */
  rule_id: number | null;
  /** Another user's rule uses it. */
  is_taken: boolean;
  /** The user can see it. */
  is_visible: boolean;
}

type Kind = "site" | "node";

/** Sites or nodes used by rules of a user. */
const heldBy = ({ companyId }: CompanyScope, kind: Kind, userId: number) => sql`
  select held.${sql.ref(`${kind}_id`)} from approval_rules rule
  join ${sql.table(`approval_rule_${kind}s`)} held on held.company_id = ${companyId} and held.rule_id = rule.id
  where rule.company_id = ${companyId} and rule.user_id = ${userId}`;

/** Sites or nodes of the company, and which user's rule uses each; the rules of `userId` do not count as used. */
const placesWith = (
  { companyId }: CompanyScope,
  kind: Kind,
  userId: number,
  { which, visible = sql`true` }: { which: RawBuilder<unknown>; visible?: RawBuilder<unknown> },
) => {
  const used = sql`select rule.id, rule.user_id from approval_rules rule
    join ${sql.table(`approval_rule_${kind}s`)} held on held.company_id = ${companyId} and held.rule_id = rule.id
    where rule.company_id = ${companyId} and held.${sql.ref(`${kind}_id`)} = place.id`;
  const own = kind === "site" ? sql`place.node_id` : sql`place.parent_id`;
  return sql<PlaceRecord>`
    select place.id, place.name, ${own} as parent, holder.id as rule_id,
      coalesce(holder.user_id <> ${userId}, false) as is_taken, ${visible} as is_visible
    from ${sql.table(kind === "site" ? "sites" : "organization_nodes")} place
    left join lateral (${used} order by (rule.user_id = ${userId}), rule.id limit 1) as holder on true
    where place.company_id = ${companyId} ${kind === "site" ? sql`and place.deleted_at is null` : sql``} and ${which}
    order by ${naturalSort(sql`place.name`)}, place.id`;
};

export const findPlaces = async (
  scope: CompanyScope,
  kind: Kind,
  userId: number,
  ids: readonly number[],
): Promise<PlaceRecord[]> =>
  (await placesWith(scope, kind, userId, { which: sql`place.id = any(${ids})` }).execute(scope.db)).rows;

/** Every site of the company. */
export const companySites = async (scope: CompanyScope, user: RuleUser): Promise<PlaceRecord[]> => {
  const assigned = sql`exists (select from site_users
    where company_id = ${scope.companyId} and site_id = place.id and user_id = ${user.id})`;
  const visible = user.is_company_admin ? sql`true` : assigned;
  return (await placesWith(scope, "site", user.id, { which: sql`true`, visible }).execute(scope.db)).rows;
};

/** Places that the user can see, and those that a rule of theirs uses anyway, so that the rule can be corrected. */
const seenOrHeld = (scope: CompanyScope, kind: Kind, userId: number, visible: RawBuilder<unknown>) =>
  placesWith(scope, kind, userId, {
    which: sql`(${visible} or place.id in (${heldBy(scope, kind, userId)}))`,
    visible,
  });

/** The sites that a policy limits a user to. */
export const policySites = async (scope: CompanyScope, userId: number): Promise<PlaceRecord[]> => {
  const visible = sql`place.id in (select site_id from policy_sites where company_id = ${scope.companyId} and user_id = ${userId})`;
  return (await seenOrHeld(scope, "site", userId, visible).execute(scope.db)).rows;
};

/** The nodes of a user's subtree, all of them for a company admin, and the sites there that the user may see. */
export const userNodes = async (
  scope: CompanyScope,
  user: RuleUser,
): Promise<{ nodes: PlaceRecord[]; sites: PlaceRecord[] }> => {
  const { companyId, db } = scope;
  const below = sql`array(
    with recursive below as (
      select id from organization_nodes where company_id = ${companyId} and id = ${user.node_id}
      union all
      select child.id from below join organization_nodes child on child.company_id = ${companyId} and child.parent_id = below.id)
    select id from below)`;
  const policy = sql`select site_id from policy_sites where company_id = ${companyId} and user_id = ${user.id}`;
  const everywhere = user.is_company_admin;
  const nodes = seenOrHeld(scope, "node", user.id, everywhere ? sql`true` : sql`place.id = any(${below})`);
  const sites = seenOrHeld(
    scope,
    "site",
    user.id,
    everywhere
      ? sql`place.node_id is not null`
      : sql`coalesce(place.node_id = any(${below}) and (not exists (${policy}) or place.id in (${policy})), false)`,
  );
  const [foundNodes, foundSites] = await Promise.all([nodes.execute(db), sites.execute(db)]);
  return { nodes: foundNodes.rows, sites: foundSites.rows };
};
