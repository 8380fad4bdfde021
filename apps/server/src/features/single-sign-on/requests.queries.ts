import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** A sign-in that has begun here. */
export interface SsoRequest {
  readonly connection_id: number;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly request_id: string;
  readonly next_page: string | null;
  readonly tester_id: number | null;
  readonly is_forced: boolean;
}

/** One whose answer has arrived. */
export interface TakenRequest extends SsoRequest {
  /** In seconds. */
  readonly age: number;
  readonly browser_hash: Buffer;
}

const FIELDS = [
  "connection_id",
  "nonce",
  "code_verifier",
  "request_id",
  "next_page",
  "tester_id",
  "is_forced",
] as const;

/** As long as somebody may take to sign in at the provider. */
const SECONDS = 15 * 60;
const CODE_SECONDS = 60;
const NOBODY = Buffer.alloc(0);

/** Without a browser: the first one that opens it. */
export const addRequest = async (
  db: Db,
  stateHash: Buffer,
  browserHash: Buffer | undefined,
  request: SsoRequest,
): Promise<void> => {
  await db.deleteFrom("sso_requests").where("expires_at", "<", sql<Date>`now()`).execute();
  await db
    .insertInto("sso_requests")
    .values({
      ...request,
      state_hash: stateHash,
      browser_hash: browserHash ?? NOBODY,
      expires_at: sql`now() + make_interval(secs => ${SECONDS})`,
    })
    .execute();
};

/** Gives a request that was prepared for an admin to the browser that opens it. */
export const claimRequest = (db: Db, stateHash: Buffer, browserHash: Buffer) =>
  db
    .updateTable("sso_requests")
    .set({ browser_hash: browserHash })
    .where("state_hash", "=", stateHash)
    .where("browser_hash", "=", NOBODY)
    .where("answered_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(FIELDS)
    .executeTakeFirst();

/**
 * Of several answers to one request only the first is looked at. From then on the request is found by another secret,
 * which only the browser that has brought the answer is told: who has begun the sign-in and sent its address to somebody
 * else does not know it.
 */
export const takeRequest = (db: Db, stateHash: Buffer, answerHash: Buffer) =>
  db
    .updateTable("sso_requests")
    .set({ answered_at: sql`now()`, state_hash: answerHash })
    .where("state_hash", "=", stateHash)
    .where("answered_at", "is", null)
    .where("browser_hash", "<>", NOBODY)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning([...FIELDS, "browser_hash"])
    .returning(sql<number>`extract(epoch from now() - created_at)::float`.as("age"))
    .executeTakeFirst();

export const saveAnswer = (db: Db, answerHash: Buffer, answer: string) =>
  db.updateTable("sso_requests").set({ answer }).where("state_hash", "=", answerHash).execute();

/** Gives a code for the answer, once, to a browser that has begun the sign-in and brought the answer. */
export const giveCode = (db: Db, answerHash: Buffer, browserHash: Buffer, codeHash: Buffer) =>
  db
    .updateTable("sso_requests")
    .set({
      code_hash: codeHash,
      code_expires_at: sql`now() + make_interval(secs => ${CODE_SECONDS})`,
      browser_hash: NOBODY,
    })
    .where("state_hash", "=", answerHash)
    .where("browser_hash", "=", browserHash)
    .where("answer", "is not", null)
    .where("code_hash", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["next_page", "tester_id", "connection_id", "is_forced"])
    .executeTakeFirst();

/** The answer behind a code, which works once. */
export const takeCode = (db: Db, codeHash: Buffer) =>
  db
    .deleteFrom("sso_requests")
    .where("code_hash", "=", codeHash)
    .where("code_expires_at", ">", sql<Date>`now()`)
    .returning(["answer", "connection_id", "is_forced"])
    .executeTakeFirst();
