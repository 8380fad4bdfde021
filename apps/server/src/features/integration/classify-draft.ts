import { integrationMessages as messages } from "@mcc/contract/integration/integration.messages.ts";
import { contentRefusal, statusRefusal } from "@mcc/contract/integration/integration.rules.ts";
import type { Unchanged } from "@mcc/contract/integration/integration.schema.ts";
import {
  CONFLICTING_VALUES,
  type OrderDraft,
  type OrderProgress,
} from "@mcc/contract/integration/order-input.ts";
import { AppError, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { fingerprintOf, isSameContent } from "./fingerprint.ts";
import { changesProgress } from "./order-rows.ts";
import type { StoredOrder } from "./orders.queries.ts";
import type { SiteRecord } from "./references.queries.ts";

/** What is to be done about one draft. */
export type DraftAction =
  | { readonly kind: "add"; readonly site: SiteRecord; readonly hash: Buffer }
  | {
      readonly kind: "update";
      readonly stored: StoredOrder;
      readonly site: SiteRecord;
      readonly hash: Buffer;
      readonly isNewContent: boolean;
      /** False: only what is remembered of the sending is new, its version for one. */
      readonly isChange: boolean;
    }
  | { readonly kind: "same"; readonly reason: Unchanged };

const siteFor = (
  draft: OrderDraft,
  found: readonly SiteRecord[],
  stored: StoredOrder | undefined,
): SiteRecord => {
  const own = found.find((site) => site.id === stored?.site_id);
  if (own) return own;
  const live = found.filter((site) => !site.is_deleted);
  if (live.length > 1) {
    failField(draft.siteField, messages.manySites);
  }
  return live[0] ?? failField(draft.siteField, notFoundMessage("site"));
};

/** The site decides who sees the order and who approves it: two different sites are refused. */
const mustBeOneSite = ({ shopUser }: OrderDraft, { shop_user }: SiteRecord): void => {
  if (shopUser && shopUser.toLowerCase() !== shop_user.toLowerCase())
    failField("ecommerce_username", CONFLICTING_VALUES);
};

export const mustAllowStatus = (stored: StoredOrder | undefined, { status }: OrderProgress): void => {
  const refusal = statusRefusal(stored && statusOf(stored.status), status, stored?.was_canceled_pending);
  if (refusal === "status.portal") failField("status", messages.portalStatus);
  if (refusal) throw new AppError(refusal);
};

/** Throws what the sender is refused with. */
export const classifyDraft = (
  draft: OrderDraft,
  found: readonly SiteRecord[],
  stored: StoredOrder | undefined,
): DraftAction => {
  const site = siteFor(draft, found, stored);
  mustBeOneSite(draft, site);
  const hash = fingerprintOf(draft, site.id);
  if (!stored) {
    mustAllowStatus(undefined, draft.progress);
    return { kind: "add", site, hash };
  }
  const isRepeat = stored.content_hash?.equals(hash) === true;
  const isNewer = draft.version !== null && (stored.version === null || draft.version > stored.version);
  if (draft.version !== null && !isNewer)
    return { kind: "same", reason: isRepeat ? "unchanged" : "outdated" };
  // Without a version the same content is a repeat, whatever has happened since; a newer version is applied.
  if (isRepeat && !isNewer) return { kind: "same", reason: "unchanged" };
  const isNewContent = !isSameContent(stored.content_hash, hash);
  const refusal = isNewContent ? contentRefusal(statusOf(stored.status)) : undefined;
  if (refusal) throw new AppError(refusal);
  mustAllowStatus(stored, draft.progress);
  const isChange = isNewContent || changesProgress(draft.progress, stored);
  return { kind: "update", stored, site, hash, isNewContent, isChange };
};
