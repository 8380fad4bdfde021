import { parseArgs } from "node:util";

export interface Options {
  /** How many times the usual number of generated cases; 0 leaves them out. */
  readonly cases: number;
  readonly kills: number;
  /** Of mixed load with cuts. */
  readonly minutes: number;
  readonly seed: number;
  /** Seconds until everything has to be ready again after a kill or a cut. */
  readonly readyWithin: number;
  /** The stages run side by side: for a machine with cores to spare, or when time is short. */
  readonly atOnce: boolean;
}

const DEFAULTS = { cases: 10, kills: 50, minutes: 30, seed: 20_261_116, "ready-within": 10 };
const MOST = { cases: 100, kills: 500, minutes: 240, seed: 2 ** 31, "ready-within": 120 };
type Name = keyof typeof DEFAULTS;

const USAGE =
  "npm run battery -- [--cases 10] [--kills 50] [--minutes 30] [--seed 20261116] [--ready-within 10] [--at-once]";

export const readOptions = (given = process.argv.slice(2)): Options => {
  const names = Object.keys(DEFAULTS) as Name[];
  const { values } = parseArgs({
    args: given,
    options: {
      ...(Object.fromEntries(names.map((name) => [name, { type: "string" }])) as Record<
        Name,
        { type: "string" }
      >),
      "at-once": { type: "boolean" },
    },
  });
  const numberOf = (name: Name): number => {
    const number = Number(values[name] ?? DEFAULTS[name]);
    if (!(number >= 0 && number <= MOST[name]))
      throw new Error(`--${name} must be a number from 0 to ${MOST[name]}. ${USAGE}`);
    return number;
  };
  return {
    cases: numberOf("cases"),
    kills: numberOf("kills"),
    minutes: numberOf("minutes"),
    seed: numberOf("seed"),
    readyWithin: numberOf("ready-within") * 1000,
    atOnce: values["at-once"] === true,
  };
};
