import type { OrderDraft } from "@mcc/contract/integration/order-input.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { classifyDraft, type DraftAction } from "./classify-draft.ts";
import type { StoredOrder } from "./orders.queries.ts";
import type { SiteRecord } from "./references.queries.ts";

export type NamedDraft = OrderDraft & { readonly identifier: string };

export interface ClassifiedDraft<V extends DraftAction = DraftAction> {
  readonly draft: NamedDraft;
  readonly action: V;
}
export type Added = ClassifiedDraft<Extract<DraftAction, { kind: "add" }>>;
export type Updated = ClassifiedDraft<Extract<DraftAction, { kind: "update" }>>;
type Repeated = ClassifiedDraft<Extract<DraftAction, { kind: "same" }>>;

/** What one transaction does with drafts of different identifiers. When orders are added, changes are left for another. */
export interface Plan {
  readonly add: readonly Added[];
  readonly update: readonly Updated[];
  readonly same: readonly Repeated[];
  readonly refused: readonly Refused[];
}
export interface Refused {
  readonly draft: NamedDraft;
  readonly refused: AppError;
}

const isKind =
  <K extends DraftAction["kind"]>(kind: K) =>
  (one: ClassifiedDraft | Refused): one is ClassifiedDraft<Extract<DraftAction, { kind: K }>> =>
    "action" in one && one.action.kind === kind;

/** What the stored data has about a draft. */
export interface StoredData {
  readonly sites: readonly SiteRecord[];
  readonly stored: StoredOrder | undefined;
}

const classify = (draft: NamedDraft, { sites, stored }: StoredData): ClassifiedDraft | Refused => {
  try {
    return { draft, action: classifyDraft(draft, sites, stored) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { draft, refused: error };
  }
};

/**
 * A transaction that both adds and changes orders would lock the rollups twice, and two such could deadlock.
 */
export const planFor = (drafts: readonly NamedDraft[], knownOf: (draft: NamedDraft) => StoredData): Plan => {
  const all = drafts.map((draft) => classify(draft, knownOf(draft)));
  const add = all.filter(isKind("add"));
  const changes = all.filter(isKind("update"));
  const refused = all.filter((one) => "refused" in one);
  return { add, update: add.length > 0 ? [] : changes, same: all.filter(isKind("same")), refused };
};
