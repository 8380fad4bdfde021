import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { usePhone } from "../use-phone.ts";
import { FramedTable } from "./framed-table.tsx";
import classes from "./plain-table.module.css";
import cards from "./record-card.module.css";
import { RecordCard } from "./record-card.tsx";
import { ariaSort, SortButton, sortingOf } from "./sort-button.tsx";

export interface PlainColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** As the title of a card, which has no label. */
  readonly title?: (row: Row) => ReactNode;
  /** As narrow as its content: for the actions of a row, which are at the end of its card on a phone. */
  readonly narrow?: boolean;
  /** Aligned to the right. */
  readonly isAmount?: boolean;
  /** The ordering when this column is sorted; without it, the column cannot be sorted. */
  readonly sort?: string;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly empty: ReactNode;
  /** The current ordering, with `-` before it for descending. */
  readonly ordering?: string;
  readonly onSort?: (ordering: string) => void;
  /** Fills a card, which has a border of its own. */
  readonly inCard?: boolean;
  /** The link in the first column covers its row, also for a middle click; other links stay above it. */
  readonly isLinked?: boolean;
}

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];

type HeadCellProps<Row> = Pick<PlainTableProps<Row>, "ordering" | "onSort"> & {
  readonly column: PlainColumn<Row>;
};

const classOf = <Row,>({ narrow, isAmount }: PlainColumn<Row>): string | undefined => {
  if (narrow) return classes.narrow;
  return isAmount ? classes.amount : undefined;
};

const HeadCell = <Row,>({ column, ordering, onSort }: HeadCellProps<Row>) => {
  const { label, sort } = column;
  const sorting = sort === undefined ? "none" : sortingOf(sort, ordering);
  return (
    <th scope="col" className={classOf(column)} aria-sort={ariaSort(sorting)}>
      {sort === undefined ? (
        label
      ) : (
        <SortButton
          label={label}
          sorting={sorting}
          onClick={() => onSort?.(sorting === "ascending" ? `-${sort}` : sort)}
        />
      )}
    </th>
  );
};

/** The rows on a phone: the first column is the title, the narrow one has the actions, the others are details. */
const Cards = <Row,>({ label, columns, rows, rowKey, empty, inCard, isLinked }: PlainTableProps<Row>) => {
  const [title, ...others] = columns.filter(({ narrow }) => !narrow);
  const actions = columns.find(({ narrow }) => narrow);
  return (
    <section aria-label={label} aria-busy={rows === undefined} className={inCard ? classes.inset : undefined}>
      {rows?.length === 0 && <div className={classes.empty}>{empty}</div>}
      <ul className={isLinked ? `${cards.cards} ${classes.linked}` : cards.cards}>
        {rows === undefined &&
          PLACEHOLDERS.map((key) => <RecordCard key={key} title={<Skeleton height={12} width={140} />} />)}
        {rows?.map((row) => (
          <RecordCard
            key={rowKey(row)}
            data-row
            title={(title?.title ?? title?.cell)?.(row)}
            details={others.map((column) => [column.label, column.cell(row)])}
            actions={actions?.cell(row)}
          />
        ))}
      </ul>
    </section>
  );
};

const Rows = <Row,>(props: PlainTableProps<Row>) => {
  const { label, columns, rows, rowKey, empty, inCard, isLinked, ...sorting } = props;
  return (
    <FramedTable label={label} bordered={!inCard} busy={rows === undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.label} column={column} {...sorting} />
          ))}
        </tr>
      </thead>
      {rows === undefined && (
        <tbody aria-hidden data-placeholder>
          {PLACEHOLDERS.map((key) => (
            <tr key={key}>
              {columns.map((column) => (
                <td key={column.label}>
                  <Skeleton height={12} my={6} width="60%" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
      {rows !== undefined && (
        <tbody className={isLinked ? classes.linked : undefined}>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>
                <div className={classes.empty}>{empty}</div>
              </td>
            </tr>
          )}
        </tbody>
      )}
    </FramedTable>
  );
};

/** A short table without search and pagination; cards on a phone. */
export const PlainTable = <Row,>(props: PlainTableProps<Row>) =>
  usePhone() ? <Cards {...props} /> : <Rows {...props} />;
