import type { Spend } from "@mcc/contract/home/home.schema.ts";
import { topOf } from "@mcc/ui/chart-scale.ts";
import { FramedTable } from "@mcc/ui/framed-table.tsx";
import { tooltip } from "@mcc/ui/tooltip.ts";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { type KeyboardEvent, useState } from "react";
import { formatMoney } from "../../platform/page/format.ts";
import { homeTexts as texts } from "./home.texts.ts";
import { longName, periodText, shortMoney, shortName } from "./spend-periods.ts";
import classes from "./spend-pictures.module.css";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The bar that a key leads to. */
const targetOf = (key: string, at: number, count: number): number | undefined => {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1);
};

/** One bar of several is reached with Tab, the others with the arrow keys. */
const useArrowKeys = (count: number) => {
  const [current, setCurrent] = useState(count - 1);
  const reached = Math.min(current, count - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = targetOf(event.key, reached, count);
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=img]")[target]?.focus();
  };
  return { reached, onKeyDown };
};

/** A bar for each period; its amount is shown on hover and focus. */
export const SpendChart = ({ spend: { unit, periods } }: { spend: Spend }) => {
  const totals = periods.map(({ total }) => Number(total));
  const top = topOf(totals);
  const labels = usePhone() ? 4 : 8;
  // A label takes the space of so many bars, so the last ones have none.
  const every = Math.ceil(periods.length / labels);
  const { reached, onKeyDown } = useArrowKeys(periods.length);
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((amount) => (
          <span key={amount}>{shortMoney(amount)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its bars */}
      <div className={classes.bars} onKeyDown={onKeyDown}>
        {periods.map((period, at) => (
          <div key={period.start} className={classes.column}>
            <span
              role="img"
              tabIndex={at === reached ? 0 : -1}
              aria-label={periodText(unit, period)}
              className={classes.slot}
              {...tooltip(periodText(unit, period), { touch: true })}
            >
              <span
                className={classes.bar}
                style={{ height: `${(Math.max(totals[at] ?? 0, 0) / top) * 100}%` }}
              />
            </span>
            <span className={classes.label} aria-hidden>
              {at % every === 0 && at + every <= periods.length && shortName(unit, period)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
};

/** The same numbers, newest first. */
export const SpendTable = ({ spend: { unit, periods } }: { spend: Spend }) => (
  <div className={classes.table}>
    <FramedTable label={texts.spendTable} bordered>
      <thead>
        <tr>
          <th scope="col">{texts.period}</th>
          <th scope="col" data-amount>
            {texts.ofOrders}
          </th>
          <th scope="col" data-amount>
            {texts.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.toReversed().map((period) => (
          <tr key={period.start}>
            <td>{longName(unit, period)}</td>
            <td data-amount>{period.orders.toLocaleString("en-US")}</td>
            <td data-amount>{formatMoney(period.total)}</td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  </div>
);
