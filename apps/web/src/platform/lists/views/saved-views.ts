import { views } from "@mcc/contract/views/saved-views.api.ts";
import { LISTS_WITH_VIEWS, type ListWithViews, type View } from "@mcc/contract/views/saved-views.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";

/** The name under which views of the list are saved; undefined for a list without saved views. */
export const listWithViews = (name: string): ListWithViews | undefined =>
  LISTS_WITH_VIEWS.find((list) => list === name);

const NONE: readonly View[] = [];

const savedViewsQuery = (list: ListWithViews) => queryFor(views, { params: { list } });

/** Shows no toast for a failure: the list works without its views, and their panel shows the failure. */
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

/** From the cache; undefined if the views are not loaded. */
export const defaultViewOf = (name: string): View | undefined => {
  const list = listWithViews(name);
  const known = list && queryClient.getQueryData(savedViewsQuery(list).queryKey);
  return known?.results.find(({ is_default }) => is_default);
};
