import type pg from "pg";
import type { Tables } from "../../platform/db/tables.ts";

type Table = keyof Tables;
/** A row by its columns; the database checks the values. */
export type Row<T extends Table> = { readonly [Column in keyof Tables[T]]?: unknown };

const ROWS_PER_STATEMENT = 5_000;

/** Many rows in one statement: the table's own columns determine the types. */
export const insertRows = async <T extends Table>(
  client: pg.ClientBase,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] as object).join(", ");
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await client.query(
      `insert into mcc.${table} (${columns})
       select ${columns} from json_populate_recordset(null::mcc.${table}, $1)`,
      [JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))],
    );
  }
};

/** Partitioned tables have sequences of their own. */
const SEQUENCES: Partial<Record<Table, string>> = { orders: "mcc.order_ids", documents: "mcc.document_ids" };

/** Identifiers drawn ahead, so that rows can refer to each other before any of them is written. */
export const takeIds = async (client: pg.ClientBase, table: Table, count: number): Promise<number[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(coalesce($2, pg_get_serial_sequence('mcc.${table}', 'id'))) as id
     from generate_series(1, $1::integer)`,
    [count, SEQUENCES[table]],
  );
  return rows.map((row) => Number(row.id));
};

/** Each item with its own identifier. */
export const withIds = async <Item>(
  client: pg.ClientBase,
  table: Table,
  items: readonly Item[],
): Promise<(Item & { id: number })[]> => {
  const ids = await takeIds(client, table, items.length);
  return items.map((item, index) => ({ ...item, id: ids[index] as number }));
};
