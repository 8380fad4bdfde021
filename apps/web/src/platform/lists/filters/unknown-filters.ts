import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { useEffect, useEffectEvent } from "react";
import { toast } from "../../page/toast.ts";
import { listTexts as says } from "../list.texts.ts";
import { type ChangeList, type Listed, refusedIn, type Search, useSearch } from "../list-state.ts";
import { filterKeysOf } from "./active-filters.ts";

interface DeclaredList extends Listed {
  readonly columns: Columns;
}

/** Each filter of an address whose value is none, in words. */
export const unknownFilters = ({ page, columns }: DeclaredList, search: Search): string[] => {
  const refused = refusedIn(page.query, search);
  return Object.entries(columns).flatMap(([id, { label, kind, range }]) =>
    filterKeysOf({ id, kind, range })
      .filter((key) => refused.includes(key))
      .map((key) => says.unknownFilter(label, search[key] ?? "")),
  );
};

/** A list that shows everything would look like the answer: what it does not filter by is told, and leaves the address. */
export const useUnknownFilters = (list: DeclaredList, offset: number, change: ChangeList): void => {
  const search = useSearch();
  const putRight = useEffectEvent((now: Search) => {
    const told = unknownFilters(list, now);
    if (told.length === 0) return;
    for (const words of told) toast.warning(words);
    change({ offset }, { replace: true });
  });
  useEffect(() => putRight(search), [search]);
};
