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

interface LoginToken {
  readonly hash: Buffer;
  readonly sessionId: string;
  readonly siteId: number;
  /** Where it was asked for. */
  readonly address: string | null;
}

export const addLoginToken = (db: Db, token: LoginToken) =>
  db
    .insertInto("login_as_tokens")
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      site_id: token.siteId,
      address: token.address,
      expires_at: sql`now() + make_interval(secs => ${sql.lit(LOGIN_AS_SECONDS)})`,
    })
    .execute();

interface RedeemedToken {
  readonly site: number;
  readonly token_ends: Date;
  readonly session_ends: Date;
  readonly asked_from: string | null;
}

/** Redeems a token, once; then the transaction is restricted to the company of the user it was issued to. */
export const redeemLoginToken = async (db: Db, hash: Buffer, keyCompany: number | null) => {
  const { rows } = await sql<SessionRow & RedeemedToken>`
    select site, token_ends, session_ends, asked_from, who::text, to_json(site_ids)::text as site_ids
    from tenant.redeem_login_as(${hash}, ${keyCompany})`.execute(db);
  const session = parseSession(rows[0], "");
  return rows[0] && session ? { ...rows[0], ...session } : undefined;
};

export const deleteExpiredLoginTokens = (db: Db) =>
  db.deleteFrom("login_as_tokens").where("expires_at", "<", sql<Date>`now()`).execute();
