import { type Kysely, sql } from "kysely";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export const CHALLENGE_SECONDS = 5 * 60;
/** Wrong answers to one challenge; then the user starts again with the password. */
export const MOST_TRIES = 5;

type Purpose = "second_factor" | "passkey" | "enroll" | "confirm";

interface ChallengeOwner {
  readonly userId?: number;
  readonly sessionId?: string;
}

/** A random text that proves once, for five minutes, that an answer belongs to this question. */
export const addChallenge = async (db: Db, purpose: Purpose, owner: ChallengeOwner = {}) => {
  const token = randomToken();
  await db
    .insertInto("challenges")
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: owner.userId ?? null,
      session_id: owner.sessionId ?? null,
      expires_at: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute();
  return token;
};

/**
 * Takes a challenge, so that it is no use to anybody else; false if it has ended. The sign-in that waited for it is
 * finished, and noted as such: its unfinished entry goes.
 */
export const takeChallenge = async (
  db: Db,
  purpose: Purpose,
  token: string,
  { userId, sessionId }: ChallengeOwner = {},
): Promise<boolean> => {
  const { rows } = await sql`${prepared("take-challenge")}
    with taken as (
      delete from challenges where token_hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()
        and user_id is not distinct from ${userId ?? null}::bigint
        and session_id is not distinct from ${sessionId ?? null}::uuid
      returning sign_in_id),
    finished as (
      delete from sign_ins using taken where sign_ins.id = taken.sign_in_id and sign_ins.result = 'Unfinished')
    select from taken`.execute(db);
  return rows.length > 0;
};

export const deleteOldChallenges = (db: Db) =>
  db.deleteFrom("challenges").where("expires_at", "<", sql<Date>`now()`).execute();
