import { Select } from "@mantine/core";
import { budgetEntryList, budgetPeriods } from "@mcc/contract/budgets/budgets.api.ts";
import type { Budget, BudgetPeriod } from "@mcc/contract/budgets/budgets.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { BudgetChart } from "./budget-chart.tsx";
import { BudgetEntries } from "./budget-entries.tsx";
import classes from "./budgets.module.css";
import {
  type Figures,
  figuresOf,
  forecastWords,
  isTooEarly,
  leftWords,
  periodWords,
  budgetTexts as texts,
} from "./budgets.texts.ts";

interface MoneyProps {
  readonly title: string;
  readonly figures: Figures;
  readonly forecast: string | false;
}

const Money = ({ title, figures, forecast }: MoneyProps) => (
  <Card title={title}>
    <p className={classes.left} data-beyond={figures.left.startsWith("-") || undefined}>
      {leftWords(figures.left)}
    </p>
    <BudgetBar {...figures} />
    <div className={classes.facts}>
      <Facts
        dense
        facts={[
          { label: texts.amount, value: formatMoney(figures.amount) },
          { label: "Committed", value: formatMoney(figures.committed) },
          { label: "Reserved", value: formatMoney(figures.reserved) },
        ]}
      />
    </div>
    {forecast && <p className={classes.reason}>{forecast}</p>}
  </Card>
);

const noPeriods: readonly BudgetPeriod[] = [];

/** The figures and chart of the current period and the statement of all, or those of the past one that the address names. */
export const PeriodOfBudget = ({ budget, children }: { budget: Budget; children: ReactNode }) => {
  const { state, change } = useListState(budgetEntryList);
  const { data } = useQuery({
    ...queryFor(budgetPeriods, { params: { id: budget.id } }),
    enabled: budget.repeats,
  });
  const periods = data?.results ?? noPeriods;
  const named = periods.find((one) => one.period_starts_on === state.period);
  const past = named?.is_current ? undefined : named;
  const figures = figuresOf(past ?? budget);
  const hasSeveral = periods.length > 1;
  const statement = texts.statementOf(named?.period_label, hasSeveral && state.period === undefined);
  const hasForecast = !past && (budget.forecast !== null || isTooEarly(budget));
  return (
    <>
      {hasSeveral && (
        <Select
          label={texts.period}
          maw={280}
          allowDeselect={false}
          data={periods.map(({ period_starts_on: value, period_label: label, is_current }) => ({
            value,
            label: is_current ? texts.thisPeriod(label) : label,
          }))}
          value={past?.period_starts_on ?? budget.period_starts_on}
          onChange={(first) =>
            change({ period: first === budget.period_starts_on ? undefined : (first ?? undefined) })
          }
        />
      )}
      {figures ? (
        <div className={classes.tops}>
          <Money
            title={past?.period_label ?? periodWords(budget)}
            figures={figures}
            forecast={hasForecast && forecastWords(budget.forecast, figures.amount)}
          />
          <BudgetChart id={budget.id} period={past?.period_starts_on} />
        </div>
      ) : (
        <p className={classes.hint}>{texts.hidden}</p>
      )}
      {children}
      <section aria-label={statement}>
        <h2>{statement}</h2>
        <BudgetEntries id={budget.id} />
      </section>
    </>
  );
};
