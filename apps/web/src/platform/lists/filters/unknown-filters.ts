import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { useEffect, useEffectEvent } from "react";
import { toast } from "../../page/toast.ts";
import { listTexts as says } from "../list.texts.ts";
import type { Listed, ListState } from "../list-state.ts";
import { filterKeysOf } from "./active-filters.ts";

interface DeclaredList extends Listed {
  readonly columns: Columns;
}
type Address = Pick<ListState<DeclaredList>, "list" | "search" | "refused">;

/** The filters of the URL with invalid values: the parameter and the message. */
export const unknownFilters = ({ list, search, refused }: Address): [key: string, words: string][] =>
  Object.entries(list.columns).flatMap(([id, { label, kind, range }]) =>
    filterKeysOf({ id, kind, range })
      .filter((key) => refused.includes(key))
      .map((key): [string, string] => [
        key,
        says.unknownFilter(label, [search[key] ?? ""].flat().join(", ")),
      ]),
  );

/** Reports invalid filters of the URL and removes them: an unfiltered list would look like the result of the filter. */
export const useUnknownFilters = (listState: ListState<DeclaredList>): void => {
  const { search, state, change } = listState;
  const removeUnknown = useEffectEvent(() => {
    const unknown = unknownFilters(listState);
    if (unknown.length === 0) return;
    for (const [, words] of unknown) toast.warning(words);
    change(
      { offset: state.offset, ...Object.fromEntries(unknown.map(([key]) => [key, undefined])) },
      { replace: true },
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each URL
  useEffect(() => removeUnknown(), [search]);
};
