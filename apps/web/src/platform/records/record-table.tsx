import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import type { ComponentProps } from "react";
import { LoadFailed } from "./load-failed.tsx";

interface RecordTableProps<Row extends { readonly id: number }>
  extends Omit<ComponentProps<typeof PlainTable<Row>>, "rowKey"> {
  readonly error: Error | null;
  /** Shown with a retry button when the rows cannot be loaded. */
  readonly failed: string;
  readonly retry: () => unknown;
}

/** A short table of records. */
export const RecordTable = <Row extends { readonly id: number }>({
  error,
  failed,
  retry,
  ...table
}: RecordTableProps<Row>) =>
  error && !table.rows ? (
    <LoadFailed retry={retry}>{failed}</LoadFailed>
  ) : (
    <PlainTable {...table} rowKey={({ id }) => id} />
  );
