import type { Readable } from "node:stream";
import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import { findKeyOfSession } from "./keys/company-key-scope.ts";
import { requestAddress } from "./request-address.ts";
import { parseSession, type SessionRow } from "./session-cache.ts";
import { isAllowedFrom } from "./sign-in-state.ts";

/** How often what takes long looks whether its session may go on. */
export const SESSION_CHECK = 4_000;

const findRow = async ({ platform }: Database, sessionId: string): Promise<SessionRow | undefined> => {
  const ofKey = findKeyOfSession(platform, sessionId);
  if (ofKey) return ofKey;
  const { rows } = await sql<SessionRow>`
    select who::text, to_json(site_ids)::text as site_ids from tenant.enter(${sessionId})`.execute(platform);
  return rows[0];
};

/**
 * Ends what is being sent when its session ends, may not be used from there anymore or loses the right to it. A look that
 * fails says nothing about the session: the next one decides.
 */
export const watchSession = (
  { database, log }: { readonly database: Database; readonly log: Log },
  sessionId: string,
  content: Readable,
  isAllowed = (who: Session) => can(who, "company:member"),
): void => {
  const address = requestAddress();
  const mayGoOn = async (): Promise<boolean> => {
    const session = parseSession(await findRow(database, sessionId), "");
    if (!session || session.who.must_enroll) return false;
    return isAllowedFrom(session.signIn, address) && isAllowed(session.who);
  };
  const look = async () => {
    try {
      if (!content.destroyed && !(await mayGoOn())) {
        log.info("a download ended with its session");
        content.destroy(new AppError("auth.required"));
      }
    } catch (error) {
      log.warn({ err: error }, "the session of a download could not be looked at");
    }
    if (!content.destroyed) timer = setTimeout(look, SESSION_CHECK).unref();
  };
  let timer = setTimeout(look, SESSION_CHECK).unref();
  content.once("close", () => clearTimeout(timer));
};
