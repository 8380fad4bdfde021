import { contentRefusal, statusRefusal } from "@mcc/contract/integration/integration.rules.ts";
import type { OrderDraft, OrderProgress } from "@mcc/contract/integration/order-input.ts";
import { AppError, failField } from "@mcc/contract/kit/errors.ts";
import { nameOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { fingerprintOf, isSameContent } from "./fingerprint.ts";
import type { StoredOrder } from "./orders.queries.ts";
import type { SiteRecord } from "./references.queries.ts";

/** What is to be done about one draft. */
export type Decision =
  | { readonly kind: "add"; readonly site: SiteRecord; readonly hash: Buffer }
  | {
      readonly kind: "update";
      readonly stored: StoredOrder;
      readonly site: SiteRecord;
      readonly hash: Buffer;
      readonly isNewContent: boolean;
    }
  /** Sent before: only the sender's version may be newer. */
  | { readonly kind: "same"; readonly stored: StoredOrder; readonly isNewVersion: boolean };

export const statusOf = ({ status }: { status: number }): OrderStatus =>
  nameOf(ORDER_STATUSES, status) as OrderStatus;

const siteFor = (
  draft: OrderDraft,
  found: readonly SiteRecord[],
  stored: StoredOrder | undefined,
): SiteRecord => {
  const own = found.find((site) => site.id === stored?.site_id);
  if (own) return own;
  const live = found.filter((site) => !site.is_deleted);
  const field = typeof draft.site === "number" ? "site" : "ecommerce_username";
  if (live.length > 1) {
    failField(field, "More than one site has this shop username: send the id of the site as site.");
  }
  return live[0] ?? failField(field, "There is no such site.");
};

export const mustAllowStatus = (stored: StoredOrder | undefined, { status }: OrderProgress): void => {
  const refusal = statusRefusal(stored && statusOf(stored), status, stored?.has_dropped_steps);
  if (refusal === "status.portal")
    failField("status", "Pending Approval and Rejected are set in the portal only.");
  if (refusal) throw new AppError(refusal);
};

/** Throws what the sender is refused with. */
export const decide = (
  draft: OrderDraft,
  found: readonly SiteRecord[],
  stored: StoredOrder | undefined,
): Decision => {
  const site = siteFor(draft, found, stored);
  const hash = fingerprintOf(draft, site.id);
  if (!stored) {
    mustAllowStatus(undefined, draft.progress);
    return { kind: "add", site, hash };
  }
  const isOutdated = draft.version !== null && stored.version !== null && draft.version <= stored.version;
  if (isOutdated) return { kind: "same", stored, isNewVersion: false };
  if (stored.content_hash?.equals(hash))
    return { kind: "same", stored, isNewVersion: draft.version !== null };
  const isNewContent = !isSameContent(stored.content_hash, hash);
  const refusal = isNewContent ? contentRefusal(statusOf(stored)) : undefined;
  if (refusal) throw new AppError(refusal);
  mustAllowStatus(stored, draft.progress);
  return { kind: "update", stored, site, hash, isNewContent };
};
