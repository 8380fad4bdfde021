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

const Slot = ({ column, share, isReached }: { column: ChartColumn; share: number; isReached: boolean }) => {
  const { words, href } = column;
  const slot = {
    className: classes.slot,
    tabIndex: isReached ? 0 : -1,
    "data-column": true,
    "aria-label": words,
    // A touch on a link follows it.
    ...tooltip(words, { touch: href === undefined }),
  };
  const bar = share > 0 && <span className={classes.bar} style={{ height: `${share * 100}%` }} />;
  return href === undefined ? (
    <span role="img" {...slot}>
      {bar}
    </span>
  ) : (
    <a href={href} target="_top" {...slot}>
      {bar}
    </a>
  );
};

/** Columns from left to right, with a scale; the number of one is shown on hover and focus. */
export const ColumnChart = ({ columns, height, labels, least, scaleWords }: ColumnChartProps) => {
  const top = topOf(
    columns.map(({ value }) => value),
    least,
  );
  // A label takes the space of so many columns, so the last ones have none.
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
            <Slot column={column} share={column.value / top} isReached={at === reached} />
            <span className={classes.label} aria-hidden>
              {at % every === 0 && at + every <= columns.length && column.label}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
};
