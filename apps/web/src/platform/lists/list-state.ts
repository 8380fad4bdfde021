import { GROUP_KEY, type ListParams, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { type HistoryState, useMatch, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import type { Search } from "../page/plain-search.ts";
import { useSessionUser } from "../session/session-user.ts";
import { localInstant } from "./filters/date-range.ts";
import { keepSidePanel, type SidePanelTarget } from "./side-panel-history.ts";
import { defaultViewOf } from "./views/saved-views.ts";

type QuerySchema<Q extends ListQuery = ListQuery> = z.ZodType<Q, ListParams>;

export type { Search };
export interface Listed<Q extends ListQuery = ListQuery> {
  readonly name: string;
  readonly page: { readonly query: QuerySchema<Q> };
  readonly sort: string;
}

/** Not for the server: how a list is shown, and how much is sent at once, which an address does not decide. */
const NOT_ASKED_FOR = ["view", "columns", "density", "limit", "untrimmed"];

const without = (search: Search, keys: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

interface Reading<Q extends ListQuery = ListQuery> {
  readonly state: Q;
  /** The parameters that the schema refuses. */
  readonly refused: readonly string[];
}

/** Reads an address with the list's own schema, leaving out what the schema refuses. */
const read = <Q extends ListQuery>(schema: QuerySchema<Q>, search: Search): Reading<Q> => {
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
const localDays = <Q extends ListQuery>(state: Q): Q =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => {
      const end = RANGE_END.exec(key)?.[1] as "after" | "before" | undefined;
      return [key, end && typeof value === "string" ? localInstant(value, end) : value];
    }),
  ) as Q;

/**
 * A mistyped link shows the list without the mistyped parts, and so does one that filters by groups where a company has
 * none; a page begins at a whole page.
 */
export const readListState = <Q extends ListQuery>(
  schema: QuerySchema<Q>,
  search: Search,
  hasGroups = true,
): Reading<Q> => {
  const groups = hasGroups ? [] : Object.keys(search).filter((key) => GROUP_KEY.test(key));
  const { state, refused } = read(schema, without(search, [...NOT_ASKED_FOR, ...groups]));
  return {
    state: { ...localDays(state), offset: Math.floor(state.offset / PAGE_SIZE) * PAGE_SIZE },
    refused,
  };
};

export type ListPatch = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The address after a change: what stands at its default is not written, and only paging keeps its place. */
export const searchAfter = (search: Search, patch: ListPatch, sort: string): Search => {
  const usual: Readonly<Record<string, string>> = { offset: "0", ordering: sort };
  return Object.fromEntries(
    Object.entries({ ...search, offset: 0, ...patch }).flatMap(
      ([key, given = ""]): [string, string | string[]][] => {
        const [value = "", ...more] = [given].flat().map(String);
        if (more.length > 0) return [[key, [value, ...more]]];
        return value === "" || value === usual[key] ? [] : [[key, value]];
      },
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
  const empties = Object.values(patch).every((value) => value === undefined || value.toString() === "");
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

const NO_SEARCH: Search = {};

/**
 * The search params of this page. Not those of the location: while another page is being opened, this one is still on
 * the screen, and would load the list without its filters.
 */
export const useSearch = (): Search =>
  useMatch({ strict: false, shouldThrow: false, select: ({ search }) => search as Search }) ?? NO_SEARCH;

/** A list as its address describes it: interpreted once, and handed to whatever shows the list. */
export interface ListState<L extends Listed = Listed> extends Reading<z.output<L["page"]["query"]>> {
  readonly list: L;
  readonly search: Search;
  readonly change: ChangeList;
}

/** Without a query a list opens with the default view: what somebody has cleared on purpose says so. */
const withoutDefault = (name: string, search: Search): Search =>
  Object.keys(search).length === 0 && defaultViewOf(name) ? { view: "own" } : search;

/** The address is the only memory of a list. */
export const useListState = <L extends Listed>(list: L): ListState<L> => {
  const { name, sort } = list;
  const query = list.page.query as L["page"]["query"];
  const search = useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const hasGroups = useSessionUser().company?.has_company_hierarchy === true;
  const reading = useMemo(() => readListState(query, search, hasGroups), [query, search, hasGroups]);
  const change = useCallback<ChangeList>(
    (patch, options) =>
      void navigate({
        to: ".",
        search: (now: object) => withoutDefault(name, searchAfter(now as Search, patch, sort)),
        ...stepFor(router.latestLocation.state, patch, options),
        resetScroll: "offset" in patch,
      }),
    [navigate, router, name, sort],
  );
  return { ...(reading as Reading<z.output<L["page"]["query"]>>), list, search, change };
};
