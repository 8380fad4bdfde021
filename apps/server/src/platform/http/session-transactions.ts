import { type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import { type Endpoint, isRead } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SessionChanged } from "../access/optimistic-read.ts";
import { type CompanyScope, enterCompany, openScope } from "../access/scope.ts";
import { tokenOf } from "../access/tokens.ts";
import { isOverBudget, isSerializationFailure } from "../db/database.ts";
import type { Platform } from "../platform.ts";
import { type AnyHandler, callHandler } from "./api-key-routes.ts";
import { parseRequest } from "./input.ts";
import { requestInfo } from "./request-info.ts";

const MAX_ATTEMPTS = 4;

/** A read that takes too long is too broad; a change that waited for others can be sent again. */
const overBudget = (endpoint: Pick<Endpoint, "method" | "writes">): AppError =>
  isRead(endpoint) ? new AppError("list.too_broad") : new AppError("unavailable", { retryAfter: 1 });

/** The replica was lost: the request starts again, on the primary. */
export class ReplicaFailed extends Error {}

/**
 * PostgreSQL rolled back one of two deadlocked writers: it is retried. So is an optimistic reader that found its
 * session changed.
 */
export const withRetries = async <T>(
  endpoint: Pick<Endpoint, "method" | "writes">,
  run: (attempt: number) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (error instanceof SessionChanged || error instanceof ReplicaFailed) continue;
      if (isOverBudget(error)) throw overBudget(endpoint);
      if (attempt === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
};

export const sessionOf = ({ tokens, sessionUse }: Platform, { headers, ip }: FastifyRequest) => {
  const token = tokenOf(headers.authorization);
  const sessionId = tokens.sessionOf(token) ?? fail("auth.required");
  sessionUse.note(sessionId, ip);
  return { token, sessionId };
};

/**
 * For a request whose parts are saved one by one: each part has its own transaction, one after the other, and finds the
 * session and its permission again.
 */
export interface CompanyTransactions {
  run<T>(work: (scope: CompanyScope) => Promise<T>): Promise<T>;
}

/** For a platform admin: each part enters one company. A company that does not exist is not found. */
export interface EnteredCompanies {
  /** `missing` replaces the error when there is no such company. */
  enter<T>(companyId: number, work: (scope: CompanyScope) => Promise<T>, missing?: () => never): Promise<T>;
}

export const transactionsOf = (
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
): CompanyTransactions & EnteredCompanies => {
  const run: CompanyTransactions["run"] = (work) =>
    withRetries(endpoint, async () => {
      const open = await openScope(platform.database, { ...sessionOf(platform, request), readOnly: false });
      try {
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
  (platform: Platform, endpoint: Endpoint, handle: AnyHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const transactions = transactionsOf(platform, endpoint, request);
    await transactions.run(async () => {});
    reply.header("cache-control", "no-store");
    return callHandler(handle, transactions, parseRequest(endpoint, request), requestInfo(request));
  };
