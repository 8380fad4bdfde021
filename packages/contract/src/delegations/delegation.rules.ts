import { centsOf } from "../kit/money.ts";

/** What a deputy may decide in place of a principal. */
export interface DelegationLimits {
  /** The largest total; null for any. */
  readonly cap: string | null;
  readonly siteIds: "all" | readonly number[];
}

/** A delegation that holds now. */
export interface Delegation extends DelegationLimits {
  readonly id: number;
  readonly principalId: number;
  readonly deputyId: number;
}

/** Whether an order is within the cap and the sites of a delegation. */
export const coversOrder = (
  { cap, siteIds }: DelegationLimits,
  { siteId, total }: { readonly siteId: number; readonly total: string },
): boolean =>
  (cap === null || centsOf(total) <= centsOf(cap)) && (siteIds === "all" || siteIds.includes(siteId));
