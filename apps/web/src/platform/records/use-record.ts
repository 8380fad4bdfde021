import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";
import { queryClient } from "../api/query-client.ts";
import { useRetryWithBackoff } from "../api/retry-backoff.ts";
import { useFailureToast } from "../lists/list-page.ts";

interface RecordOptions<Record> {
  /** The toast when it cannot be loaded. */
  readonly failed: string;
  /** Whether a record that does not exist gets the toast too. */
  readonly reportsMissing?: boolean;
  readonly gcTime?: UseQueryOptions["gcTime"];
  /** As long as it answers true, the record is fetched again every second. */
  readonly refreshWhile?: (record: Record | undefined) => boolean;
}

const REFRESH_MS = 1_000;

/** Stores a record as the server has just sent it, so that it is not fetched again. */
export const keepRecord = <E extends Endpoint>(
  endpoint: E,
  ask: EndpointRequest<E>,
  record: Reply<E>,
): void => {
  queryClient.setQueryData(queryFor(endpoint, ask).queryKey, record as never);
};

/** Loads one record. A failed load is reported once and retried in the background. */
export const useRecord = <E extends Endpoint>(
  endpoint: E,
  ask: EndpointRequest<E>,
  { failed, reportsMissing = false, gcTime, refreshWhile }: RecordOptions<Reply<E>>,
) => {
  const options = queryFor(endpoint, ask);
  const { data, error, refetch } = useQuery({
    ...options,
    gcTime,
    refetchInterval: ({ state }) => (refreshWhile?.(state.data as Reply<E> | undefined) ? REFRESH_MS : false),
  });
  const missing = !data && error instanceof CallError && error.status === 404;
  useFailureToast(missing && !reportsMissing ? null : error, failed);
  useRetryWithBackoff(data ? null : error, async (signal) => {
    const record = await call(endpoint, ask, signal);
    queryClient.setQueryData(options.queryKey, record as never);
  });
  return { record: data as Reply<E> | undefined, error, missing, retry: refetch };
};
