import { type Kysely, sql } from "kysely";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

const CHALLENGE_SECONDS = 5 * 60;
/** Wrong answers to one challenge; then the user starts again with the password. */
const MOST_TRIES = 5;

export type Purpose = "second_factor" | "passkey" | "enroll" | "confirm";

interface Whose {
  readonly userId?: number;
  readonly sessionId?: string;
}

/** A random text that proves once, for five minutes, that an answer belongs to this question. */
export const addChallenge = async (db: Db, purpose: Purpose, { userId, sessionId }: Whose = {}) => {
  const token = randomToken();
  await db
    .insertInto("challenges")
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: userId ?? null,
      session_id: sessionId ?? null,
      expires_at: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute();
  return token;
};

/** The user of a sign-in that waits for its second factor; counts the try. */
export const tryChallenge = (db: Db, token: string) =>
  db
    .updateTable("challenges")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", "second_factor")
    .where("tries", "<", MOST_TRIES)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("user_id")
    .executeTakeFirst();

/** Takes a challenge, so that it is no use to anybody else. */
export const takeChallenge = async (
  db: Db,
  purpose: Purpose,
  token: string,
  { userId, sessionId }: Whose = {},
): Promise<boolean> => {
  const taken = await db
    .deleteFrom("challenges")
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`user_id is not distinct from ${userId ?? null}::bigint`)
    .where(sql<boolean>`session_id is not distinct from ${sessionId ?? null}::uuid`)
    .returning("purpose")
    .executeTakeFirst();
  return taken !== undefined;
};

export const deleteOldChallenges = (db: Db) =>
  db.deleteFrom("challenges").where("expires_at", "<", sql<Date>`now()`).execute();
