import type { BulkResult, ShownOrder } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import { isUnavailable } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { approveShownOrder } from "./order-decision.service.ts";

/** No order is started later than this after the first one: others may have locked many of them. */
const START_WITHIN_MS = 20_000;

/**
 * Approves the orders one after the other, each in its own transaction. What is decided stays decided, whatever happens
 * to the others, and also when the caller disconnects. An order that failed for another reason than its own state has
 * no result: the caller can send it again.
 */
export const approveOrders = async (
  services: Services,
  transactions: CompanyTransactions,
  orders: readonly ShownOrder[],
): Promise<{ results: BulkResult[] }> => {
  const startBefore = Date.now() + START_WITHIN_MS;
  const results: BulkResult[] = [];
  let failure: unknown;
  for (const order of orders) {
    if (Date.now() > startBefore) break;
    try {
      results.push(await transactions.run((scope) => approveShownOrder(services, scope, order)));
    } catch (error) {
      failure = error;
      services.log.warn({ err: error, identifier: order.identifier }, "an order of several was not approved");
      if (isSharedFailure(error)) break;
    }
  }
  if (results.length === 0 && failure) throw failure;
  return { results };
};

/** The session ended, the permission was withdrawn, too many requests wait, or there is no database: true of every order. */
const isSharedFailure = (error: unknown): boolean =>
  error instanceof AppError ? error.code !== "unavailable" : isUnavailable(error);
