import { NativeSelect, SegmentedControl } from "@mantine/core";
import type { Chart, Dashboard, DashboardChoices } from "@mcc/contract/analytics/dashboard.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type CSSProperties, useState } from "react";
import { BarTable, Columns, Figure, Rows } from "./bar-charts.tsx";
import classes from "./dashboard.module.css";
import { embeddedTexts as texts } from "./dashboard.texts.ts";
import { differenceWords, wordsOf } from "./measures.ts";

const FORMS = [texts.chart, texts.table];

/** Charts by month have the last twelve. */
const MONTH = "Month";

interface ChartCardProps {
  readonly chart: Chart;
  /** Begins with the table of all measures. */
  readonly asTable?: boolean;
  readonly nothing?: string;
}

export const ChartCard = ({ chart, asTable = false, nothing }: ChartCardProps) => {
  const [form, setForm] = useState<string>(asTable ? texts.table : texts.chart);
  const Drawn = chart.form === "columns" ? Columns : Rows;
  const isEmpty = chart.bars.every(({ values, before }) => Number(values[0] ?? before ?? 0) === 0);
  return (
    <Card
      title={chart.title}
      aside={
        !isEmpty && (
          <SegmentedControl
            size="xs"
            data={FORMS}
            value={form}
            onChange={setForm}
            aria-label={chart.title}
            data-screen-only
          />
        )
      }
    >
      {isEmpty && (
        <p className={classes.nothing}>
          {nothing ?? (chart.category === MONTH ? texts.nothingInMonths : texts.nothing)}
        </p>
      )}
      {!isEmpty && (form === texts.table ? <BarTable chart={chart} /> : <Drawn chart={chart} />)}
      {chart.hint && <p className={classes.hint}>{chart.hint}</p>}
    </Card>
  );
};

/** Figures beside each other; more than fit a line of their own are divided among lines of the same length. */
const MOST_IN_LINE = 7;
const columnsOf = (facts: number): number => Math.ceil(facts / Math.ceil(facts / MOST_IN_LINE));

export const Facts = ({ facts }: Pick<Dashboard, "facts">) => (
  <dl className={classes.facts} style={{ "--columns": columnsOf(facts.length) } as CSSProperties}>
    {facts.map((fact) => (
      <div key={fact.label} className={classes.fact}>
        <dt>{fact.label}</dt>
        <dd>
          <Figure link={fact.link}>{wordsOf(fact.kind, fact.value)}</Figure>
        </dd>
        {differenceWords(fact) && <dd className={classes.difference}>{differenceWords(fact)}</dd>}
      </div>
    ))}
  </dl>
);

interface ViewProps {
  readonly dashboard: Dashboard;
  readonly choose: (choices: DashboardChoices) => void;
}

/** Another division has other places, so the chosen one is dropped with it. */
const chosen = ({ choices }: Dashboard, key: string, value: string): DashboardChoices => {
  const now = Object.fromEntries(choices.map((choice) => [choice.key, choice.value]));
  const next = key === "by" ? { by: value } : { ...now, [key]: value };
  return Object.fromEntries(Object.entries(next).filter(([, each]) => each !== ""));
};

const Choices = ({ dashboard, choose }: ViewProps) => (
  <div className={classes.choices}>
    {dashboard.choices.map(({ key, label, value, options }) => (
      <NativeSelect
        key={key}
        label={label}
        value={value}
        data={options}
        onChange={({ currentTarget }) => choose(chosen(dashboard, key, currentTarget.value))}
      />
    ))}
  </div>
);

export const DashboardView = ({ dashboard, choose }: ViewProps) => (
  <div className={classes.dashboard}>
    <h1 className={classes.title}>{dashboard.label}</h1>
    <Facts facts={dashboard.facts} />
    {dashboard.choices.length > 0 && <Choices dashboard={dashboard} choose={choose} />}
    {dashboard.charts.map((chart) => (
      <ChartCard key={chart.title} chart={chart} />
    ))}
  </div>
);
