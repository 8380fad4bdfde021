import { type ListAsk, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { z } from "zod";

export type Search = Readonly<Record<string, string>>;
type QuerySchema = z.ZodType<ListQuery, ListAsk>;
interface Listed {
  readonly page: { readonly query: QuerySchema };
  readonly sort: string;
}

/** How much is sent at once is the page's business; an address does not decide it. */
const NOT_FROM_ADDRESS = ["limit", "untrimmed"];

const without = (search: Search, keys: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

/** Reads an address with the list's own schema, leaving out what the schema refuses. */
const read = (schema: QuerySchema, search: Search): ListQuery => {
  const asked = schema.safeParse(search);
  if (asked.success) return asked.data;
  const bad = asked.error.issues.map(({ path }) => String(path[0]));
  const rest = without(search, bad);
  // A finding that names no parameter would go round for ever.
  const fewer = Object.keys(rest).length < Object.keys(search).length;
  return read(schema, fewer ? rest : {});
};

/** A mistyped link shows the list without the mistyped parts; a page begins at a whole page. */
export const readListState = (schema: QuerySchema, search: Search): ListQuery => {
  const state = read(schema, without(search, NOT_FROM_ADDRESS));
  return { ...state, offset: Math.floor(state.offset / PAGE_SIZE) * PAGE_SIZE };
};

export type ListPatch = Readonly<Record<string, string | number | undefined>>;

/** The address after a change: what stands at its default is not written, and only paging keeps its place. */
export const searchAfter = (state: ListQuery, patch: ListPatch, sort: string): Search => {
  const { limit: _, ...next } = { ...state, offset: 0, ...patch };
  const usual: Readonly<Record<string, unknown>> = { offset: 0, ordering: sort };
  return Object.fromEntries(
    Object.entries(next).flatMap(([key, value]) =>
      value === undefined || value === "" || value === usual[key] ? [] : [[key, String(value)]],
    ),
  );
};

export interface ChangeOptions {
  /** While somebody types, one step back should lead to before the typing, not to the last letter. */
  readonly typing?: boolean;
}
export type ChangeList = (patch: ListPatch, options?: ChangeOptions) => void;

/** The address is the only memory of a list. */
export const useListState = ({ page: { query }, sort }: Listed) => {
  const search = useLocation({ select: (location) => location.search as Search });
  const navigate = useNavigate();
  const state = useMemo(() => readListState(query, search), [query, search]);
  const change = useCallback<ChangeList>(
    (patch, { typing = false } = {}) =>
      void navigate({
        to: ".",
        search: (now: Search) => searchAfter(readListState(query, now), patch, sort),
        // What the page was handed over stays with it.
        state: true,
        replace: typing,
        resetScroll: "offset" in patch,
      }),
    [navigate, query, sort],
  );
  return { state, change };
};
