/** What a stage has done and found. */
export interface StageResult {
  readonly stage: string;
  readonly cases: number;
  readonly findings: readonly string[];
  /** Name and value, in the order in which they are shown. */
  readonly figures: readonly (readonly [string, string | number])[];
}

/** Equal findings are told once, with their number. */
export const makeFindings = () => {
  const counts = new Map<string, number>();
  return {
    add: (finding: string): void => void counts.set(finding, (counts.get(finding) ?? 0) + 1),
    all: (): string[] =>
      [...counts].map(([finding, times]) => (times === 1 ? finding : `${finding} (${times} times)`)),
  };
};
export type Findings = ReturnType<typeof makeFindings>;

const shown = (value: string | number): string =>
  typeof value === "number" ? value.toLocaleString("en-US") : value;

/** One table of all stages, and below it every finding. */
export const printTable = (results: readonly StageResult[]): void => {
  const rows = results.flatMap(({ stage, cases, findings, figures }) => [
    [stage, "cases run", shown(cases)],
    ["", "findings", shown(findings.length)],
    ...figures.map(([name, value]) => ["", name, shown(value)]),
  ]);
  const widthOf = (at: number) => Math.max(...rows.map((row) => (row[at] ?? "").length));
  const [first, second, third] = [widthOf(0), widthOf(1), widthOf(2)];
  const line = `${"─".repeat(first)}──${"─".repeat(second)}──${"─".repeat(third)}`;
  console.log(`\n${line}`);
  for (const [stage = "", name = "", value = ""] of rows)
    console.log(`${stage.padEnd(first)}  ${name.padEnd(second)}  ${value.padStart(third)}`);
  console.log(line);
  for (const { stage, findings } of results)
    for (const finding of findings) console.log(`FINDING  ${stage}: ${finding}`);
};
