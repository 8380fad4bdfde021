import { budgetChart } from "@mcc/contract/budgets/budgets.api.ts";
import type { BudgetChart as Chart } from "@mcc/contract/budgets/budgets.schema.ts";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import { ColumnChart } from "@mcc/ui/charts/column-chart.tsx";
import { formatMoney, formatShortDate } from "../../platform/page/format.ts";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { budgetTexts as texts } from "./budgets.texts.ts";
import { chartDays } from "./chart-days.ts";

const short = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const HEIGHT = 150;
const LABELS = 6;

const Columns = ({ chart }: { chart: Chart }) => (
  <ColumnChart
    height={HEIGHT}
    labels={LABELS}
    least={Number(chart.amount ?? 0)}
    scaleWords={(value) => short.format(value)}
    columns={chartDays(chart).map(({ day, reserved, committed }) => {
      const used = moneyOf(sumOf([reserved, committed]));
      const date = formatShortDate(`${day}T12:00:00`);
      return {
        key: day,
        label: date,
        words: `Until ${date}: ${formatMoney(used)} used`,
        value: Number(used),
      };
    })}
  />
);

/** What the orders of the period use together, day by day; the scale reaches the amount at least. */
export const BudgetChart = ({ id, period }: { id: number; period: string | undefined }) => (
  <RecordSection
    title={texts.chart}
    endpoint={budgetChart}
    ask={{ params: { id }, query: { period } }}
    failed={texts.chartFailed}
  >
    {(chart) => <Columns chart={chart} />}
  </RecordSection>
);
