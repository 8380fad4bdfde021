import { views } from "@mcc/contract/views/saved-views.api.ts";
import { LISTS_WITH_VIEWS, type ListWithViews, type View } from "@mcc/contract/views/saved-views.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";

/** The list under which views are saved; undefined for a list that has only the views of every list. */
export const listWithViews = (name: string): ListWithViews | undefined =>
  LISTS_WITH_VIEWS.find((list) => list === name);

const NONE: readonly View[] = [];

const savedViewsQuery = (list: ListWithViews) => queryFor(views, { params: { list } });

/** A failure is not told here: the list is there without its views, and their panel says so. */
export const useSavedViews = (name: string) => {
  const list = listWithViews(name);
  const answer = useQuery({
    ...savedViewsQuery(list ?? "orders"),
    enabled: list !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    isLoaded: list === undefined || !answer.isPending,
    hasFailed: answer.isError,
    saved: (list && answer.data?.results) || NONE,
  };
};

/** As far as is known by now. */
export const defaultViewOf = (name: string): View | undefined => {
  const list = listWithViews(name);
  const known = list && queryClient.getQueryData(savedViewsQuery(list).queryKey);
  return known?.results.find(({ is_default }) => is_default);
};
