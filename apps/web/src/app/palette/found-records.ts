import { useDebouncedValue } from "@mantine/hooks";
import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { SEARCH_MIN, type SearchResult } from "@mcc/contract/search/search.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { matchesWords } from "./palette-entries.ts";

const WAIT_MS = 150;

export interface FoundRecords {
  readonly results: readonly SearchResult[];
  readonly state: "too short" | "searching" | "failed" | "found";
  readonly retry: () => void;
}

const NONE: readonly SearchResult[] = [];

/**
 * What the server finds for the typed text, after a pause. Until the answer to this text is there, results of the
 * previous one are shown only if they match this one as well: a quick Enter never opens something else.
 */
export const useFoundRecords = (who: SessionUser, typed: string): FoundRecords => {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, WAIT_MS);
  const hasRecords = can(who, "company:member");
  const isSearched = hasRecords && text.length >= SEARCH_MIN;
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...queryFor(searchRecords, { query: { q: settled } }),
    enabled: isSearched && settled.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const retry = () => void refetch();
  if (!isSearched) return { results: NONE, state: hasRecords ? "too short" : "found", retry };
  const isCurrent = settled === text && !isPlaceholderData;
  if (isError && settled === text) return { results: NONE, state: "failed", retry };
  if (isCurrent && data) return { results: data.results, state: "found", retry };
  const still = (data?.results ?? NONE).filter(({ title, subtitle }) => matchesWords(text, title, subtitle));
  return { results: still, state: "searching", retry };
};
