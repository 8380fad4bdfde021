import { platformTransaction } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { disownSessions, findDeviceLink, useDeviceLink } from "./sessions.queries.ts";
import { addPasswordLink, lockAccount } from "./sign-in.queries.ts";

export type { DeviceLink } from "./sessions.queries.ts";

const RESET_SECONDS = 60 * 60;

export const sessionOfLink = ({ database }: Services, token: string) =>
  findDeviceLink(database.platform, hashToken(token));

/** Ends the session that a message was about, and removes what was added in it; returns the token that sets a new password. The link works once. */
export const endUnknownSession = async (
  { database, changes }: Services,
  token: string,
): Promise<string | undefined> => {
  const found = await findDeviceLink(database.platform, hashToken(token));
  if (!found) return undefined;
  const reset = await platformTransaction(database, async (db) => {
    await lockAccount(db, found.userId);
    const link = await findDeviceLink(db, hashToken(token));
    if (!link) return undefined;
    await useDeviceLink(db, hashToken(token));
    const ended = await disownSessions(db, link.userId, link.sessionId ? [link.sessionId] : []);
    const reset = randomToken();
    await addPasswordLink(db, link.userId, hashToken(reset), RESET_SECONDS, {
      purpose: "reset",
      sessionId: link.sessionId,
    });
    await addAuditEntry(db, {
      company_id: link.companyId,
      actor: { id: link.userId, name: link.username },
      action: "session.ended",
      record: { type: "user", id: link.userId },
      details: ended,
    });
    return reset;
  });
  changes.announce({ kind: "person", userId: found.userId });
  return reset;
};
