import type { Spend, SpendPeriod } from "@mcc/contract/home/home.schema.ts";
import { ColumnChart } from "@mcc/ui/charts/column-chart.tsx";
import { FramedTable } from "@mcc/ui/tables/framed-table.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import { homeTexts as texts } from "./home.texts.ts";
import { longName, periodText, shortMoney, shortName } from "./spend-periods.ts";
import classes from "./spend-pictures.module.css";

const HEIGHT = 180;
const LABELS = 8;

interface PictureProps {
  readonly spend: Spend;
  /** The period before, in words. */
  readonly period: string | undefined;
}

/** A column for each period, beside the one before. */
export const SpendChart = ({ spend: { unit, periods }, period }: PictureProps) => (
  <ColumnChart
    height={HEIGHT}
    labels={LABELS}
    scaleWords={shortMoney}
    before={period}
    columns={periods.map((each) => ({
      key: each.start,
      label: shortName(unit, each),
      words: periodText(unit, each, period),
      value: Number(each.total),
      ...(each.before && { before: Number(each.before.total) }),
    }))}
  />
);

const beforeOf = ({ before }: SpendPeriod): string => (before ? formatMoney(before.total) : "");

/** The same numbers, newest first. */
export const SpendTable = ({ spend: { unit, periods }, period }: PictureProps) => (
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
          {period && (
            <th scope="col" data-amount>
              {texts.totalBefore}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {periods.toReversed().map((each) => (
          <tr key={each.start}>
            <td>{longName(unit, each)}</td>
            <td data-amount>{each.orders.toLocaleString("en-US")}</td>
            <td data-amount>{formatMoney(each.total)}</td>
            {period && <td data-amount>{beforeOf(each)}</td>}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  </div>
);
