import { parseArgs } from "node:util";

export interface Options {
  readonly orders: number;
  /** Interactions whose name holds one of these words; none means all. */
  readonly only: readonly string[];
  /** A few requests of each: shows that everything works, measures nothing worth keeping. */
  readonly quick: boolean;
}

const DEFAULT_ORDERS = 100_000;
/** With fewer, the measured company is small: its searches are counted in another way than the floor counts. */
const SMALLEST = 50_000;

/** `--only site total` and `--only "deep page"` both name words. */
export const readOptions = (given = process.argv.slice(2)): Options => {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      orders: { type: "string", default: String(DEFAULT_ORDERS) },
      only: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
    },
  });
  const orders = Number(values.orders);
  if (!Number.isInteger(orders) || orders < SMALLEST || orders > 50_000_000) {
    throw new Error(`--orders must be a whole number from ${SMALLEST} to 50000000.`);
  }
  return { orders, only: [...values.only, ...positionals], quick: values.quick };
};
