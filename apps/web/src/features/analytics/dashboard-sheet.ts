import type { Dashboard, Measure, Value } from "@mcc/contract/analytics/dashboard.schema.ts";
import { cellText } from "@mcc/contract/sheets/cell-text.ts";

type Cell = string | number | null;

const FORMATS: Record<Measure["kind"], string> = {
  money: '"$"#,##0.00',
  count: "#,##0",
  share: "0.0%",
  hours: "#,##0.0",
  days: "#,##0.0",
};

export type ExportedDashboard = Pick<Dashboard, "label" | "facts" | "charts">;

interface Sheet {
  readonly name: string;
  readonly rows: Cell[][];
  /** The number formats of single cells, by "row,column". */
  readonly formats: ReadonlyMap<string, string>;
}

/** The numbers of one dashboard: its facts, and a table for each of its charts. Names are text, never formulas. */
export const dashboardSheet = ({ label, facts, charts }: ExportedDashboard): Sheet => {
  const rows: Cell[][] = [];
  const formats = new Map<string, string>();
  const cell = (kind: Measure["kind"], value: Value, column: number): Cell => {
    formats.set(`${rows.length},${column}`, FORMATS[kind]);
    return value === null ? null : Number(value);
  };
  for (const { label: name, kind, value } of facts) rows.push([cellText(name), cell(kind, value, 1)]);
  for (const { title, category, measures, bars } of charts) {
    rows.push([], [cellText(title)], [category, ...measures.map((measure) => measure.label)].map(cellText));
    for (const { label: name, values } of bars)
      rows.push([cellText(name), ...measures.map(({ kind }, at) => cell(kind, values[at] ?? null, at + 1))]);
  }
  return { name: label, rows, formats };
};
