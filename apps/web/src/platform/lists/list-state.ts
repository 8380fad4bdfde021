import { GROUP_KEY, type ListParams, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { type HistoryState, useMatch, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import type { Search } from "../page/plain-search.ts";
import { useSessionUser } from "../session/session-user.ts";
import { opensWithEssentials } from "./columns/column-arrangement.ts";
import { presetNamed } from "./filters/date-presets.ts";
import { instantsOf, localInstant } from "./filters/date-range.ts";
import { keepSidePanel, type SidePanelTarget } from "./side-panel-history.ts";
import { defaultViewOf } from "./views/saved-views.ts";

type QuerySchema<Q extends ListQuery = ListQuery> = z.ZodType<Q, ListParams>;

export type { Search };
export interface Listed<Q extends ListQuery = ListQuery> {
  readonly name: string;
  readonly page: { readonly query: QuerySchema<Q> };
  readonly sort: string;
}

/**
 * Parameters that are not sent from the URL to the server: they say how the list is shown, or what is sent of how many
 * rows.
 */
const NOT_ASKED_FOR = ["view", "columns", "density", "limit", "untrimmed", "liteVersion"];

const without = (search: Search, keys: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

interface Reading<Q extends ListQuery = ListQuery> {
  readonly state: Q;
  /** The parameters that the schema rejects. */
  readonly refused: readonly string[];
}

/** Parses the search params with the schema of the list, without those that the schema rejects. */
const read = <Q extends ListQuery>(schema: QuerySchema<Q>, search: Search): Reading<Q> => {
  const asked = schema.safeParse(search);
  if (asked.success) return { state: asked.data, refused: [] };
  const bad = asked.error.issues.map(({ path }) => String(path[0]));
  const rest = without(search, bad);
  // An error that names no parameter would repeat forever.
  const fewer = Object.keys(rest).length < Object.keys(search).length;
  const { state, refused } = read(schema, fewer ? rest : {});
  return { state, refused: [...bad, ...refused] };
};

const RANGE_END = /_(after|before)$/;

/** A date without a time in the URL is a local day, as in the calendar; the server would take it as a UTC day. */
const localDays = <Q extends ListQuery>(state: Q): Q =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => {
      const end = RANGE_END.exec(key)?.[1] as "after" | "before" | undefined;
      return [key, end && typeof value === "string" ? localInstant(value, end) : value];
    }),
  ) as Q;

/** A preset in place of a first day, such as `orderDate_after=last-30-days`, means both ends of its range today. */
const withoutPresets = (search: Search): Search => {
  const ranges = Object.entries(search).flatMap(([key, value]): [string, string | undefined][] => {
    const preset = key.endsWith("_after") ? presetNamed(value) : undefined;
    if (!preset) return [];
    const [after, before] = instantsOf(preset.range);
    return [
      [key, after],
      [key.replace(/_after$/, "_before"), before],
    ];
  });
  return ranges.length === 0 ? search : ({ ...search, ...Object.fromEntries(ranges) } as Search);
};

/**
 * Invalid parameters are left out, and so are filters by groups in a company without groups. An offset is rounded down
 * to a whole page.
 */
export const readListState = <Q extends ListQuery>(
  schema: QuerySchema<Q>,
  search: Search,
  hasGroups = true,
): Reading<Q> => {
  const groups = hasGroups ? [] : Object.keys(search).filter((key) => GROUP_KEY.test(key));
  const { state, refused } = read(schema, without(withoutPresets(search), [...NOT_ASKED_FOR, ...groups]));
  return {
    state: { ...localDays(state), offset: Math.floor(state.offset / PAGE_SIZE) * PAGE_SIZE },
    refused,
  };
};

export type ListPatch = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The search params after a change. Default values are left out. Every change but paging returns to the first page. */
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
  /** While the user types, all changes are one entry of the history: Back returns to the state before typing. */
  readonly typing?: "goes on" | "ends";
  /** Replaces the entry of the history: for corrections that the user did not make. */
  readonly replace?: boolean;
  /** The record to show in the side panel after the change. */
  readonly sidePanel?: SidePanelTarget;
}
export type ChangeList = (patch: ListPatch, options?: ChangeOptions) => void;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The field in which typing created this entry of the history. */
    readonly typed?: string;
  }
}

/** The first letter pushes an entry to the history, the following ones replace it; emptying a field pushes again. */
export const stepFor = (
  now: HistoryState,
  patch: ListPatch,
  { typing, replace = false, sidePanel }: ChangeOptions = {},
): { readonly replace: boolean; readonly state: HistoryState } => {
  const [field] = Object.keys(patch);
  const empties = Object.values(patch).every((value) => value === undefined || value.toString() === "");
  return {
    replace: replace || (typing !== undefined && !empties && now.typed === field),
    // Keeps the rest of the history state, and the side panel.
    state: {
      listReturn: now.listReturn,
      sidePanel: keepSidePanel(now.sidePanel, sidePanel),
      typed: typing === "goes on" && !empties ? field : undefined,
    },
  };
};

const NO_SEARCH: Search = {};

/**
 * The search params of this page, not those of the location: while another page is being opened, this one is still
 * shown and would load the list without its filters.
 */
export const useSearch = (): Search =>
  useMatch({ strict: false, shouldThrow: false, select: ({ search }) => search as Search }) ?? NO_SEARCH;

/** The state of a list, parsed once from the URL and passed to all components of the list. */
export interface ListState<L extends Listed = Listed> extends Reading<z.output<L["page"]["query"]>> {
  readonly list: L;
  readonly search: Search;
  readonly change: ChangeList;
}

/** Without search params a list opens with the default view, so a cleared list has a parameter that says so. */
const withoutDefault = (name: string, search: Search): Search =>
  Object.keys(search).length === 0 && (defaultViewOf(name) || opensWithEssentials(name))
    ? { view: "own" }
    : search;

/** The state of a list is in the URL only. */
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
