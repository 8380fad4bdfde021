import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "./call.ts";

/** An endpoint that answers a page of rows. */
export interface PagedEndpoint extends Endpoint {
  readonly query: z.ZodType;
}
interface AnyPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly { readonly id: number }[];
}
export type PagedRow<E extends PagedEndpoint> =
  Reply<E> extends { results: (infer Row extends { id: number })[] } ? Row : never;
export type PagedRequest<E extends PagedEndpoint> = Omit<EndpointRequest<E>, "query"> & {
  readonly query?: Readonly<Record<string, string>>;
};

/** Loads the next page; undefined when all are there. */
export type LoadMore =
  | { readonly load: () => void; readonly isLoading: boolean; readonly left: number }
  | undefined;

/** The rows of a paged endpoint, beginning with its first page; each further page when it is asked for. */
export const usePages = <E extends PagedEndpoint>(endpoint: E, ask: PagedRequest<E>) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(
    {
      queryKey: [endpoint.path, { ...ask, pages: PAGE_SIZE }],
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...ask.query, limit: String(PAGE_SIZE), offset: String(pageParam) };
        return (await call(endpoint, { ...ask, query } as never, signal)) as AnyPage;
      },
      initialPageParam: 0,
      getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length * PAGE_SIZE),
      placeholderData: keepPreviousData,
    },
  );
  const rows = data?.pages.flatMap(({ results }) => results) as PagedRow<E>[] | undefined;
  const count = data?.pages.at(-1)?.count ?? 0;
  const more: LoadMore = hasNextPage
    ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage, left: count - (rows?.length ?? 0) }
    : undefined;
  return { rows, count, error, more, isStale: isPlaceholderData };
};
