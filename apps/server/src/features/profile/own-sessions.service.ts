import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { profileMessages as says } from "@mcc/contract/profile/profile.messages.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { isSessionId } from "../../platform/access/tokens.ts";
import { deviceOf } from "../../platform/device.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./profile.queries.ts";

/** This session is used now: its use is noted later. */
export const ownSessions = async (
  { database }: Services,
  { who, sessionId }: SessionScope,
  address: string,
) => {
  const found = await queries.sessionsOf(database.platform, who.id);
  const sessions = found.map(({ id, user_agent, created_at, last_used_at, ...session }) => {
    const isCurrent = id === sessionId;
    return {
      id,
      device: deviceOf(user_agent),
      address: isCurrent ? address : session.address,
      created_at: created_at.toISOString(),
      last_used_at: (isCurrent ? new Date() : last_used_at).toISOString(),
      is_current: isCurrent,
    };
  });
  return { results: sessions.sort((one, other) => Number(other.is_current) - Number(one.is_current)) };
};

type Which = Parameters<typeof queries.endSessions>[2];

const endAndAudit = async ({ database, changes }: Services, { who }: SessionScope, which: Which) => {
  const count = await platformTransaction(database, async (db) => {
    const count = await queries.endSessions(db, who.id, which);
    if (count === 0) return count;
    await addAuditEntry(db, {
      company_id: who.company?.id ?? null,
      actor: { id: who.id, name: displayName(who) },
      action: "session.ended",
      record: { type: "user", id: who.id },
      details: { sessions: count },
    });
    return count;
  });
  if (count > 0) changes.announce({ kind: "person", userId: who.id });
  return count;
};

export const endSession = async (services: Services, scope: SessionScope, id: string) => {
  if (!isSessionId(id) || (await endAndAudit(services, scope, { id })) === 0) fail("not_found");
  return { detail: says.sessionEnded };
};

export const endOtherSessions = async (services: Services, scope: SessionScope) => {
  await endAndAudit(services, scope, { allBut: scope.sessionId });
  return { detail: says.othersEnded };
};
