import { type Endpoint, isRead } from "@mcc/contract/kit/endpoint.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { isOverBudget, isSerializationFailure } from "../db/database.ts";
import { SessionChanged } from "./optimistic-read.ts";
import type { CompanyScope } from "./scope.ts";

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
      if (attempt >= MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
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
