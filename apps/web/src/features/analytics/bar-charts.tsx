import { Anchor } from "@mantine/core";
import type { Bar, Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import { ColumnChart } from "@mcc/ui/charts/column-chart.tsx";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { FramedTable } from "@mcc/ui/tables/framed-table.tsx";
import classes from "./bar-charts.module.css";
import { embeddedTexts as texts } from "./dashboard.texts.ts";
import { barWords, shortWordsOf, wordsOf } from "./measures.ts";

interface ChartProps {
  readonly chart: Chart;
}

const lengthOf = ({ values }: Bar): number => Math.max(Number(values[0] ?? 0), 0);
const kindOf = ({ measures }: Chart) => measures[0]?.kind ?? "count";
const isCompared = ({ bars }: Chart): boolean => bars.some(({ before }) => before != null);
/** So that a chart of small numbers has a scale of its own. */
const TINY = 0.01;
const LEAST = { money: 1, count: 1, share: TINY, hours: TINY, days: 1 } as const;
const HEIGHT = 200;
const LABELS = 12;

/** Columns for time. A column opens the list behind it, in the page around the dashboard. */
export const Columns = ({ chart }: ChartProps) => {
  const kind = kindOf(chart);
  return (
    <ColumnChart
      height={HEIGHT}
      labels={LABELS}
      least={LEAST[kind]}
      scaleWords={(value) => shortWordsOf(kind, value)}
      before={isCompared(chart) ? texts.yearBefore : undefined}
      columns={chart.bars.map((bar) => ({
        key: bar.label,
        label: bar.label,
        words: barWords(chart, bar),
        value: lengthOf(bar),
        ...(bar.before != null && { before: Number(bar.before) }),
        href: bar.link,
      }))}
    />
  );
};

/** One row for each name. */
export const Rows = ({ chart }: ChartProps) => {
  const top = Math.max(...chart.bars.map(lengthOf), TINY);
  return (
    <ul className={classes.rows}>
      {chart.bars.map((bar) => (
        <li key={bar.label}>
          <a href={bar.link} target="_top" className={classes.row} {...tooltip(barWords(chart, bar))}>
            <span className={classes.name}>{bar.label}</span>
            <span className={classes.track}>
              {lengthOf(bar) > 0 && (
                <span className={classes.length} style={{ width: `${(lengthOf(bar) / top) * 100}%` }} />
              )}
            </span>
            <span className={classes.value}>{wordsOf(kindOf(chart), bar.values[0] ?? null)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
};

/** A number that leads to what it counts, in the page around the dashboard. */
export const Figure = ({ link, children }: { link?: string | null | undefined; children: string }) =>
  link ? (
    <Anchor href={link} target="_top" inherit>
      {children}
    </Anchor>
  ) : (
    children
  );

/** The same numbers, with every measure. */
export const BarTable = ({ chart }: ChartProps) => (
  <FramedTable label={chart.title} bordered>
    <thead>
      <tr>
        <th scope="col">{chart.category}</th>
        {chart.measures.map(({ label }) => (
          <th key={label} scope="col" data-amount>
            {label}
          </th>
        ))}
        {isCompared(chart) && (
          <th scope="col" data-amount>
            {chart.measures[0]?.label}, {texts.yearBefore}
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {chart.bars.map((bar) => (
        <tr key={bar.label}>
          <td>
            <Anchor href={bar.link} target="_top">
              {bar.label}
            </Anchor>
          </td>
          {chart.measures.map(({ label, kind }, at) => (
            <td key={label} data-amount>
              <Figure link={bar.links?.[at]}>{wordsOf(kind, bar.values[at] ?? null)}</Figure>
            </td>
          ))}
          {isCompared(chart) && <td data-amount>{wordsOf(kindOf(chart), bar.before ?? null)}</td>}
        </tr>
      ))}
    </tbody>
  </FramedTable>
);
