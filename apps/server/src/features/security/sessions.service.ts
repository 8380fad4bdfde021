import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { OWN_SIGN_INS, type SignIn } from "@mcc/contract/security/sign-ins.schema.ts";
import { sql } from "kysely";
import { endAssistants } from "../../platform/access/end-sessions.ts";
import type { CompanyScope, SessionScope } from "../../platform/access/scope.ts";
import { isSessionId } from "../../platform/access/tokens.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";

type Which = { readonly id: string } | { readonly userId: number } | undefined;

const endAssistantsOf = ({ db, companyId }: CompanyScope, which: Which): Promise<number> => {
  if (!which) return endAssistants(db, "company_id", companyId);
  return "id" in which
    ? endAssistants(db, "session_id", which.id)
    : endAssistants(db, "user_id", which.userId);
};

/** Ends sessions of the company but that of the request, with their assistants; their users read why. */
const endSessions = async ({ changes }: Services, scope: CompanyScope, which: Which) => {
  const { db, who, sessionId, companyId } = scope;
  let query = db
    .updateTable("sessions")
    .set({ ended_at: sql`now()`, end_reason: "admin" })
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("id", "<>", sessionId);
  if (which && "id" in which) query = query.where("id", "=", which.id);
  if (which && "userId" in which) query = query.where("user_id", "=", which.userId);
  const ended = await query.returning("user_id").execute();
  const users = [...new Set(ended.map(({ user_id }) => user_id))];
  const assistants = await endAssistantsOf(scope, which);
  const only = which && "userId" in which ? which.userId : users.length === 1 && users[0];
  if (ended.length + assistants > 0)
    await addAuditEntry(db, {
      actor: { id: who.id, name: displayName(who) },
      action: "session.ended",
      record: only ? { type: "user", id: only } : { type: "company", id: companyId },
      details: { sessions: ended.length, ...(assistants > 0 ? { assistants } : {}) },
    });
  scope.afterCommit(async () => {
    for (const userId of users) changes.announce({ kind: "person", userId });
  });
  return ended.length;
};

const detailOf = (ended: number): string =>
  ended === 1 ? "One session has ended." : `${ended} sessions have ended.`;

export const endCompanySession = async (services: Services, scope: CompanyScope, id: string) => {
  const ended = isSessionId(id) ? await endSessions(services, scope, { id }) : 0;
  return ended === 0 ? fail("not_found") : { detail: detailOf(ended), ended };
};

export const endCompanySessions = async (
  services: Services,
  scope: CompanyScope,
  userId: number | undefined,
) => {
  if (userId !== undefined) {
    const user = await scope.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
    if (!user) fail("not_found");
  }
  const ended = await endSessions(services, scope, userId === undefined ? undefined : { userId });
  return { detail: detailOf(ended), ended };
};

export const ownSignIns = async ({ database }: Services, { who }: SessionScope) => {
  const found = await database.platform
    .selectFrom("sign_ins")
    .select(["id", "at", "method", "result", "address", "device"])
    .where("user_id", "=", who.id)
    .orderBy("id", "desc")
    .limit(OWN_SIGN_INS)
    .execute();
  return {
    results: found.map(({ at, result, method, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      method: method as SignIn["method"],
      result: result as SignIn["result"],
    })),
  };
};
