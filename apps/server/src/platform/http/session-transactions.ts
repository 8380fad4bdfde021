import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { openCompanyKey } from "../access/keys/company-key-scope.ts";
import { enterCompany, type OpenScope, openScope } from "../access/scope.ts";
import { mustBeAllowed } from "../access/sign-in-state.ts";
import { tokenOf } from "../access/tokens.ts";
import { type CompanyTransactions, type EnteredCompanies, withRetries } from "../access/transactions.ts";
import { parseRequest } from "../input/input.ts";
import type { Services } from "../services.ts";
import { type AnyHandler, callHandler } from "./api-key-routes.ts";
import { requestInfo } from "./request-info.ts";

/** Begins the transaction of a request of a user, whose session was used, or of a key of a company. */
export const openSession = async (
  services: Pick<Services, "tokens" | "sessionUse" | "database">,
  request: FastifyRequest,
  how: { readonly readOnly: boolean; readonly optimistic?: boolean },
): Promise<OpenScope> => {
  if (request.companyKey) return openCompanyKey(services.database, request.companyKey, how.readOnly);
  const token = tokenOf(request.headers.authorization);
  const sessionId = services.tokens.sessionOf(token) ?? fail("auth.required");
  const open = await openScope(services.database, { ...how, token, sessionId });
  noteUse(services, request, open);
  return open;
};

/**
 * A request that no person has asked for, such as one that refreshes a list, is no use of a session that ends without
 * use. Whether it does is known once the session is confirmed.
 */
const noteUse = (
  { sessionUse }: Pick<Services, "sessionUse">,
  { headers, ip }: FastifyRequest,
  { company: { sessionId, signIn }, confirm }: OpenScope,
): void => {
  if (signIn.hasIdleEnd && headers["x-background"] !== undefined) return;
  confirm().then(
    () => sessionUse.note(sessionId, ip),
    () => {}, // the request starts again
  );
};

export const transactionsOf = (
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): CompanyTransactions & EnteredCompanies => {
  const run: CompanyTransactions["run"] = (work) =>
    withRetries(endpoint, async () => {
      const open = await openSession(services, request, { readOnly: false });
      try {
        mustBeAllowed(endpoint, open.company);
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
