import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { ListParams } from "../list-page.ts";

interface Suggestions {
  readonly results: readonly string[];
}

/**
 * Suggested values for one filter under the other active filters. Each request has its own entry in the cache, so that
 * a slow response never replaces a newer one.
 */
export const useSuggestions = (suggest: Endpoint, field: string, state: ListQuery, params?: ListParams) => {
  const { ordering: _, limit: __, offset: ___, ...filters } = state;
  const query = { ...filters, field };
  const ask = params ? { params, query } : { query };
  const answer = useQuery({
    queryKey: [suggest.path, ask],
    queryFn: ({ signal }) => call(suggest, ask as never, signal) as Promise<Suggestions>,
    placeholderData: keepPreviousData,
  });
  return {
    options: answer.data?.results ?? [],
    busy: answer.isFetching,
    isKnown: answer.data !== undefined && !answer.isPlaceholderData,
  };
};
