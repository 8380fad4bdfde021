import type { SsoKind, SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** What an admin or the metadata of a provider sets. The secret is encrypted. */
export interface StoredConnection {
  kind: SsoKind;
  name: string;
  enabled: boolean;
  issuer: string | null;
  client_id: string | null;
  client_secret: string | null;
  metadata_url: string | null;
  sign_in_url: string | null;
  sign_out_url: string | null;
  certificates: string[];
  metadata_read_at: Date | null;
  email_claim: string | null;
  first_name_claim: string | null;
  last_name_claim: string | null;
  groups_claim: string | null;
  creates_users: boolean;
  tested_at: Date | null;
  tells_sign_in_time: boolean | null;
}

export interface ConnectionRecord extends StoredConnection {
  id: number;
  company_id: number;
  mcc_host: string | null;
  created_at: Date;
  updated_at: Date;
}

const FIELDS = sql`connection.id, connection.company_id, companies.mcc_host, kind, connection.name, enabled, issuer,
  client_id, client_secret, metadata_url, sign_in_url, sign_out_url, certificates, metadata_read_at, email_claim, first_name_claim,
  last_name_claim, groups_claim, creates_users, tested_at, tells_sign_in_time, connection.created_at, connection.updated_at`;
const FROM = sql`sso_connections connection join companies on companies.id = connection.company_id`;

/** A company reads its own row of companies only. */
export const connectionRows = async ({ db, companyId }: CompanyData): Promise<ConnectionRecord[]> => {
  const { rows } = await sql<ConnectionRecord>`select ${FIELDS} from ${FROM}
    where connection.company_id = ${companyId} order by connection.name, connection.id`.execute(db);
  return rows;
};

/** Locked, if it is to be changed. */
export const findConnection = async (
  { db, companyId }: CompanyData,
  id: number,
  isToChange = false,
): Promise<ConnectionRecord | undefined> => {
  const { rows } = await sql<ConnectionRecord>`select ${FIELDS} from ${FROM}
    where connection.company_id = ${companyId} and connection.id = ${id}
    ${isToChange ? sql`for no key update of connection` : sql``}`.execute(db);
  return rows[0];
};

/** For a sign-in, which has no company yet. */
export const connectionById = async (db: Db, id: number): Promise<ConnectionRecord | undefined> => {
  const { rows } = await sql<ConnectionRecord>`select ${FIELDS} from ${FROM}
    where connection.id = ${id}`.execute(db);
  return rows[0];
};

/** The connection that a session was opened with, while it is switched on. */
export const connectionOfSession = async (db: Db, sessionId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select connection.id from sessions join sso_connections connection on connection.id = sessions.sso_connection_id
    where sessions.id = ${sessionId} and connection.enabled`.execute(db);
  return rows[0]?.id;
};

interface Way {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
}

/** The connections of a company that are switched on. */
export const enabledOf = async (db: Db, companyId: number): Promise<Way[]> => {
  const { rows } = await sql<Way>`
    select id, name, coalesce((select sso_required from security_policies where company_id = ${companyId}), false)
      as required
    from sso_connections where company_id = ${companyId} and enabled order by name, id`.execute(db);
  return rows;
};

/** The first connection of the company that has confirmed a domain. */
export const connectionOfDomain = async (db: Db, domain: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select connection.id from sso_domains domain
    join sso_connections connection on connection.company_id = domain.company_id and connection.enabled
    where domain.domain = ${domain} and domain.confirmed_at is not null
    order by connection.name, connection.id limit 1`.execute(db);
  return rows[0]?.id;
};

export const addConnection = ({ db }: CompanyData, stored: Partial<StoredConnection>) =>
  db
    .insertInto("sso_connections")
    .values(stored as StoredConnection)
    .returning("id")
    .executeTakeFirstOrThrow();

export const setConnection = (
  { db, companyId }: CompanyData,
  id: number,
  changes: Partial<StoredConnection> & { test?: string | null },
) =>
  db
    .updateTable("sso_connections")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteConnection = ({ db, companyId }: CompanyData, id: number) =>
  db.deleteFrom("sso_connections").where("company_id", "=", companyId).where("id", "=", id).execute();

/** Whether single sign-on is required and no other connection is switched on. */
export const isNeeded = async ({ db, companyId }: CompanyData, id: number): Promise<boolean> => {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from security_policies where company_id = ${companyId} and sso_required)
      and not exists (select from sso_connections where company_id = ${companyId} and enabled and id <> ${id}) as needed`.execute(
    db,
  );
  return rows[0]?.needed === true;
};

/** The provider has new certificates, by its own metadata. */
export const setCertificates = (db: Db, id: number, certificates: string[]) =>
  db
    .updateTable("sso_connections")
    .set({ certificates, metadata_read_at: sql`now()` })
    .where("id", "=", id)
    .execute();

export const setTellsSignInTime = (db: Db, id: number, tells: boolean) =>
  db.updateTable("sso_connections").set({ tells_sign_in_time: tells }).where("id", "=", id).execute();

export type StoredTest = Omit<SsoTest, "state"> & { readonly state: "waiting" | "refused" | "passed" };

export const findTest = async ({ db, companyId }: CompanyData, id: number): Promise<StoredTest | null> => {
  const { rows } = await sql<{ test: StoredTest | null }>`
    select test from sso_connections where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0]?.test ?? null;
};

export const saveTest = ({ db, companyId }: CompanyData, id: number, test: StoredTest) =>
  sql`update sso_connections set test = ${JSON.stringify(test)},
      tested_at = case when ${test.state === "passed"} then now() else tested_at end
    where company_id = ${companyId} and id = ${id}`.execute(db);
