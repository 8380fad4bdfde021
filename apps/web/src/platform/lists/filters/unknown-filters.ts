import { GROUP_KEY } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { useEffect, useEffectEvent } from "react";
import { CallError } from "../../api/call-error.ts";
import { toast } from "../../page/toast.ts";
import { listTexts as says } from "../list.texts.ts";
import type { Listed, ListState, Search } from "../list-state.ts";
import { filterKeysOf } from "./active-filters.ts";

interface DeclaredList extends Listed {
  readonly columns: Columns;
}
type Address = Pick<ListState<DeclaredList>, "list" | "search" | "refused">;

/** The filters of the URL with invalid values, or by a group that is gone: the parameter and the message. */
export const unknownFilters = ({ list, search, refused }: Address): [key: string, words: string][] => [
  ...Object.entries(list.columns).flatMap(([id, { label, kind, range }]) =>
    filterKeysOf({ id, kind, range })
      .filter((key) => refused.includes(key))
      .map((key) => toldFilter(key, label, search)),
  ),
  ...refused.filter((key) => GROUP_KEY.test(key)).map((key) => toldFilter(key, says.group, search)),
];

const toldFilter = (key: string, label: string, search: Search): [string, string] => [
  key,
  says.unknownFilter(label, [search[key] ?? ""].flat().join(", ")),
];

/** The filters of the URL that the server refuses: a link may name a group that was deleted since. */
export const refusedFilters = ({ list, search }: Omit<Address, "refused">, error: Error | null) => {
  if (!(error instanceof CallError)) return [];
  const refused = Object.keys(error.fields).filter((key) => search[key] !== undefined);
  return unknownFilters({ list, search, refused });
};

/** Reports invalid filters of the URL and removes them: an unfiltered list would look like the result of the filter. */
export const useUnknownFilters = (listState: ListState<DeclaredList>, error: Error | null): void => {
  const { search, state, change } = listState;
  const removeUnknown = useEffectEvent(() => {
    const unknown = [...unknownFilters(listState), ...refusedFilters(listState, error)];
    if (unknown.length === 0) return;
    for (const [, words] of unknown) toast.warning(words);
    change(
      { offset: state.offset, ...Object.fromEntries(unknown.map(([key]) => [key, undefined])) },
      { replace: true },
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each URL, and when the server refuses it
  useEffect(() => removeUnknown(), [search, error]);
};
