import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The best SQL for one interaction: its rows, and the total number where it is needed. */
export interface FloorQuery {
  readonly rows: Statement;
  readonly count?: Statement;
  readonly lines?: Statement;
  /** Planned once where the plan is suitable for every company and value, otherwise planned for its values. */
  readonly plan: "once" | "each time";
  /** The rows come from the last to the first. */
  readonly reversed?: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

export interface FloorResponse {
  readonly rows: readonly Row[];
  readonly count?: number;
  /** There are more than were counted. */
  readonly capped?: boolean;
  readonly lines?: readonly Row[];
}

/** The driver alone, as the owner of the tables. */
export interface Floor {
  ask(query: FloorQuery): Promise<FloorResponse>;
  close(): Promise<void>;
}

/**
 * By default PostgreSQL plans a prepared statement over partitions repeatedly, because a generic plan looks
 * expensive; so the connections for those statements are configured not to.
 */
const poolFor = (url: string, max: number, plan: FloorQuery["plan"]): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    options: `-c timezone=UTC -c plan_cache_mode=${plan === "once" ? "force_generic_plan" : "force_custom_plan"}`,
  } as pg.PoolConfig);
  pool.on("error", () => {}); // a closed idle connection fails again for its next user
  return pool;
};

export const openFloor = (url: string, connections: number): Floor => {
  const pools = {
    once: poolFor(url, connections, "once"),
    "each time": poolFor(url, connections, "each time"),
  };
  const names = new Map<string, string>();
  const named = ({ text, values }: Statement): pg.QueryConfig => {
    const name = names.get(text) ?? `floor-${names.size}`;
    names.set(text, name);
    return { name, text, values: [...values] };
  };
  return {
    // One connection, as a request has one; what belongs together is sent together.
    ask: async ({ rows, count, lines, plan, reversed }) => {
      const client = await pools[plan].connect();
      try {
        const statements = [rows, ...(count ? [count] : []), ...(lines ? [lines] : [])];
        const answers = await Promise.all(statements.map((each) => client.query<Row>(named(each))));
        const [found, ...rest] = answers.map((answer) => answer.rows);
        return {
          rows: reversed ? (found ?? []).reverse() : (found ?? []),
          ...(count ? { count: Number(rest[0]?.[0]?.count), capped: rest[0]?.[0]?.capped === true } : {}),
          ...(lines ? { lines: rest[0] ?? [] } : {}),
        };
      } finally {
        client.release();
      }
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
};
