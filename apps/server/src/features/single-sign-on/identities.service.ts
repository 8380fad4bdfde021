import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./identities.queries.ts";

export const ssoIdentities = async (scope: CompanyScope, userId: number) => {
  const found = (await queries.identitiesOf(scope, userId)) ?? fail("not_found");
  return {
    results: found.map(({ created_at, ...identity }) => ({
      ...identity,
      created_at: created_at.toISOString(),
    })),
  };
};

/** For a person whom the provider knows by another name now: their next sign-in binds them again. */
export const unlinkSso = async ({ changes }: Services, scope: CompanyScope, userId: number) => {
  const { db, who } = scope;
  const found = (await queries.identitiesOf(scope, userId)) ?? fail("not_found");
  if (found.length > 0) {
    await queries.unbindUser(scope, userId, userId === who.id ? scope.sessionId : null);
    for (const { connection, issuer, subject } of found)
      await addAuditEntry(db, {
        actor: { id: who.id, name: displayName(who) },
        action: "sso_identity.deleted",
        record: { type: "user", id: userId },
        details: { connection: connection.name, issuer, subject },
      });
    scope.afterCommit(async () => changes.announce({ kind: "person", userId }));
  }
  return { detail: "The user is unlinked from single sign-on, and their sessions have ended." };
};
