import { Button, VisuallyHidden } from "@mantine/core";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { type List, type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { SearchBox } from "@mcc/ui/search-box.tsx";
import { IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo } from "react";
import type { z } from "zod";
import { useGlobals } from "./globals.ts";
import { useListState, useSearch } from "./list-state.ts";
import { queryClient } from "./query-client.ts";
import classes from "./resource-table.module.css";
import { linkedArrangement, useArrangement } from "./resource-table-arrangement.ts";
import { ChipBar, FilterChips, LinkedColumnsChip, SortingChip } from "./resource-table-chips.tsx";
import { columnsFor, type GroupColumn } from "./resource-table-columns.ts";
import { type ListMessages, type ListParams, pageReading, useListPage } from "./resource-table-data.ts";
import { activeFilters } from "./resource-table-filters.ts";
import { TableFrame } from "./resource-table-frame.tsx";
import type { RowLook } from "./resource-table-model.ts";
import { TablePager } from "./resource-table-pager.tsx";
import { offsetBefore } from "./resource-table-pages.ts";
import { useRefusedFilters } from "./resource-table-refused.ts";
import { SelectionNote } from "./resource-table-select.tsx";
import type { RowKey, Selection } from "./resource-table-selection.ts";
import { untoldSorting } from "./resource-table-sorting.ts";
import { useSessionUser } from "./session-user.ts";
import { countWords, tableTexts as says } from "./table.texts.ts";
import { toast } from "./toast.ts";

interface ResourceTableProps<C extends Columns, R extends z.ZodType<object>> {
  readonly list: List<C, R>;
  /** What the rows are, for the search box and for screen readers: "Orders". */
  readonly noun: string;
  readonly look: RowLook<C, z.output<R>>;
  readonly rowKey: (row: z.output<R>) => RowKey;
  readonly messages: ListMessages;
  readonly params?: ListParams;
  /** For a list that is not always asked at its own address. */
  readonly asking?: (state: ListQuery) => { readonly page: Endpoint; readonly query: ListQuery };
  /** For rows that go out of date by themselves, in milliseconds. */
  readonly refreshEvery?: number;
  /** The company's hierarchy groups; undefined while they are on their way. */
  readonly groups?: readonly GroupColumn[];
  readonly actions?: (row: z.output<R>) => ReactNode;
  /** How many of them a row can have, and on a phone, where its own link and a tap open it already. */
  readonly actionsAtMost?: readonly [wide: number, narrow: number];
  readonly open?: (row: z.output<R>) => void;
  readonly prefetch?: (row: z.output<R>) => void;
  /** With it, rows have checkboxes; see `useSelection`. */
  readonly selection?: Selection<z.output<R>>;
  /** The row that is shown elsewhere on the page. */
  readonly current?: RowKey;
  /** Where rows come from, for a list that has none yet. */
  readonly firstRows?: ReactNode;
  /** Buttons beside the search box. */
  readonly tools?: ReactNode;
  /** What stands beside the rows, where there is room. */
  readonly beside?: ReactNode;
}

/** Draws any list from its declaration. A page states only what is special about it. */
export const ResourceTable = <C extends Columns, R extends z.ZodType<object>>(
  props: ResourceTableProps<C, R>,
) => {
  const { list, noun, messages, params, refreshEvery, groups, selection, tools, beside } = props;
  const { asking = (query) => ({ page: list.page, query }) } = props;
  const who = useSessionUser();
  const { state, change } = useListState(list);
  const { page, query } = asking(state);
  useRefusedFilters(list, state.offset, change);
  const answer = useListPage<z.output<R>>(page, query, messages, params, refreshEvery);
  const { data, failed, isPlaceholderData: stale, isFetching: busy } = answer;
  const loading = useGlobals(({ tableLoading }) => tableLoading);
  const selectable = selection !== undefined;
  const columns = useMemo(
    () => columnsFor(list.columns, who, { groups, selectable }),
    [list, who, groups, selectable],
  );
  const ids = columns.map(({ id }) => id);
  const linked = linkedArrangement(useSearch().columns, ids);
  const own = useArrangement(list.name, ids);
  const { ready } = own;
  const arrangement = linked ?? own.arrangement;
  const filters = activeFilters(columns, list.columns, state);
  const sorting = ready ? untoldSorting(list, arrangement.shown, state.ordering) : undefined;
  const waitsForGroups = list.groups && who.company?.has_company_hierarchy === true && groups === undefined;
  const rows = waitsForGroups || !ready ? undefined : data?.results;

  const readingAt = (offset: number) => {
    const there = asking({ ...state, offset });
    return pageReading<z.output<R>>(there.page, there.query, params);
  };
  const knownBefore = () => queryClient.getQueryData(readingAt(state.offset - PAGE_SIZE).queryKey);
  // A link can point behind the end of a list that has become shorter.
  const beyond =
    !stale && data?.results.length === 0 && state.offset > 0
      ? offsetBefore(data, state.offset, knownBefore())
      : undefined;
  useEffect(() => {
    if (beyond !== undefined && beyond < state.offset) change({ offset: beyond }, { instead: true });
  }, [beyond, state.offset, change]);

  const showOwnColumns = (instead = false) =>
    change({ offset: state.offset, columns: undefined }, { instead });
  /** Loaded by whoever wants it. What is arranged are one's own columns. */
  const reorganize = async () => {
    const { openReorganize } = await import("./resource-table-reorganize.tsx");
    if (linked) showOwnColumns(true);
    openReorganize({ listName: list.name, columns });
  };
  const pager = {
    // Of a page that could not be loaded, one still gets to the others.
    answer: answer.error ? answer.before : data,
    offset: state.offset,
    busy,
    change,
    onIntent: (offset: number) => {
      if (offset >= 0) void queryClient.prefetchQuery(readingAt(offset));
    },
  };
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchBox
            label={`Search ${noun.toLowerCase()}`}
            value={state.search ?? ""}
            onSearch={(search) => change({ search }, { typing: "goes on" })}
          />
        </div>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => void reorganize().catch(toast.failure)}
        >
          {says.reorganize}
        </Button>
        {tools}
      </div>
      <VisuallyHidden role="status">
        {rows && !stale && (rows.length === 0 ? says.empty : countWords(noun, data))}
      </VisuallyHidden>
      {selection && <SelectionNote selection={selection} listed={rows ?? []} />}
      <div className={classes.split} data-beside={beside ? true : undefined}>
        <div className={classes.rows}>
          <div className={classes.line}>
            <ChipBar>
              <FilterChips filters={filters} change={change} />
              <SortingChip sorting={sorting} change={change} />
              {linked && <LinkedColumnsChip onLeave={showOwnColumns} />}
            </ChipBar>
            <TablePager label={`${noun}, pages`} {...pager} />
          </div>
          <TableFrame
            {...{ columns, arrangement, filters, state, change, params, rows, stale }}
            busy={loading}
            failed={failed}
            firstRows={props.firstRows}
            label={noun}
            look={props.look}
            rowKey={props.rowKey}
            suggest={list.suggest}
            retry={answer.error && !data ? () => void answer.refetch() : undefined}
            actions={props.actions}
            actionsAtMost={props.actionsAtMost}
            open={props.open}
            prefetch={props.prefetch}
            selection={selection}
            current={props.current}
          />
          <TablePager label={`${noun}, pages, below`} {...pager} />
        </div>
        {beside}
      </div>
    </>
  );
};
