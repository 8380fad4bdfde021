import { VisuallyHidden } from "@mantine/core";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS, type List, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { queryClient } from "../api/query-client.ts";
import { ExportButton } from "../export/export-button.tsx";
import { type SpreadsheetSpec, spreadsheetColumns } from "../export/spreadsheet-columns.ts";
import { useSessionUser } from "../session/session-user.ts";
import { CardList } from "./cards/card-list.tsx";
import {
  type Arrangement,
  linkedArrangement,
  standardArrangement,
  useArrangement,
} from "./columns/column-arrangement.ts";
import { useGroupColumns } from "./columns/group-columns.ts";
import { drawnColumn, type RowColumn, type RowColumns, type RowOf } from "./columns/row-columns.ts";
import { columnsFor } from "./columns/table-columns.ts";
import { useDensity } from "./density.ts";
import { activeFilters } from "./filters/active-filters.ts";
import {
  AllColumnsButton,
  ChipBar,
  FilterChips,
  LinkedColumnsChip,
  OneColumnChip,
  SortingChip,
} from "./filters/filter-chips.tsx";
import { hiddenSorting } from "./filters/hidden-sorting.ts";
import { refusedFilters, useUnknownFilters } from "./filters/unknown-filters.ts";
import { useListKeys } from "./keys/use-list-keys.ts";
import { countWords, exportFailureWords, failureWords, listTexts as says } from "./list.texts.ts";
import { type ListMessages, type ListParams, listPageQuery, useListPage } from "./list-page.ts";
import type { ListState } from "./list-state.ts";
import { SumNote } from "./list-sum.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { ReportButton } from "./reports/report-button.tsx";
import classes from "./resource-table.module.css";
import type { RowKey, Selection } from "./selection/selection.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { SelectionNote } from "./selection/selection-boxes.tsx";
import { useColumnsFit } from "./table/columns/use-columns-fit.ts";
import { offsetBefore } from "./table/page-links.ts";
import { TableFrame } from "./table/table-frame.tsx";
import { NO_ROWS } from "./table/table-model.ts";
import { TablePager } from "./table/table-pager.tsx";
import { useDrawnRows } from "./use-drawn-rows.ts";
import { SaveViewButton, ViewButton, ViewOpener } from "./views/view-button.tsx";
import { useViewState } from "./views/view-state.ts";

interface ResourceTableProps<L extends List, Row extends object = RowOf<L>> {
  readonly list: ListState<L>;
  /** What the rows are, for the search box and screen readers: "Orders". */
  readonly noun: string;
  /** What is searched, for the placeholder of the search box. */
  readonly searched?: string;
  readonly columns: RowColumns<L>;
  readonly rowKey: (row: Row) => RowKey;
  /** Error messages, if they differ from the default. */
  readonly messages?: ListMessages;
  readonly params?: ListParams;
  /** For a list that some queries load from another endpoint. */
  readonly requestFor?: (state: ListQuery) => { readonly page: Endpoint; readonly query: ListQuery };
  /** Refetches the rows at this interval, in milliseconds, while the page is in view. */
  readonly refreshEvery?: number;
  readonly actions?: (row: Row) => ReactNode;
  /** The largest number of actions in a row. */
  readonly maxActions?: number;
  readonly open?: (row: Row) => void;
  readonly prefetch?: (row: Row) => void;
  /** If given, rows have checkboxes; see `useSelection`. */
  readonly selection?: Selection<Row>;
  /** The checkboxes count as a column when hierarchy groups are placed (DOC-005). */
  readonly countsCheckboxes?: boolean;
  /** The row that the side panel shows. */
  readonly current?: RowKey;
  /** Says where rows come from, for a list without any rows. */
  readonly emptyHint?: ReactNode;
  /** A response with more rows than this is shown as an empty table. */
  readonly maxRows?: number;
  /** If given, the list can be exported. */
  readonly spreadsheet?: SpreadsheetSpec<L>;
  /** If given, the sum of all matching rows is shown beside their number. */
  readonly sum?: Endpoint;
  /** Buttons beside the search box. */
  readonly tools?: ReactNode;
  /** Shown beside the rows in a wide window. */
  readonly sidePanel?: ReactNode;
}

/** Draws any list from its declaration. A page only states what is special about its list. */
export const ResourceTable = <L extends List>(props: ResourceTableProps<L>) => {
  type Row = RowOf<L>;
  const { noun, searched, params, refreshEvery, selection, tools, sidePanel, countsCheckboxes } = props;
  const messages: ListMessages = props.messages ?? failureWords(noun);
  const { list, state, change, search } = props.list;
  const { requestFor: asking = (query) => ({ page: list.page, query }) } = props;
  const who = useSessionUser();
  const spreadsheet = who.is_support ? undefined : props.spreadsheet;
  const { page, query } = asking(state);
  const groups = useGroupColumns();
  const entries = props.columns as Readonly<Record<string, Partial<RowColumn<Row>>>>;
  const columns = useMemo(
    () =>
      columnsFor(list.columns, who, { groups: list.groups ? groups : [], selectable: countsCheckboxes }).map(
        (column) => drawnColumn(column, entries),
      ),
    [list, entries, who, groups, countsCheckboxes],
  );
  const ids = columns.map(({ id }) => id);
  const linked = linkedArrangement(search.columns?.toString(), columns);
  const own = useArrangement(list.name, columns);
  const rowHeight = useDensity(search.density, (density) => change({ offset: state.offset, density }));
  const isLoadingGroups = list.groups && who.company?.has_company_hierarchy === true && groups === undefined;
  const isArranged = own.ready && rowHeight.ready && !isLoadingGroups;
  const area = useRef<HTMLDivElement>(null);
  const isPhone = usePhone();
  const standard = standardArrangement(columns).shown;
  const mayBeNarrow = list.essentialsIfNarrow === true && own.neverChose;
  const [fits, setFits] = useState(true);
  const views = useViewState({
    listState: props.list as unknown as ListState<List>,
    ids,
    standard,
    isNarrow: mayBeNarrow && (isPhone || !fits),
    setChoseAll: own.setChoseAll,
    linked,
    own: own.arrangement,
    opensEssentials: own.opensEssentials,
    setOpensEssentials: own.setOpensEssentials,
    isReady: isArranged,
  });
  const ready = isArranged && !views.isWaiting;
  const arrangement = linked ?? views.arrangement ?? own.arrangement;
  const isTold = (error: Error) =>
    refusedFilters(props.list, error).length > 0 || messages.isTold?.(error) === true;
  const answer = useListPage<Row>(page, query, { ...messages, isTold }, params, refreshEvery, views.isHeld);
  useUnknownFilters(props.list, answer.error);
  const { data, failed, isFetching: busy } = answer;
  const filters = activeFilters(columns, list, state, search);
  const sorting = ready ? hiddenSorting(list, arrangement.shown, state.ordering) : undefined;
  const isTooLong = (data?.results.length ?? 0) > (props.maxRows ?? ALL_ROWS);
  const known = ready ? (isTooLong ? NO_ROWS : data?.results) : undefined;
  const rows = useDrawnRows(known, Boolean(props.sidePanel));
  const isDrawing = rows !== known;
  const stale = answer.isPlaceholderData || isDrawing;
  useColumnsFit(area, mayBeNarrow && !isPhone, setFits, {
    label: noun,
    shown: columns.filter(({ id }) => standard.includes(id)),
    rows,
    selectable: selection !== undefined,
    actions: props.actions && (props.maxActions ?? 1),
  });

  const readingAt = (offset: number) => {
    const there = asking({ ...state, offset });
    return listPageQuery<Row>(there.page, there.query, params);
  };
  const knownBefore = () => queryClient.getQueryData(readingAt(state.offset - PAGE_SIZE).queryKey);
  // A link may point beyond the end of a list that has become shorter.
  const beyond =
    !stale && data?.results.length === 0 && state.offset > 0
      ? offsetBefore(data, state.offset, knownBefore())
      : undefined;
  useEffect(() => {
    if (beyond !== undefined && beyond < state.offset) change({ offset: beyond }, { replace: true });
  }, [beyond, state.offset, change]);

  const showOwnColumns = (instead = false) =>
    change({ offset: state.offset, columns: undefined }, { replace: instead });
  /** Loads the dialog on demand. It arranges the user's own columns, or those of the view in the URL. */
  const reorganize = async () => {
    const { openReorganize } = await import("./columns/reorganize-columns.tsx");
    if (linked && !views.isTagged) showOwnColumns(true);
    const arrange = ({ shown }: Arrangement) =>
      change({ offset: state.offset, columns: shown.join() }, { replace: true });
    const ofView = views.isTagged ? { arrangement, arrange } : undefined;
    const automatic = views.isAutomatic ? { arrangement, arrange: own.arrange } : undefined;
    openReorganize({ listName: list.name, columns, ofView: ofView ?? automatic });
  };
  const restoreColumns = () => own.arrange({ shown: ids, hidden: [] });
  const onlyOwn = ready && !linked && !views.isTagged && own.arrangement.shown.length === 1;
  const [chips, setChips] = useState<HTMLElement | null>(null);
  const [isChanged, setChanged] = useState(false);
  const shown = { columns: arrangement.shown, density: rowHeight.density };
  const pager = {
    // If a page could not be loaded, the pager still leads to the others.
    answer: answer.error ? answer.before : data,
    offset: state.offset,
    busy,
    change,
    onIntent: (offset: number) => void (offset >= 0 && queryClient.prefetchQuery(readingAt(offset))),
  };
  const Frame = isPhone ? CardList : TableFrame;
  const whole = useRef<HTMLDivElement>(null);
  useListKeys(
    whole,
    selection &&
      ((at) => {
        const row = rows?.[at];
        if (row) selection.toggle(row, rows);
      }),
  );
  return (
    <div ref={whole} className={classes.list}>
      <ListToolbar
        noun={noun}
        searched={searched}
        density={rowHeight}
        reorganize={reorganize}
        hasSelection={selection !== undefined}
        tools={tools}
        sheet={{
          views: <ViewButton {...{ views, shown, isChanged }} />,
          ...{ columns, filters, state, change, params },
          suggest: list.suggest,
          count: countWords(noun, data),
        }}
        reportButton={!who.is_support && <ReportButton {...{ views, shown, isChanged }} />}
        exportButton={
          spreadsheet && (
            <ExportButton
              prepare={() => ({
                name: list.name,
                page: spreadsheet.page ?? page,
                query,
                params,
                columns: spreadsheetColumns(spreadsheet, list, entries, columns, arrangement.shown),
                failed: spreadsheet.failed ?? exportFailureWords(noun),
              })}
            />
          )
        }
      />
      <VisuallyHidden role="status">
        {rows && !stale && (rows.length === 0 ? says.empty : countWords(noun, data))}
      </VisuallyHidden>
      <div className={classes.split} data-side-panel={sidePanel ? true : undefined}>
        <div ref={area} className={classes.rows}>
          <div className={classes.line}>
            <ChipBar>
              <div ref={setChips} className={classes.viewChips} />
              <ViewOpener {...{ views, shown, chips }} onChanged={setChanged} />
              <FilterChips {...{ filters, change }} after={<SaveViewButton {...{ views, shown }} />} />
              <SortingChip sorting={sorting} change={change} />
              {onlyOwn && ids.length > 1 && (
                <OneColumnChip
                  label={columns.find(({ id }) => id === own.arrangement.shown[0])?.label ?? ""}
                  onRestore={restoreColumns}
                />
              )}
              {linked && !views.isTagged && <LinkedColumnsChip onLeave={showOwnColumns} />}
              {views.builtIn === "essentials" && !linked && !isPhone && (
                <AllColumnsButton onClick={views.showAll} />
              )}
            </ChipBar>
            {selection && !isPhone && <SelectionNote selection={selection} listed={rows ?? []} />}
            <TablePager
              label={`${noun}, pages`}
              isBrief={isPhone}
              count={rows && countWords(noun, pager.answer)}
              note={
                props.sum && (
                  <SumNote sum={props.sum} state={state} capped={pager.answer?.count_is_capped === true} />
                )
              }
              {...pager}
            />
          </div>
          <Frame
            {...{ columns, arrangement, filters, state, change, params, rows, stale }}
            busy={busy || isDrawing}
            failed={failed}
            firstRows={props.emptyHint}
            density={rowHeight.density}
            restoreColumns={restoreColumns}
            label={noun}
            rowKey={props.rowKey}
            suggest={list.suggest}
            retry={answer.error && !data ? () => void answer.refetch() : undefined}
            actions={props.actions}
            actionsAtMost={props.maxActions}
            open={props.open}
            prefetch={props.prefetch}
            selection={selection}
            current={props.current}
          />
          <TablePager label={`${noun}, pages, below`} {...pager} />
        </div>
        {sidePanel}
      </div>
      {isPhone && selection && (
        <SelectionBar selection={selection} listed={rows ?? []}>
          {tools}
        </SelectionBar>
      )}
    </div>
  );
};
