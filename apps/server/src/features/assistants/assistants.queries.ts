import type { Assistant } from "@mcc/contract/assistants/assistants.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

const FIELDS = [
  "id",
  "name",
  "host",
  "kinds",
  "created_at",
  "expires_at",
  "last_used_at",
  "last_address",
] as const;

export const grantRows = ({ db, companyId, who }: CompanyScope) =>
  db
    .selectFrom("assistant_grants")
    .select(FIELDS)
    .where("company_id", "=", companyId)
    .where("user_id", "=", who.id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("id", "desc")
    .execute();

export const endGrant = ({ db, companyId, who }: CompanyScope, id: number) =>
  db
    .updateTable("assistant_grants")
    .set({ ended_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("user_id", "=", who.id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["id", "name", "host"])
    .executeTakeFirst();

export const isSwitchedOn = async ({
  db,
  companyId,
}: Pick<CompanyScope, "db" | "companyId">): Promise<boolean> => {
  const policy = await db
    .selectFrom("security_policies")
    .select("assistants")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return policy?.assistants === true;
};

/** Until the transaction ends, no other assistant of the user is added. */
export const lockGrants = (db: Db, userId: number) => takeLock(db, "assistantsOfUser", userId);

export const countGrants = async (db: Db, userId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from assistant_grants
    where user_id = ${userId} and ended_at is null and expires_at > now()`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The same assistant asked again: it has one access, the latest. */
export const endGrantsOfClient = (db: Db, userId: number, client: string) =>
  sql`update assistant_grants set ended_at = now()
    where user_id = ${userId} and oauth_client = ${client} and ended_at is null`.execute(db);

interface NewGrant extends Pick<Assistant, "name" | "host" | "kinds"> {
  readonly companyId: number;
  readonly userId: number;
  readonly sessionId: string;
  readonly oauthGrant: string;
  readonly oauthClient: string;
  readonly days: number;
}

/** With how the session was opened that it was given in. */
export const addGrant = async (db: Db, given: NewGrant) => {
  const { rows } = await sql<{ id: number; expires_at: Date }>`
    insert into assistant_grants (company_id, user_id, oauth_grant, oauth_client, name, host, kinds, session_id, method,
      with_factor, expires_at)
    select ${given.companyId}, ${given.userId}, ${given.oauthGrant}, ${given.oauthClient}, ${given.name}, ${given.host},
      ${given.kinds}::text[], id, method, factor_at is not null, now() + ${given.days} * interval '1 day'
    from sessions where id = ${given.sessionId}
    returning id, expires_at`.execute(db);
  return rows[0] as { id: number; expires_at: Date };
};

/** By the assistant itself, or because somebody else has used what was given to it. */
export const endOauthGrant = async (db: Db, oauthGrant: string) => {
  const { rows } = await sql<{ id: number; company_id: number; name: string; host: string }>`
    update assistant_grants set ended_at = now() where oauth_grant = ${oauthGrant} and ended_at is null
    returning id, company_id, name, host`.execute(db);
  return rows[0];
};

export const noteUse = ({ db, companyId }: CompanyScope, id: number, address: string) =>
  db
    .updateTable("assistant_grants")
    .set({ last_used_at: sql`now()`, last_address: address })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
