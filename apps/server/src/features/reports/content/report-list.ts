import type { List, ListQuery } from "@mcc/contract/kit/list.ts";
import type { ListSum } from "@mcc/contract/kit/list-sum.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import type { ListSource } from "../../../platform/lists/list-source.ts";

/** A list that reports are made of. */
export interface ReportList {
  readonly list: List;
  readonly source: ListSource<object, CompanyScope>;
  /** The sum of its amounts, where it has any. */
  readonly sum?: (scope: CompanyScope, query: ListQuery) => Promise<ListSum>;
}

/** Put together where all features are known. */
export type ReportLists = Readonly<Record<ListWithViews, ReportList>>;
