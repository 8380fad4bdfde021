import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { call } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";
import { queryClient } from "../api/query-client.ts";
import { useRetryWithBackoff } from "../api/retry-backoff.ts";
import { toast } from "../page/toast.ts";
import { setGlobals } from "../state/globals.ts";

export interface ListPage<Row> {
  readonly count: number;
  readonly count_is_capped?: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly current_url: string;
  readonly results: readonly Row[];
  readonly deepest_offset?: number;
}

/** The path parameters of a list, such as the record it belongs to. */
export type ListParams = Readonly<Record<string, string>>;

const readPage = async <Row>(
  page: Endpoint,
  query: ListQuery,
  params: ListParams | undefined,
  signal: AbortSignal,
) => (await call(page, { params, query } as never, signal)) as ListPage<Row>;

/** The same query key as `queryFor` makes, so that the shared state reads the same cached list. */
export const listPageQuery = <Row>(page: Endpoint, query: ListQuery, params?: ListParams) =>
  queryOptions({
    queryKey: [page.path, params ? { params, query } : { query }] as const,
    queryFn: ({ signal }) => readPage<Row>(page, query, params, signal),
  });

/** The shown page of a list, for components beside its table. */
export const useCurrentPage = <Row>(page: Endpoint, query: ListQuery, params?: ListParams) =>
  useQuery({ ...listPageQuery<Row>(page, query, params), placeholderData: keepPreviousData }).data;

/** Shows and logs each failure once, in the current text. */
export const useFailureToast = (failure: Error | null, words: string): void => {
  const tell = useEffectEvent((error: Error) => {
    console.error(words, error);
    toast.error(words);
  });
  useEffect(() => {
    if (failure) tell(failure);
  }, [failure]);
};

export interface ListMessages {
  readonly failed: string;
  readonly searchFailed: string;
  /** The page shows this failure by itself, without a toast. */
  readonly isTold?: (error: Error) => boolean;
}

/** The server's message for a page that it refuses, such as "use more specific filters". */
export const refusedPage = (error: Error | null): string | undefined => {
  if (!(error instanceof CallError)) return undefined;
  return error.code === "list.too_broad" ? error.detail : error.fields.offset?.[0];
};

/** The last value that was not undefined. */
const useLast = <T>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

/** How often lists of platform admins are refetched: event streams belong to companies, so these have none. */
export const WITHOUT_STREAM_MS = 5_000;

/**
 * Loads one page of a list; the previous page stays until it has arrived. A failure is shown in a toast and logged.
 * `failed` is its message while there are no rows to show, `before` the last page that was loaded.
 */
export const useListPage = <Row>(
  page: Endpoint,
  query: ListQuery,
  messages: ListMessages,
  params?: ListParams,
  refreshEvery?: number,
  /** Another query is about to replace this one, so it is not sent. */
  isHeld = false,
) => {
  const options = listPageQuery<Row>(page, query, params);
  const answer = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    enabled: !isHeld,
  });
  const { error, isFetching } = answer;
  const asked = JSON.stringify(options.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` represents the query
  useEffect(() => {
    // Cancels requests for earlier pages that are no longer shown.
    void queryClient.cancelQueries({ queryKey: [page.path], type: "inactive", fetchStatus: "fetching" });
  }, [asked]);
  // A layout effect runs before painting, so that no table looks complete while it is still loading.
  useLayoutEffect(() => {
    setGlobals({ tableLoading: isFetching });
    return () => setGlobals({ tableLoading: false });
  }, [isFetching]);
  const told = error !== null && messages.isTold?.(error) === true;
  const words = refusedPage(error) ?? (query.search ? messages.searchFailed : messages.failed);
  useFailureToast(told ? null : error, words);
  const before = useLast(answer.data);
  const isMissing = error !== null && answer.data === undefined;
  useRetryWithBackoff(isMissing ? error : null, async (signal) => {
    const come = await readPage<Row>(page, query, params, signal);
    queryClient.setQueryData(options.queryKey, come);
  });
  return { ...answer, before, failed: isMissing && !told ? words : undefined };
};
