import { type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { enterCompany, openScope } from "../access/scope.ts";
import { mustBeSignedInFor } from "../access/sign-in-state.ts";
import { tokenOf } from "../access/tokens.ts";
import { type CompanyTransactions, type EnteredCompanies, withRetries } from "../access/transactions.ts";
import { parseRequest } from "../input/input.ts";
import type { Services } from "../services.ts";
import { type AnyHandler, callHandler } from "./api-key-routes.ts";
import { requestInfo } from "./request-info.ts";

/** A request that no person has asked for, such as one that refreshes a list, is no use of the session. */
export const sessionOf = (
  { tokens, sessionUse, database }: Pick<Services, "tokens" | "sessionUse" | "database">,
  { headers, ip }: FastifyRequest,
) => {
  const token = tokenOf(headers.authorization);
  const sessionId = tokens.sessionOf(token) ?? fail("auth.required");
  const hasIdleEnd = database.sessionCache.get(sessionId)?.signIn.hasIdleEnd === true;
  if (!hasIdleEnd || headers["x-background"] === undefined) sessionUse.note(sessionId, ip, hasIdleEnd);
  return { token, sessionId };
};

export const transactionsOf = (
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): CompanyTransactions & EnteredCompanies => {
  const run: CompanyTransactions["run"] = (work) =>
    withRetries(endpoint, async () => {
      const open = await openScope(services.database, { ...sessionOf(services, request), readOnly: false });
      try {
        mustBeSignedInFor(endpoint, open.company);
        must(open.company.who, endpoint.allow as GlobalAction);
        const result = await work(open.company);
        await open.commit();
        open.runAfterCommit(request.log); // the next part does not wait for it
        return result;
      } catch (error) {
        await open.rollback();
        throw error;
      }
    });
  return {
    run,
    enter: (companyId, work, missing = () => fail("not_found")) =>
      run(async (scope) => work((await enterCompany(scope, companyId)) ?? missing())),
  };
};

/** The caller and the permission are checked before the input, as for every request. */
export const transactionsHandler =
  (services: Services, endpoint: Endpoint, handle: AnyHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const transactions = transactionsOf(services, endpoint, request);
    await transactions.run(async () => {});
    reply.header("cache-control", "no-store");
    return callHandler(handle, transactions, parseRequest(endpoint, request), requestInfo(request));
  };
