import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Latency, Measured } from "./measure.ts";

/** What the product is held to, against the floor and against the bare handler. */
const BARS = { p50: 2.5, p95: 3, rate: 0.6 } as const;
/** Below this the floor is less than what HTTP itself takes: there an answer without any question to the database is added to it. */
const TINY = 1;

export interface Result {
  readonly name: string;
  readonly measured: Measured<"floor" | "bare" | "ours">;
}

const HEAD = [
  "interaction",
  "floor p50",
  "floor p95",
  "bare p50",
  "ours p50",
  "ours p95",
  "p50 ×",
  "p95 ×",
  "bare rps@16",
  "ours rps@16",
  "rps ×",
] as const;

const ms = (value: number): string => value.toFixed(2);
const missed = (text: string, isMissed: boolean): string => (isMissed ? `${text} ✗` : text);

/** How often the floor fits into ours, marked where the bar is missed, or is kept only beside what HTTP takes. */
const timesOf = (ours: number, floor: number, empty: number, bar: number): string => {
  const times = (ours / floor).toFixed(2);
  if (ours <= bar * floor) return times;
  return floor < TINY && ours <= bar * (floor + empty) ? `${times} °` : `${times} ✗`;
};

const cellsOf = ({ name, measured: { latency, rate } }: Result, empty: Latency): string[] => {
  const { floor, ours } = latency;
  const share = rate.ours / rate.bare;
  return [
    name,
    ms(floor.p50),
    ms(floor.p95),
    ms(latency.bare.p50),
    ms(ours.p50),
    ms(ours.p95),
    timesOf(ours.p50, floor.p50, empty.p50, BARS.p50),
    timesOf(ours.p95, floor.p95, empty.p95, BARS.p95),
    rate.bare.toFixed(0),
    rate.ours.toFixed(0),
    missed(share.toFixed(2), share < BARS.rate),
  ];
};

/** A table that reads as well on a terminal as in a document. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(3, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), rule, ...rest.map(line)].join("\n");
};

/** `empty` is an answer that asks nothing of the database. */
export const tableOf = (results: readonly Result[], empty: Latency): string =>
  table([HEAD, ...results.map((result) => cellsOf(result, empty))]);

export const missesOf = (results: readonly Result[], empty: Latency): number =>
  results.filter((result) => cellsOf(result, empty).some((cell) => cell.endsWith("✗"))).length;

const FILE = join(import.meta.dirname, "RESULTS.md");
const TITLE = `# Results of \`npm run bench\`

Milliseconds at one client, requests a second at 16. **floor**: the best SQL through the driver alone; **bare**: the same
SQL behind a minimal Fastify handler; **ours**: the real API. ✗ marks a missed bar: p50 above ${BARS.p50} × floor, p95 above
${BARS.p95} × floor, less than ${BARS.rate * 100} % of bare. ° marks a floor below ${TINY} ms that is kept within the bar together with an
answer that asks nothing (docs/decisions/speed-targets.md). Absolute figures are noisy; the ratios of one run are what counts.
`;

/** One size per section; its figures are stored with it for the table of growth. */
const SECTION = /<!-- size (\d+) (\{.*\}) -->\n([\s\S]*?)<!-- end -->\n/g;

interface Section {
  readonly size: number;
  readonly p50s: Readonly<Record<string, number>>;
  readonly text: string;
}

const sectionsIn = (text: string): Section[] =>
  [...text.matchAll(SECTION)].map(([, size, figures = "{}", body = ""]) => ({
    size: Number(size),
    p50s: JSON.parse(figures) as Record<string, number>,
    text: body,
  }));

const growthOf = (sections: readonly Section[]): string => {
  const sizes = sections.map(({ size }) => `${size.toLocaleString("en")} p50`);
  const names = [...new Set(sections.flatMap(({ p50s }) => Object.keys(p50s)))];
  const rows = names.map((name) => {
    const values = sections.map(({ p50s }) => p50s[name]);
    const known = values.filter((value) => value !== undefined);
    const grown = (known.at(-1) ?? 0) / (known[0] ?? 1);
    return [
      name,
      ...values.map((value) => (value === undefined ? "–" : ms(value))),
      missed(grown.toFixed(2), grown > 2),
    ];
  });
  return `## Growth\n\np50 of ours by the number of orders; ✗ marks more than twice.\n\n${table([["interaction", ...sizes, "×"], ...rows])}\n`;
};

/** Replaces the section of this size and leaves those of other sizes unchanged. */
export const writeResults = (
  size: number,
  results: readonly Result[],
  { postgres, notes, empty }: { postgres: string; notes: readonly string[]; empty: Latency },
): void => {
  const old = existsSync(FILE) ? sectionsIn(readFileSync(FILE, "utf8")) : [];
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${gigabytes} GB, PostgreSQL ${postgres}, Node ${process.versions.node}`;
  const text = `## ${size.toLocaleString("en")} orders\n\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${tableOf(results, empty)}\n\n${notes.map((note) => `- ${note}`).join("\n")}\n`;
  const p50s = Object.fromEntries(
    results.map(({ name, measured }) => [name, Number(ms(measured.latency.ours.p50))]),
  );
  const sections = [...old.filter((section) => section.size !== size), { size, p50s, text }].toSorted(
    (a, b) => a.size - b.size,
  );
  const written = sections.map(
    (section) =>
      `<!-- size ${section.size} ${JSON.stringify(section.p50s)} -->\n${section.text}<!-- end -->\n`,
  );
  writeFileSync(FILE, [TITLE, growthOf(sections), ...written].join("\n"));
};
