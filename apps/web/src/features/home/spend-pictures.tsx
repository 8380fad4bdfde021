import type { Spend } from "@mcc/contract/home/home.schema.ts";
import { ColumnChart } from "@mcc/ui/charts/column-chart.tsx";
import { FramedTable } from "@mcc/ui/tables/framed-table.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import { homeTexts as texts } from "./home.texts.ts";
import { longName, periodText, shortMoney, shortName } from "./spend-periods.ts";
import classes from "./spend-pictures.module.css";

const HEIGHT = 180;
const LABELS = 8;

/** A column for each period. */
export const SpendChart = ({ spend: { unit, periods } }: { spend: Spend }) => (
  <ColumnChart
    height={HEIGHT}
    labels={LABELS}
    scaleWords={shortMoney}
    columns={periods.map((period) => ({
      key: period.start,
      label: shortName(unit, period),
      words: periodText(unit, period),
      value: Number(period.total),
    }))}
  />
);

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
