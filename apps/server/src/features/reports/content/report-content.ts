import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import type { WorkbookColumn } from "@mcc/contract/sheets/workbook.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { mustHaveGroups } from "../../../platform/lists/group-filters.ts";
import { type CellValue, cellOf, keyOf } from "./report-cells.ts";
import { groupNames } from "./report-content.queries.ts";
import type { ReportLists } from "./report-list.ts";
import { queryOf, type StoredView } from "./report-query.ts";

/** The rows that a file has, and that are read for the sum. */
export const MOST_ROWS = 100_000;
/** The keys that are kept to find out what is new: of more rows only the number is compared. */
const MOST_KEYS = 5_000;
const FIRST_ROWS = 10;

export interface ReportColumn extends WorkbookColumn {
  readonly id: string;
  readonly value: (row: object) => CellValue;
}

/** What a report is made of: a view of a list, and the time zone of the company. */
export interface ReportSource {
  readonly list: ListWithViews;
  readonly view: StoredView;
  readonly timeZone: string;
}

/** What a reader may see of a report at this moment. */
export interface OpenedReport {
  readonly query: ListQuery;
  readonly columns: readonly ReportColumn[];
}

/** Why a reader gets nothing. */
export type Refusal = "no_right" | "view_invalid";

const KINDS = { number: "number", money: "money", date: "date" } as const;
const WIDTHS = { text: 24, number: 12, money: 16, date: 22 } as const;

/** The columns that exist for a reader; if none of those of the view does, the most important ones of the list. */
const columnsOf = async (
  scope: CompanyScope,
  lists: ReportLists,
  { list, view }: ReportSource,
): Promise<ReportColumn[]> => {
  const { columns: declared, essentials } = lists[list].list;
  const groups = view.columns.some((id) => GROUP_KEY.test(id))
    ? await groupNames(scope)
    : new Map<number, string>();
  const columnOf = (id: string): ReportColumn[] => {
    const group = GROUP_KEY.exec(id);
    const groupId = group ? Number(group[1]) : undefined;
    const column = groupId === undefined && Object.hasOwn(declared, id) ? declared[id] : undefined;
    const label = groupId === undefined ? column?.label : groups.get(groupId);
    if (label === undefined || column?.shownTo?.(scope.who) === false) return [];
    const kind = KINDS[column?.kind as keyof typeof KINDS] ?? "text";
    const width = Math.max(WIDTHS[kind], label.length + 2);
    return [{ id, label, kind, width, value: cellOf(list, id, groupId) }];
  };
  const seen = [...new Set(view.columns)].flatMap(columnOf);
  return seen.length > 0 ? seen : essentials.flatMap(columnOf);
};

/** The query of a report; nothing when its list, or the company's hierarchy, no longer has a filter of the view. */
export const workingQuery = async (
  scope: CompanyScope,
  lists: ReportLists,
  { list, view, timeZone }: ReportSource,
  now: number,
): Promise<ListQuery | undefined> => {
  const query = queryOf(lists[list], view, timeZone, now);
  try {
    if (query && lists[list].list.groups) await mustHaveGroups(scope, query);
    return query;
  } catch (error) {
    if (error instanceof AppError && error.code === "input.invalid") return undefined;
    throw error;
  }
};

/** What the user of the scope may see of a report, or why nothing. */
export const openReport = async (
  scope: CompanyScope,
  lists: ReportLists,
  source: ReportSource,
  now: number,
): Promise<OpenedReport | Refusal> => {
  if (!can(scope.who, lists[source.list].list.allow as GlobalAction)) return "no_right";
  const query = await workingQuery(scope, lists, source, now);
  if (!query) return "view_invalid";
  const columns = await columnsOf(scope, lists, source);
  return columns.length === 0 ? "no_right" : { query, columns };
};

/** The count and the rows of an opened report, up to a number of rows. */
export const rowsOf = async (
  scope: CompanyScope,
  lists: ReportLists,
  { list }: Pick<ReportSource, "list">,
  { query }: OpenedReport,
  most: number,
) => {
  const request = { params: undefined, url: new URL("http://localhost/") };
  const { count, batches } = await lists[list].source.stream(scope, query, request);
  return { count, rows: atMost(readAhead(batches), most) };
};

/** What a preview shows: the first rows, and how many there are. */
export const firstRowsOf = async (
  scope: CompanyScope,
  lists: ReportLists,
  { list }: Pick<ReportSource, "list">,
  { query }: OpenedReport,
): Promise<Summary> => {
  const { source, sum } = lists[list];
  const request = { params: undefined, url: new URL("http://localhost/") };
  const page = await source.page(scope, { ...query, limit: FIRST_ROWS }, request);
  const { count } = page.count_is_capped ? await source.stream(scope, query, request) : page;
  return { count, sum: await exactSum(scope, sum, query), first: page.results, keys: null };
};

/** Of all amounts; nothing where the list has none, or adds up no more than some of so many. */
const exactSum = async (
  scope: CompanyScope,
  sum: ReportLists[ListWithViews]["sum"],
  query: ListQuery,
): Promise<string | null> => {
  const found = await sum?.(scope, query);
  return found && !found.sum_is_capped ? found.sum : null;
};

/** The database finds the next rows while these are being written. */
async function* readAhead<Row>(batches: AsyncIterable<Row>): AsyncGenerator<Row> {
  const reader = batches[Symbol.asyncIterator]();
  let next = reader.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = reader.next();
      // It is awaited later, and may fail before.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await reader.return?.();
  }
}

async function* atMost(batches: AsyncIterable<readonly object[]>, most: number): AsyncGenerator<object> {
  let given = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      yield row;
      given += 1;
      if (given === most) return;
    }
  }
}

/** What an e-mail says about the rows. */
export interface Summary {
  readonly count: number;
  /** Of the amounts; null where the list has none, or has too many rows. */
  readonly sum: string | null;
  readonly first: readonly object[];
  /** Null if there are more than are kept. */
  readonly keys: readonly string[] | null;
}

/** Notes what an e-mail says about the rows as they pass. */
const summarize = (hasAmounts: boolean) => {
  const first: object[] = [];
  const keys: string[] = [];
  let count = 0;
  let cents = 0n;
  return {
    add: (row: object): void => {
      count += 1;
      if (first.length < FIRST_ROWS) first.push(row);
      if (keys.length <= MOST_KEYS) keys.push(keyOf(row));
      if (hasAmounts)
        cents += centsOf((row as { taxful_total_price_value: string }).taxful_total_price_value);
    },
    result: (): Summary => ({
      count,
      sum: hasAmounts ? moneyOf(cents) : null,
      first,
      keys: keys.length <= MOST_KEYS ? keys : null,
    }),
  };
};

/**
 * All rows of an opened report, and what an e-mail says about them once they have passed. Rows may come and go after they
 * were counted: up to a number of rows, what has passed counts; of more, the list is asked for the sum.
 */
export const summarizedRows = async (
  scope: CompanyScope,
  lists: ReportLists,
  source: Pick<ReportSource, "list">,
  opened: OpenedReport,
  most = MOST_ROWS,
) => {
  const { count, rows } = await rowsOf(scope, lists, source, opened, most);
  const { sum } = lists[source.list];
  const tally = summarize(sum !== undefined);
  async function* noted() {
    for await (const row of rows) {
      tally.add(row);
      yield row;
    }
  }
  const summary = async (): Promise<Summary> => {
    const passed = tally.result();
    if (count <= most) return passed;
    return { ...passed, count, sum: await exactSum(scope, sum, opened.query), keys: null };
  };
  return { count, rows: noted(), summary };
};
