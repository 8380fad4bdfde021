import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { List } from "@mcc/contract/kit/list.ts";
import { reportMessages as says } from "@mcc/contract/reports/reports.messages.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { seesPlace } from "./report-content.queries.ts";
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
  { list, view, timeZone }: ReportSource,
): Promise<KnownFilters> => {
  const asked = [...new Set([list, "orders"] as const)]
    .map((each) => lists[each])
    .filter((each) => can(scope.who, each.list.allow as GlobalAction));
  const finds = async (key: string, value: string): Promise<boolean> => {
    for (const each of asked) {
      const filter = { columns: [], ordering: null, filters: { [key]: value } };
      const query = queryOf(each, filter, timeZone, Date.now());
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
  const known: Record<string, Filters[string]> = {};
  let isPart = false;
  for (const [key, value] of Object.entries(view.filters)) {
    const values = [value].flat();
    const told: string[] = [];
    for (const one of values)
      if (
        !hasNames(lists[list].list, key, value) ||
        (await seesPlace(scope, key, one)) ||
        (await finds(key, one))
      )
        told.push(one);
    if (told.length < values.length) isPart = true;
    if (told.length > 0) known[key] = Array.isArray(value) ? told : value;
  }
  return { filters: known, isPart };
};

/** A report as the signed-in user may be told of it, and whether its view works now: it may have been changed since a run. */
export const toldTo = async (scope: CompanyScope, lists: ReportLists, report: Report): Promise<Report> => {
  const { view, is_owner, time_zone: timeZone } = report;
  const source = { list: view.list, view, timeZone };
  const works = await workingQuery(scope, lists, source, Date.now());
  const problem = works ? report.problem : [says.viewBroken, report.problem ?? []].flat().join(" ");
  if (is_owner || scope.who.is_company_admin) return { ...report, problem };
  const { filters } = await filtersFor(scope, lists, source);
  const shown = { ...view, filters };
  const page = pageOf({ ...shown, view_id: view.saved_view?.id ?? null });
  return { ...report, view: shown, page, problem };
};
