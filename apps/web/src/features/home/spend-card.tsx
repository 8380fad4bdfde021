import { SegmentedControl, Skeleton } from "@mantine/core";
import type { Spend } from "@mcc/contract/home/home.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useState } from "react";
import { formatMoney } from "../../platform/page/format.ts";
import { useSpend } from "./dashboard-queries.ts";
import classes from "./home.module.css";
import { ordersText, homeTexts as texts } from "./home.texts.ts";
import { NoData, Nothing } from "./last-five.tsx";
import { inRange, type TimeRange } from "./range.ts";

const FORMS = [texts.asChart, texts.asTable];

/** The chart and the table are loaded when there is something to draw. */
const loadPictures = () => import("./spend-pictures.tsx");

const Drawn = ({ spend, form, stale }: { spend: Spend; form: string; stale: boolean }) => {
  const pictures = useLazy(loadPictures, { early: true, needed: true });
  const Picture = form === texts.asTable ? pictures?.SpendTable : pictures?.SpendChart;
  return (
    <div data-stale={stale || undefined}>
      <div className={classes.spendHead}>
        <span>
          <span className={classes.spendTotal}>{formatMoney(spend.total)}</span> {ordersText(spend.orders)}
        </span>
        <span className={classes.hint}>{texts.spendHint}</span>
      </div>
      <div className={classes.chartPlace}>{Picture && <Picture spend={spend} />}</div>
    </div>
  );
};

/** What was spent in the time range, as a chart or as a table. */
export const SpendCard = ({ range }: { range: TimeRange }) => {
  const { data, isError, isPlaceholderData, refetch } = useSpend(range);
  const [form, setForm] = useState<string>(texts.asChart);
  const isEmpty = data?.periods.length === 0;
  return (
    <Card
      title={texts.spend}
      aside={
        data &&
        !isEmpty && (
          <SegmentedControl size="xs" data={FORMS} value={form} onChange={setForm} aria-label={texts.spend} />
        )
      }
    >
      {data && !isEmpty && <Drawn spend={data} form={form} stale={isPlaceholderData} />}
      {isEmpty && <Nothing>Nothing was spent {inRange(range)}</Nothing>}
      {!data && (isError ? <NoData retry={refetch} /> : <Skeleton height={206} />)}
    </Card>
  );
};
