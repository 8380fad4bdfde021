import pg from "pg";

/** Plain SQL as the owner of the tables, to prepare and to inspect data. */
export const openOwner = (url: string) => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: "-c search_path=mcc,public",
    idleTimeoutMillis: 0, // a lock that a test holds ends with its connection
  });
  // A test may drop its database while a connection is still closing.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return {
    sql: async <Row extends pg.QueryResultRow = Record<string, unknown>>(
      text: string,
      values: unknown[] = [],
    ): Promise<Row[]> => (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  };
};
export type Owner = Pick<ReturnType<typeof openOwner>, "sql">;
