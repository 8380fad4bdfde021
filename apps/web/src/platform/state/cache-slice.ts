import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { queryClient } from "../api/query-client.ts";

interface View<T> {
  /** The path of the endpoint whose cached responses are read; see `queryFor`. */
  readonly path: string;
  readonly empty: T;
}

export interface CacheSlice<T> {
  readonly get: () => T;
  /** Stores a response that was not fetched by a query. */
  readonly put: (value: T) => void;
  /** Changes every cached response. */
  readonly change: (update: (value: T) => T) => void;
}

/**
 * A named view of the query cache. It stores nothing itself, so server data exists once. Of several cached responses it
 * returns the newest.
 */
export const cacheSlice = <T>({ path, empty }: View<T>): CacheSlice<T> => {
  const answers = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [path] })
      .filter(({ state }) => state.data !== undefined);
  const change = (update: (value: T) => T): void => {
    for (const { queryKey } of answers()) queryClient.setQueryData<T>(queryKey, (now) => now && update(now));
  };
  return {
    get: () => {
      const newest = answers().reduce<ReturnType<typeof answers>[number] | undefined>(
        (best, one) => (best && best.state.dataUpdatedAt > one.state.dataUpdatedAt ? best : one),
        undefined,
      );
      return (newest?.state.data as T | undefined) ?? empty;
    },
    put: (value) => void queryClient.setQueryData([path, {}], value),
    change,
  };
};

const LOCAL = "local";
queryClient.setQueryDefaults([LOCAL], {
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: Number.POSITIVE_INFINITY,
});

/** A client-side value, kept in the query cache so that one reset clears both. */
export const localSlice = <T>(name: string, initial: T) => ({
  get: (): T => queryClient.getQueryData<T>([LOCAL, name]) ?? initial,
  set: (value: T): void => void queryClient.setQueryData([LOCAL, name], value),
});

const subscribe = (changed: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed));

export const useSlice = <T>({ get }: { readonly get: () => T }): T => useSyncExternalStore(subscribe, get);
