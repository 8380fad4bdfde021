import type { SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { previewFor } from "../access-mappings/access-mappings.service.ts";
import type { ConnectionRecord, StoredTest } from "./connections.queries.ts";
import type { Answer } from "./note-problem.service.ts";
import { SsoProblem } from "./protocols/problems.ts";
import { userOf } from "./user-of-identity.ts";

const NOTHING: Omit<StoredTest, "state"> = {
  at: null,
  problem: null,
  reference: null,
  identity: null,
  claims: [],
  outcome: null,
  user: null,
  refusal: null,
  unconfirmed_domain: null,
  mapping: null,
};

export const NEVER_TRIED: SsoTest = { ...NOTHING, state: "none" };
export const waitingTest = (): StoredTest => ({
  ...NOTHING,
  state: "waiting",
  at: new Date().toISOString(),
});

/** What the provider said, and what a sign-in would do. Nothing is bound, created or changed. */
export const testResult = async (
  scope: CompanyScope,
  connection: ConnectionRecord,
  answer: Answer,
): Promise<StoredTest> => {
  const at = new Date().toISOString();
  if ("problem" in answer) {
    const { reason, reference } = answer;
    return { ...NOTHING, state: "refused", at, problem: reason, reference };
  }
  const { issuer, subject, email, first_name, last_name, claims } = answer.identity;
  const outcome = await userOf(scope, connection, answer.identity).catch((error) => {
    if (error instanceof SsoProblem) return error;
    throw error;
  });
  const isRefused = outcome instanceof SsoProblem;
  const user = isRefused || !("user" in outcome) ? undefined : outcome.user;
  return {
    ...NOTHING,
    state: "passed",
    at,
    identity: { issuer, subject, email, first_name: first_name || null, last_name: last_name || null },
    claims: [...claims],
    outcome: isRefused ? "refuse" : outcome.outcome,
    user: user ? { id: user.id, name: user.name, username: user.username } : null,
    refusal: isRefused ? outcome.message : null,
    unconfirmed_domain: isRefused && outcome.code === "foreign_domain" ? outcome.why : null,
    mapping: await previewFor(scope, claims, user?.id),
  };
};
