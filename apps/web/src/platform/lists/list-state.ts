import { GROUP_KEY, type ListAsk, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { type HistoryState, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import { useSessionUser } from "../session/session-user.ts";
import { localInstant } from "./filters/date-range.ts";
import { keepSidePanel, type SidePanelTarget } from "./side-panel-history.ts";

export type Search = Readonly<Record<string, string>>;
type QuerySchema = z.ZodType<ListQuery, ListAsk>;
export interface Listed {
  readonly page: { readonly query: QuerySchema };
  readonly sort: string;
}

/** How much is sent at once is the page's business; an address does not decide it. */
const NOT_FROM_ADDRESS = ["limit", "untrimmed"];

const without = (search: Search, keys: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

/** How a list is shown belongs to its address without being asked of the server. */
const NOT_ASKED_FOR = ["columns"];

const keptThrough = (patch: ListPatch, search: Search): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([key]) => NOT_ASKED_FOR.includes(key) && !(key in patch)),
  );

interface Reading {
  readonly state: ListQuery;
  /** The parameters that the schema refuses. */
  readonly refused: readonly string[];
}

/** Reads an address with the list's own schema, leaving out what the schema refuses. */
const read = (schema: QuerySchema, search: Search): Reading => {
  const asked = schema.safeParse(search);
  if (asked.success) return { state: asked.data, refused: [] };
  const bad = asked.error.issues.map(({ path }) => String(path[0]));
  const rest = without(search, bad);
  // A finding that names no parameter would go round for ever.
  const fewer = Object.keys(rest).length < Object.keys(search).length;
  const { state, refused } = read(schema, fewer ? rest : {});
  return { state, refused: [...bad, ...refused] };
};

const RANGE_END = /_(after|before)$/;

/** A plain day in an address is that day where the person is, as in the calendar; the server would take its own. */
const localDays = (state: ListQuery): ListQuery =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => {
      const end = RANGE_END.exec(key)?.[1] as "after" | "before" | undefined;
      return [key, end && typeof value === "string" ? localInstant(value, end) : value];
    }),
  ) as ListQuery;

/**
 * A mistyped link shows the list without the mistyped parts, and so does one that filters by groups where a company has
 * none; a page begins at a whole page.
 */
export const readListState = (schema: QuerySchema, search: Search, hasGroups = true): ListQuery => {
  const groups = hasGroups ? [] : Object.keys(search).filter((key) => GROUP_KEY.test(key));
  const state = localDays(read(schema, without(search, [...NOT_FROM_ADDRESS, ...groups])).state);
  return { ...state, offset: Math.floor(state.offset / PAGE_SIZE) * PAGE_SIZE };
};

/** What an address asks for that the list does not know. */
export const refusedIn = (schema: QuerySchema, search: Search): readonly string[] =>
  read(schema, search).refused;

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
  /** While somebody types, and with what ends it, one step back leads to before the typing, not to the last letter. */
  readonly typing?: "goes on" | "ends";
  /** A correction nobody asked for leaves no step behind. */
  readonly replace?: boolean;
  /** What is to be looked at beside the list as it will be. */
  readonly sidePanel?: SidePanelTarget;
}
export type ChangeList = (patch: ListPatch, options?: ChangeOptions) => void;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The field whose typing made this entry of the history. */
    readonly typed?: string;
  }
}

/** The first letters make a step in the history, the following ones change it; what empties a field is a step again. */
export const stepFor = (
  now: HistoryState,
  patch: ListPatch,
  { typing, replace = false, sidePanel }: ChangeOptions = {},
): { readonly replace: boolean; readonly state: HistoryState } => {
  const [field] = Object.keys(patch);
  const empties = Object.values(patch).every((value) => value === undefined || value === "");
  return {
    replace: replace || (typing !== undefined && !empties && now.typed === field),
    // What the page was handed over stays with it, and so does what is looked at beside it.
    state: {
      listReturn: now.listReturn,
      sidePanel: keepSidePanel(now.sidePanel, sidePanel),
      typed: typing === "goes on" && !empties ? field : undefined,
    },
  };
};

export const useSearch = (): Search => useLocation({ select: ({ search }) => search as Search });

/** The address is the only memory of a list. */
export const useListState = ({ page: { query }, sort }: Listed) => {
  const search = useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const hasGroups = useSessionUser().company?.has_company_hierarchy === true;
  const state = useMemo(() => readListState(query, search, hasGroups), [query, search, hasGroups]);
  const change = useCallback<ChangeList>(
    (patch, options) =>
      void navigate({
        to: ".",
        search: (current: object) => {
          const now = current as Search;
          return {
            ...keptThrough(patch, now),
            ...searchAfter(readListState(query, now, hasGroups), patch, sort),
          };
        },
        ...stepFor(router.latestLocation.state, patch, options),
        resetScroll: "offset" in patch,
      }),
    [navigate, router, query, sort, hasGroups],
  );
  return { state, change };
};
