import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";

/** A week: new users may be on vacation. */
const INVITATION_SECONDS = 7 * 24 * 60 * 60;

/** The token of a link by which a new user sets a password. */
export const addInvitation = async ({ db }: CompanyScope, userId: number): Promise<string> => {
  const token = randomToken();
  await sql`select tenant.add_invitation(${userId}, ${hashToken(token)}, ${INVITATION_SECONDS})`.execute(db);
  return token;
};

/** Ends every session of a user, but for that of the request, and every link that sets their password. */
export const endUserSessions = async ({ db, sessionId }: CompanyScope, userId: number): Promise<void> => {
  await sql`select tenant.end_user_sessions(${userId}, ${sessionId})`.execute(db);
};
