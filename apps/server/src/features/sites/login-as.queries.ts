import { LOGIN_AS_SECONDS } from "@mcc/contract/sites/login-as.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { parseSession, type SessionRow } from "../../platform/access/session-cache.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { allConditions } from "../../platform/lists/list.ts";
import { visibleSites } from "./site-users.queries.ts";

type Db = Kysely<Tables>;
type Viewer = Pick<CompanyScope, "db" | "companyId" | "siteIds">;

/** A site whose storefront account is to be used; none where the user may not see it. */
export const findShop = async (viewer: Viewer, id: number) => {
  const { rows } = await sql<{ id: number; name: string; ecommerce_username: string; buyout_site: boolean }>`
    select id, name, ecommerce_username, buyout_site from sites
    where ${allConditions([sql`sites.id = ${id}`, ...visibleSites(viewer)])}`.execute(viewer.db);
  return rows[0];
};

export const addLoginToken = (db: Db, token: { hash: Buffer; sessionId: string; siteId: number }) =>
  db
    .insertInto("login_as_tokens")
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      site_id: token.siteId,
      expires_at: sql`now() + make_interval(secs => ${sql.lit(LOGIN_AS_SECONDS)})`,
    })
    .execute();

/** Redeems a token, once; then the transaction is restricted to the company of the user it was issued to. */
export const redeemLoginToken = async (db: Db, hash: Buffer, keyCompany: number | null) => {
  const { rows } = await sql<SessionRow & { site: number; token_ends: Date; session_ends: Date }>`
    select site, token_ends, session_ends, who::text, to_json(site_ids)::text as site_ids
    from tenant.redeem_login_as(${hash}, ${keyCompany})`.execute(db);
  const session = parseSession(rows[0], "");
  return rows[0] && session ? { ...rows[0], ...session } : undefined;
};

export const deleteExpiredLoginTokens = (db: Db) =>
  db.deleteFrom("login_as_tokens").where("expires_at", "<", sql<Date>`now()`).execute();
