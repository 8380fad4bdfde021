import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { queryClient } from "../api/query-client.ts";

interface View<T> {
  /** The endpoint whose cached answers show through; see `reading`. */
  readonly path: string;
  readonly empty: T;
}

export interface CacheSlice<T> {
  readonly get: () => T;
  /** Holds an answer that came some other way than by a read. */
  readonly put: (value: T) => void;
  /** Changes every cached answer. */
  readonly change: (update: (value: T) => T) => void;
}

/**
 * A named look at the query cache. It keeps nothing itself, so that server data exists once; of several cached answers
 * the newest is shown.
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

/** A value of the page itself, kept beside the server's answers so that one reset empties both. */
export const localSlice = <T>(name: string, initial: T) => ({
  get: (): T => queryClient.getQueryData<T>([LOCAL, name]) ?? initial,
  set: (value: T): void => void queryClient.setQueryData([LOCAL, name], value),
});

const subscribe = (changed: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed));

export const useSlice = <T>({ get }: { readonly get: () => T }): T => useSyncExternalStore(subscribe, get);
