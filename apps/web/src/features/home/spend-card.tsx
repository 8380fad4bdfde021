import { SegmentedControl, Skeleton } from "@mantine/core";
import type { Spend } from "@mcc/contract/home/home.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useState } from "react";
import { differenceText } from "../../platform/page/difference.ts";
import { formatMoney } from "../../platform/page/format.ts";
import classes from "./home.module.css";
import { ordersText, homeTexts as texts } from "./home.texts.ts";
import { NoData, Nothing } from "./last-five.tsx";
import { beforeRange, inRange, type TimeRange } from "./range.ts";
import type { HomeQuery } from "./use-home.ts";

const FORMS = [texts.asChart, texts.asTable];

/** The chart and the table are loaded when there is something to draw. */
const loadPictures = () => import("./spend-pictures.tsx");

interface DrawnProps {
  readonly spend: Spend;
  readonly range: TimeRange;
  readonly form: string;
  readonly stale: boolean;
}

const Drawn = ({ spend, range, form, stale }: DrawnProps) => {
  const pictures = useLazy(loadPictures, { early: true, needed: true });
  const Picture = form === texts.asTable ? pictures?.SpendTable : pictures?.SpendChart;
  const period = spend.before ? beforeRange(range) : undefined;
  return (
    <div data-stale={stale || undefined}>
      <div className={classes.spendHead}>
        <span>
          <span className={classes.spendTotal}>{formatMoney(spend.total)}</span> {ordersText(spend.orders)}
          {spend.before && period && (
            <span className={classes.difference}>
              {differenceText(Number(spend.total), Number(spend.before.total), period)}
            </span>
          )}
        </span>
        <span className={classes.hint}>{texts.spendHint}</span>
      </div>
      <div className={classes.chartPlace}>{Picture && <Picture spend={spend} period={period} />}</div>
    </div>
  );
};

interface SpendCardProps {
  readonly home: HomeQuery;
  readonly range: TimeRange;
}

/** What was spent in the time range beside the period before, as a chart or as a table. */
export const SpendCard = ({ home: { data, isError, isPlaceholderData, refetch }, range }: SpendCardProps) => {
  const [form, setForm] = useState<string>(texts.asChart);
  const spend = data?.spend;
  const isEmpty = spend?.periods.length === 0;
  const before = spend?.before;
  return (
    <Card
      title={texts.spend}
      aside={
        spend &&
        !isEmpty && (
          <SegmentedControl size="xs" data={FORMS} value={form} onChange={setForm} aria-label={texts.spend} />
        )
      }
    >
      {spend && !isEmpty && <Drawn {...{ spend, range, form }} stale={isPlaceholderData} />}
      {isEmpty && (
        <Nothing>
          Nothing was spent {inRange(range)}
          {before && before.orders > 0 && `, ${formatMoney(before.total)} in ${beforeRange(range)}`}
        </Nothing>
      )}
      {!spend && (isError ? <NoData retry={refetch} /> : <Skeleton height={206} />)}
    </Card>
  );
};
