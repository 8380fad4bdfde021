import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { tooltip } from "../overlays/tooltip.ts";
import { usePhone } from "../use-phone.ts";
import { topOf } from "./chart-scale.ts";
import classes from "./column-chart.module.css";

export interface ChartColumn {
  readonly key: string;
  /** Below the column, if there is room. */
  readonly label: string;
  /** The column in words, for its tooltip and for screen readers. */
  readonly words: string;
  readonly value: number;
  /** The value of the period before, drawn beside it. */
  readonly before?: number;
  /** What the column leads to, in the page around this one if there is one. */
  readonly href?: string;
}

interface ColumnChartProps {
  readonly columns: readonly ChartColumn[];
  /** In pixels. */
  readonly height: number;
  /** Labels in a wide window. */
  readonly labels: number;
  /** The scale ends at this value or above it. */
  readonly least?: number;
  readonly scaleWords: (value: number) => string;
  /** What the columns beside the values are, such as "the 30 days before". */
  readonly before?: string | undefined;
}

const PHONE_LABELS = 4;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The column that a key leads to. */
const targetOf = (key: string, at: number, count: number): number | undefined => {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1);
};

/** One column of several is reached with Tab, the others with the arrow keys. */
const useArrowKeys = (count: number) => {
  const [current, setCurrent] = useState(count - 1);
  const reached = Math.min(current, count - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = targetOf(event.key, reached, count);
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll<HTMLElement>("[data-column]")[target]?.focus();
  };
  return { reached, onKeyDown };
};

const Bar = ({ share, isBefore = false }: { share: number; isBefore?: boolean }) =>
  share > 0 && (
    <span className={classes.bar} data-before={isBefore || undefined} style={{ height: `${share * 100}%` }} />
  );

const Slot = ({ column, top, isReached }: { column: ChartColumn; top: number; isReached: boolean }) => {
  const { words, href, value, before } = column;
  const slot = {
    className: classes.slot,
    tabIndex: isReached ? 0 : -1,
    "data-column": true,
    "aria-label": words,
    // A touch on a link follows it.
    ...tooltip(words, { touch: href === undefined }),
  };
  const bars = (
    <>
      {before !== undefined && <Bar share={before / top} isBefore />}
      <Bar share={value / top} />
    </>
  );
  return href === undefined ? (
    <span role="img" {...slot}>
      {bars}
    </span>
  ) : (
    <a href={href} target="_top" {...slot}>
      {bars}
    </a>
  );
};

/** Each column says both in words. */
const Legend = ({ before }: { before: string }) => (
  <p className={classes.legend} aria-hidden>
    <span className={classes.key} /> This period
    <span className={classes.key} data-before /> {before.replace(/^./, (first) => first.toUpperCase())}
  </p>
);

/** Columns from left to right, with a scale; the numbers of one are shown on hover and focus. */
export const ColumnChart = ({ columns, height, labels, least, scaleWords, before }: ColumnChartProps) => {
  const top = topOf(
    columns.flatMap((column) => [column.value, column.before ?? 0]),
    least,
  );
  // A label takes the space of so many columns: those to its right, and for the last one those to its left.
  const every = Math.ceil(columns.length / (usePhone() ? PHONE_LABELS : labels));
  const { reached, onKeyDown } = useArrowKeys(columns.length);
  return (
    <div className={classes.chart} style={{ "--chart-height": `${height}px` } as CSSProperties}>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{scaleWords(value)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its columns */}
      <div className={classes.columns} onKeyDown={onKeyDown}>
        {columns.map((column, at) => (
          <div key={column.key} className={classes.column}>
            <Slot column={column} top={top} isReached={at === reached} />
            <span className={classes.label} aria-hidden>
              {(at === columns.length - 1 || (at % every === 0 && at + 2 * every <= columns.length)) &&
                column.label}
            </span>
          </div>
        ))}
      </div>
      {before && <Legend before={before} />}
    </div>
  );
};
