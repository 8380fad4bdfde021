import { Anchor } from "@mantine/core";
import type { Bar, Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import { topOf } from "@mcc/ui/chart-scale.ts";
import { FramedTable } from "@mcc/ui/framed-table.tsx";
import { tooltip } from "@mcc/ui/tooltip.ts";
import { usePhone } from "@mcc/ui/use-phone.ts";
import classes from "./bar-charts.module.css";
import { barWords, shortWordsOf, wordsOf } from "./measures.ts";

interface ChartProps {
  readonly chart: Chart;
}

const heightOf = ({ values }: Bar): number => Math.max(Number(values[0] ?? 0), 0);
const kindOf = ({ measures }: Chart) => measures[0]?.kind ?? "count";
/** So that a chart of small numbers has a scale of its own. */
const TINY = 0.01;
const LEAST = { money: 1, count: 1, share: TINY, hours: TINY, days: 1 } as const;
const topFor = (chart: Chart): number => topOf(chart.bars.map(heightOf), LEAST[kindOf(chart)]);

/** Columns from left to right, with a scale. A bar opens the list behind it, in the page around the dashboard. */
export const ColumnChart = ({ chart }: ChartProps) => {
  const kind = kindOf(chart);
  const top = topFor(chart);
  const every = Math.ceil(chart.bars.length / (usePhone() ? 4 : 12));
  return (
    <div className={classes.columns}>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{shortWordsOf(kind, value)}</span>
        ))}
      </div>
      <div className={classes.bars}>
        {chart.bars.map((bar, at) => (
          <div key={bar.label} className={classes.column}>
            <a
              href={bar.link}
              target="_top"
              className={classes.slot}
              aria-label={barWords(chart, bar)}
              {...tooltip(barWords(chart, bar))}
            >
              <span className={classes.bar} style={{ height: `${(heightOf(bar) / top) * 100}%` }} />
            </a>
            <span className={classes.label} aria-hidden>
              {at % every === 0 && bar.label}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
};

/** One row for each name. */
export const RowChart = ({ chart }: ChartProps) => {
  const top = Math.max(...chart.bars.map(heightOf), TINY);
  return (
    <ul className={classes.rows}>
      {chart.bars.map((bar) => (
        <li key={bar.label}>
          <a href={bar.link} target="_top" className={classes.row} {...tooltip(barWords(chart, bar))}>
            <span className={classes.name}>{bar.label}</span>
            <span className={classes.track}>
              <span className={classes.length} style={{ width: `${(heightOf(bar) / top) * 100}%` }} />
            </span>
            <span className={classes.value}>{wordsOf(kindOf(chart), bar.values[0] ?? null)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
};

/** The same numbers, with every measure. */
export const BarTable = ({ chart }: ChartProps) => (
  <div className={classes.table}>
    <FramedTable label={chart.title} bordered>
      <thead>
        <tr>
          <th scope="col">{chart.category}</th>
          {chart.measures.map(({ label }) => (
            <th key={label} scope="col" data-amount>
              {label}
            </th>
          ))}
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
                {wordsOf(kind, bar.values[at] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  </div>
);
