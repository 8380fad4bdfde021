import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { addRule, addSite } from "@mcc/server/src/testing/integration.ts";
import { addCompany, addPerson, addRole } from "@mcc/server/src/testing/people.ts";
import { SECRET } from "../processes.ts";
import type { Installation } from "./installation.ts";

/**
 * A company whose every order waits for one person, who is its admin, and beyond one of its budgets for their role too;
 * the requests of a stage belong to it alone.
 */
export const setUpCompany = async ({ owner, url }: Installation, slug: string) => {
  const companyId = await addCompany(owner, { slug, approvals: true, tracking: true });
  const site = await addSite(owner, companyId, { shopUser: `shop-${slug}` });
  const roleId = await addRole(owner, companyId);
  const admin = await addPerson(owner, companyId, {
    admin: true,
    roleId,
    username: `admin-${slug}`,
    analytics: true,
  });
  const rule = await addRule(owner, companyId, { userId: admin.id, limit: 0, siteIds: [site.id] });
  const budgets = await owner.sql<{ id: number }>(
    `with made as (
       insert into budgets (company_id, name, amount, beyond, role_id, tell_at, revision, next_revision)
       values ($1, 'By site', 5000, 'tell', null, '{80,100}', 1, null),
         ($1, 'Everywhere', 5000, 'step', $3, '{80,100}', 1, null)
       returning id, name),
     covered as (
       insert into budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids)
       select $1, id, 1, 'year', '2026-01-01', true, array[$2::bigint] from made)
     select id::int from made order by id`,
    [companyId, site.id, roleId],
  );
  const [session] = await owner.sql<{ id: string }>(
    "insert into sessions (user_id, expires_at) values ($1, now() + interval '1 day') returning id",
    [admin.id],
  );
  const database = openDatabase(url, () => {});
  const { key } = await createApiKey(
    database.platform,
    { id: null, name: "battery" },
    { name: "ERP", scopes: ["orders", "documents"] },
  );
  await database.close();
  return {
    slug,
    companyId,
    site,
    admin,
    rule,
    budgets: budgets.map(({ id }) => id),
    headers: {
      user: { authorization: `JWT ${makeTokens(SECRET).sign(session?.id ?? "", admin.id)}` },
      key: { authorization: `ApiKey ${key}` },
    },
  };
};
export type Company = Awaited<ReturnType<typeof setUpCompany>>;
