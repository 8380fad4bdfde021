import { parseArgs } from "node:util";
import { clientOf } from "./client.ts";
import { readFacts } from "./data-facts.ts";
import { filledDatabase } from "./fill.ts";
import { interactionsOf } from "./interactions.ts";
import { compare, FULL, QUICK } from "./measure.ts";
import { signInAll } from "./people.ts";
import { startOurs } from "./processes.ts";

/** Searches beside the first page, at several sizes of the company: each takes at most twice the first page's time. */
const FIRST = "first page";
const MOST = 2;

const { values: options } = parseArgs({
  options: {
    orders: { type: "string", multiple: true, default: ["20000", "1000000"] },
    quick: { type: "boolean", default: false },
  },
});

const measure = async (orders: number): Promise<void> => {
  const undo: (() => unknown)[] = [];
  try {
    const database = await filledDatabase(orders);
    undo.push(() => database.stop());
    const { url } = database;
    const facts = await readFacts(url);
    const ours = await startOurs(url, orders);
    undo.push(() => ours.stop());
    const client = clientOf(ours.address, (await signInAll(url)).admin);
    undo.push(() => client.close());
    const asked = interactionsOf(facts).filter(({ name }) => name === FIRST || name.startsWith("search "));
    const { latency, rate } = await compare(
      Object.fromEntries(asked.map(({ name, path }) => [name, () => client.ask(path)])),
      options.quick ? QUICK : FULL,
    );
    const first = latency[FIRST]?.p50 ?? Number.NaN;
    const lines = asked.map(({ name }) => {
      const p50 = latency[name]?.p50 ?? Number.NaN;
      const times = p50 / first;
      if (times > MOST) process.exitCode = 1;
      return `| ${name} | ${p50.toFixed(2)} | ${times.toFixed(2)}${times > MOST ? " ✗" : ""} | ${rate[name]?.toFixed(0)} |`;
    });
    console.log(`\n${orders.toLocaleString("en")} orders\n`);
    console.log("| | p50 ms | times the first page | a second, 16 clients |\n| --- | --: | --: | --: |");
    console.log(lines.join("\n"));
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

for (const orders of options.orders) await measure(Number(orders));
