import type { ReactNode } from "react";
import type { CardRole, DrawnColumn } from "../columns/row-columns.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { cellOf } from "../table/table-cell.tsx";

const DEFAULTS: Readonly<Record<TableColumn["kind"], CardRole>> = {
  text: "none",
  group: "none",
  choice: "status",
  date: "date",
  number: "none",
  money: "amount",
  display: "none",
};

const cardRoleOf = <Row>({ card, kind, identifies }: DrawnColumn<Row>): CardRole =>
  card ?? (identifies ? "title" : DEFAULTS[kind]);

const isEmpty = <Row>(column: DrawnColumn<Row>, row: Row): boolean => {
  const value = column.value(row);
  return value === null || value === undefined || value === "";
};

export const cardCell = <Row>(column: DrawnColumn<Row>, row: Row): ReactNode =>
  column.cell?.(row) ?? cellOf(column.kind, column.value(row), column.tones);

const amountsFirst = (one: TableColumn, other: TableColumn): number =>
  Number(other.kind === "money") - Number(one.kind === "money");

/**
 * The columns of a row that have a value, by their role on the card. Identity, status, site, date and amount are always
 * on the card, even if the user has hidden their columns: an amount must be visible when a user decides about it.
 */
export const cardColumns = <Row>(
  columns: readonly DrawnColumn<Row>[],
  shown: readonly string[],
  row: Row,
  role: CardRole,
): readonly DrawnColumn<Row>[] =>
  columns
    .filter(
      (column) =>
        cardRoleOf(column) === role &&
        (role !== "detail" || shown.includes(column.id)) &&
        (role === "title" || !isEmpty(column, row)),
    )
    .sort(amountsFirst);
