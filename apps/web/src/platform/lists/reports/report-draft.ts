import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { reports } from "@mcc/contract/reports/reports.api.ts";
import { REPORT_LIMITS, type ReportViewInput } from "@mcc/contract/reports/reports.schema.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { call } from "../../api/call.ts";
import { contentsOf, type ShownView } from "../views/view-actions.tsx";
import type { ViewState } from "../views/view-state.ts";
import { LIST_NAMES } from "./report.texts.ts";

/** A report that is not saved yet. */
export interface ReportDraft {
  readonly name: string;
  readonly view: ReportViewInput;
  /** The name of the saved view that the report follows. */
  readonly viewName: string | undefined;
}

/** The names of the user's own reports; the server refuses a second report of the same name. */
const takenNames = async (): Promise<readonly string[]> => {
  const { results } = await call(reports, { query: { limit: String(ALL_ROWS) } });
  return results.filter(({ is_owner }) => is_owner).map(({ name }) => name);
};

/** "Orders", or "Orders 2" if there is one of that name. */
const freeName = (wanted: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const numbered = (number: number): string => {
    const ending = number === 1 ? "" : ` ${number}`;
    return wanted.slice(0, REPORT_LIMITS.name - ending.length) + ending;
  };
  let number = 1;
  while (used.has(numbered(number).toLowerCase())) number += 1;
  return numbered(number);
};

export interface ListToSend {
  readonly list: ListWithViews;
  readonly views: ViewState;
  readonly shown: ShownView["shown"];
  /** The saved view was changed: the report is then of what is shown. */
  readonly isChanged: boolean;
}

/** A report of what the list shows; of a saved view, a report that follows it. */
export const draftOf = async ({ list, views, shown, isChanged }: ListToSend): Promise<ReportDraft> => {
  const saved = isChanged ? undefined : views.current;
  const { density: _density, ...contents } = contentsOf(views.listState, shown);
  return {
    name: freeName(saved?.name ?? LIST_NAMES[list], await takenNames()),
    view: { list, saved_view: saved?.id ?? null, ...contents },
    viewName: saved?.name,
  };
};
