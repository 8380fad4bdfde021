import type { OrderDraft } from "@mcc/contract/integration/order-input.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { judge, type Verdict } from "./judge.ts";
import type { StoredOrder } from "./orders.queries.ts";
import type { SiteRecord } from "./references.queries.ts";

export type NamedDraft = OrderDraft & { readonly identifier: string };

export interface Judged<V extends Verdict = Verdict> {
  readonly draft: NamedDraft;
  readonly verdict: V;
}
export type Added = Judged<Extract<Verdict, { kind: "add" }>>;
export type Updated = Judged<Extract<Verdict, { kind: "update" }>>;
type Repeated = Judged<Extract<Verdict, { kind: "same" }>>;

/** What one transaction does with drafts whose identifiers differ. Changes beside what is added are left for another. */
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
  <K extends Verdict["kind"]>(kind: K) =>
  (one: Judged | Refused): one is Judged<Extract<Verdict, { kind: K }>> =>
    "verdict" in one && one.verdict.kind === kind;

/** What the stored data has about a draft. */
export interface Known {
  readonly sites: readonly SiteRecord[];
  readonly stored: StoredOrder | undefined;
}

const judged = (draft: NamedDraft, { sites, stored }: Known): Judged | Refused => {
  try {
    return { draft, verdict: judge(draft, sites, stored) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { draft, refused: error };
  }
};

/**
 * A transaction that both adds and changes orders would take the rollups twice, and two such would wait for each other
 * in a circle.
 */
export const planFor = (drafts: readonly NamedDraft[], knownOf: (draft: NamedDraft) => Known): Plan => {
  const all = drafts.map((draft) => judged(draft, knownOf(draft)));
  const add = all.filter(isKind("add"));
  const changes = all.filter(isKind("update"));
  const refused = all.filter((one) => "refused" in one);
  return { add, update: add.length > 0 ? [] : changes, same: all.filter(isKind("same")), refused };
};
