import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { FramedTable } from "./framed-table.tsx";
import classes from "./plain-table.module.css";

export interface PlainColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** As narrow as its content. */
  readonly narrow?: boolean;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly empty: ReactNode;
}

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];

/** A short table without search and pagination. */
export const PlainTable = <Row,>({ label, columns, rows, rowKey, empty }: PlainTableProps<Row>) => (
  <FramedTable label={label} bordered busy={rows === undefined}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.label} scope="col" className={column.narrow ? classes.narrow : undefined}>
            {column.label}
          </th>
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
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.label} className={column.narrow ? classes.narrow : undefined}>
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
