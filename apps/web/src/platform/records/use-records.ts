import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { queryFor } from "../api/call.ts";
import { useFailureToast } from "../lists/list-page.ts";
import { useSearch } from "../lists/list-state.ts";

interface RecordsOptions {
  /** What the rows are ordered by until the user sorts the table. */
  readonly orderBy: string;
  /** The toast when they cannot be loaded. */
  readonly failed: string;
}

type RowOf<E extends Endpoint> = Reply<E> extends { results: (infer Row)[] } ? Row : never;

/** All records of one kind, as the props of a `RecordTable`. The URL holds their order. */
export const useRecords = <E extends Endpoint>(list: E, { orderBy, failed }: RecordsOptions) => {
  const { order_by } = useSearch();
  const navigate = useNavigate();
  const ordering = [orderBy, `-${orderBy}`].find((order) => order === order_by) ?? orderBy;
  const ask = { query: { order_by: ordering, limit: String(ALL_ROWS) } } as unknown as EndpointRequest<E>;
  const { data, error, refetch } = useQuery({ ...queryFor(list, ask), placeholderData: keepPreviousData });
  useFailureToast(error, failed);
  return {
    rows: (data as { results: RowOf<E>[] } | undefined)?.results,
    error,
    failed,
    retry: refetch,
    ordering,
    onSort: (next: string) =>
      void navigate({ to: ".", search: () => (next === orderBy ? {} : { order_by: next }) }),
  };
};
