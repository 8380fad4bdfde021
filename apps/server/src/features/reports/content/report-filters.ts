import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { List } from "@mcc/contract/kit/list.ts";
import { reportMessages as says } from "@mcc/contract/reports/reports.messages.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { type FilterName, placesSeen } from "./report-content.queries.ts";
import { type ReportSource, workingQuery } from "./report-content.ts";
import type { ReportLists } from "./report-list.ts";
import { pageOf } from "./report-page.ts";
import { queryOf } from "./report-query.ts";

type Filters = View["filters"];

/** Filters of orders that are no columns, and whose values are not names. */
const WITHOUT_NAMES = ["decision", "decided_minutes", "entries"];

/** Whether the values of a filter are typed names; the others are dates, amounts or chosen from fixed options. */
const hasNames = ({ columns }: List, key: string, value: Filters[string]): boolean => {
  if (/_(after|before|min|max)$/.test(key) || WITHOUT_NAMES.includes(key)) return false;
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
  return column?.options === undefined && value !== "true" && value !== "false";
};

/** How many names of a view are looked up at all, and how many by searching lists in one request: no others are told. */
const MOST_NAMES = 100;
const MOST_SEARCHES = 50;

/** Finds whether a user sees a row that a name finds. Asks once for each name, and not anymore after so many of them. */
export const nameSearch = (scope: CompanyScope, lists: ReportLists, most = MOST_SEARCHES) => {
  const known = new Map<string, boolean>();
  const search = async (asked: ReportLists[keyof ReportLists][], { key, name }: FilterName) => {
    for (const each of asked) {
      const filter = { columns: [], ordering: null, filters: { [key]: name } };
      const query = queryOf(each, filter, "UTC", Date.now());
      if (!query) continue;
      const request = { params: undefined, url: new URL("http://localhost/") };
      try {
        const { results } = await each.source.page(scope, { ...query, limit: 1 }, request);
        if (results.length > 0) return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    return false;
  };
  return async (list: ReportSource["list"], filterName: FilterName): Promise<boolean> => {
    const id = JSON.stringify([list, filterName.key, filterName.name]);
    const found = known.get(id);
    if (found !== undefined || known.size >= most) return found ?? false;
    const asked = [...new Set([list, "orders"] as const)]
      .map((each) => lists[each])
      .filter((each) => can(scope.who, each.list.allow as GlobalAction));
    const isFound = await search(asked, filterName);
    known.set(id, isFound);
    return isFound;
  };
};
type NameSearch = ReturnType<typeof nameSearch>;

interface KnownFilters {
  readonly filters: Filters;
  /** Some are left out. */
  readonly isPart: boolean;
}

/**
 * The filters of a view as a reader may be told of them: who made the report may have typed the name of a record that the
 * reader may not see. A name is told to whom sees a site of this name, or a row that it finds. With one of several names
 * left out, the view has the same rows for the reader; without its last name, a filter had none.
 */
export const filtersFor = async (
  scope: CompanyScope,
  lists: ReportLists,
  { list, view }: Pick<ReportSource, "list" | "view">,
  finds: NameSearch = nameSearch(scope, lists),
): Promise<KnownFilters> => {
  const values = Object.entries(view.filters).flatMap(([key, value]) =>
    [value].flat().map((name) => ({ key, name, isTold: !hasNames(lists[list].list, key, value) })),
  );
  const names = values.filter(({ isTold }) => !isTold).slice(0, MOST_NAMES);
  const places = await placesSeen(scope, names);
  for (const [index, name] of names.entries()) name.isTold = places.has(index) || (await finds(list, name));
  const known: Record<string, Filters[string]> = {};
  for (const [key, value] of Object.entries(view.filters)) {
    const told = values.filter((one) => one.key === key && one.isTold).map(({ name }) => name);
    if (told.length > 0) known[key] = Array.isArray(value) ? told : value;
  }
  return { filters: known, isPart: values.some(({ isTold }) => !isTold) };
};

/** A report as the signed-in user may be told of it, and whether its view works now: it may have been changed since a run. */
export const toldTo = async (
  scope: CompanyScope,
  lists: ReportLists,
  report: Report,
  finds?: NameSearch,
): Promise<Report> => {
  const { view, is_owner, time_zone: timeZone } = report;
  const isTrusted = is_owner || scope.who.is_company_admin;
  const told = (filters: Filters) => {
    const shown = { ...view, filters };
    return { view: shown, page: pageOf({ ...shown, view_id: view.saved_view?.id ?? null }) };
  };
  // What they are invited to is told by its list and its schedule.
  if (!isTrusted && report.state === "invited") return { ...report, ...told({}) };
  const source = { list: view.list, view, timeZone };
  const works = await workingQuery(scope, lists, source, Date.now());
  const problem = works ? report.problem : [says.viewBroken, report.problem ?? []].flat().join(" ");
  if (isTrusted) return { ...report, problem };
  const { filters } = await filtersFor(scope, lists, source, finds);
  return { ...report, ...told(filters), problem };
};
