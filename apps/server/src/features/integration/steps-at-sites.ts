import { type IntegrationScope, RetryTransaction } from "../../platform/access/keys/api-key-scope.ts";
import { stepsForNewOrders } from "../approval-steps/new-order-steps.service.ts";
import { beyondBudgets } from "../budgets/move-budgets.service.ts";
import type { Added } from "./ingest-plan.ts";
import { hasDeletedSite, type SiteRecord } from "./references.queries.ts";

/**
 * The approvals that orders at these sites need. A deletion of a site waits for orders being stored, and they for the
 * deletion: sent together and executed in sequence, the sites are looked at again once it is over.
 */
export const stepsAtSites = async (scope: IntegrationScope, sites: readonly SiteRecord[]) => {
  const active = sites.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id);
  const [stepsAt, isDeleted] = await Promise.all([
    stepsForNewOrders(scope, sites),
    hasDeletedSite(scope, active),
  ]);
  if (isDeleted) throw new RetryTransaction("One of the sites has just been deleted.");
  return stepsAt;
};

/** The further steps of new orders, because they go beyond budgets. */
export const stepsOfBudgets = (scope: IntegrationScope, added: readonly Added[]) =>
  beyondBudgets(
    scope,
    added.map(({ draft: { content, progress }, action }) => ({
      order_id: null,
      site_id: action.site.id,
      order_date: content.order_date ?? new Date().toISOString(),
      afe_number: content.afe_number,
      custom_checkout_data: content.custom_checkout_data,
      total: content.total,
      is_canceled: progress.status === "Canceled",
    })),
  );
