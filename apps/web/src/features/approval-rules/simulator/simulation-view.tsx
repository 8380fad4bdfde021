import { Alert, Button, Group, Progress, Text } from "@mantine/core";
import type { Simulation, SimulationResult } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { ColumnChart } from "@mcc/ui/charts/column-chart.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { formatMoney } from "../../../platform/page/format.ts";
import { TextLink } from "../../../platform/page/text-link.tsx";
import { LoadFailed } from "../../../platform/records/load-failed.tsx";
import {
  countText,
  kindTexts,
  ordersWithSteps,
  progressText,
  summaryText,
  draftTexts as texts,
} from "./draft.texts.ts";
import classes from "./simulation-view.module.css";
import { isOpen, useSimulation } from "./use-draft.ts";

const HEIGHT = 140;

type Side = "before" | "after";

const StepsChart = ({ result, side, title }: { result: SimulationResult; side: Side; title: string }) => {
  const most = Math.max(1, ...result.by_steps.flatMap(({ before, after }) => [before, after]));
  return (
    <Card title={title}>
      <ColumnChart
        height={HEIGHT}
        labels={result.by_steps.length}
        least={most}
        scaleWords={countText}
        columns={result.by_steps.map((group) => ({
          key: String(group.steps),
          label: String(group.steps),
          words: `${texts.steps} ${group.steps}: ${countText(group[side])}`,
          value: group[side],
        }))}
      />
    </Card>
  );
};

/** Today and the draft, side by side. */
const Comparison = ({ result: { before, after, by_steps } }: { result: SimulationResult }) => (
  <PlainTable
    label={texts.result}
    empty=""
    rowKey={({ label }) => label}
    rows={[
      { label: texts.allSteps, before: countText(before.steps), after: countText(after.steps) },
      {
        label: texts.passing,
        before: countText(before.passing.orders),
        after: countText(after.passing.orders),
      },
      {
        label: texts.passingMoney,
        before: formatMoney(before.passing.total),
        after: formatMoney(after.passing.total),
      },
      {
        label: texts.unassigned,
        before: countText(before.unassigned.orders),
        after: countText(after.unassigned.orders),
      },
      {
        label: texts.unassignedMoney,
        before: formatMoney(before.unassigned.total),
        after: formatMoney(after.unassigned.total),
      },
      ...by_steps.map((group) => ({
        label: ordersWithSteps(group.steps),
        before: countText(group.before),
        after: countText(group.after),
      })),
    ]}
    columns={[
      { label: texts.measure, cell: ({ label }) => label },
      { label: texts.today, isAmount: true, cell: (row) => row.before },
      { label: texts.draft, isAmount: true, cell: (row) => row.after },
    ]}
  />
);

const Approvers = ({ result: { approvers, approver_count } }: { result: SimulationResult }) => (
  <Card flush title={texts.approvers}>
    <PlainTable
      inCard
      label={texts.approvers}
      rows={approvers}
      rowKey={({ id }) => id}
      empty={texts.noApprovers}
      columns={[
        { label: texts.approver, cell: ({ name }) => name },
        { label: texts.today, isAmount: true, cell: ({ before }) => countText(before) },
        { label: texts.draft, isAmount: true, cell: ({ after }) => countText(after) },
      ]}
    />
    {approver_count > approvers.length && (
      <Text size="sm" c="dimmed" p="sm">
        {texts.moreApprovers(approver_count - approvers.length)}
      </Text>
    )}
  </Card>
);

const stepsText = (steps: readonly string[]): string => steps.join(" → ") || texts.none;

const Examples = ({ result: { examples } }: { result: SimulationResult }) => (
  <Card flush title={texts.examples}>
    <PlainTable
      inCard
      label={texts.examples}
      rows={examples}
      rowKey={({ identifier }) => identifier}
      empty={texts.noExamples}
      columns={[
        {
          label: texts.order,
          cell: ({ identifier }) => (
            <TextLink to="/orders/$orderId" params={{ orderId: identifier }}>
              {identifier}
            </TextLink>
          ),
        },
        { label: texts.total, isAmount: true, cell: ({ total }) => formatMoney(total) },
        { label: texts.today, cell: ({ before }) => stepsText(before) },
        { label: texts.draft, cell: ({ after }) => stepsText(after) },
        {
          label: texts.status,
          cell: ({ kind }) => (
            <Tag tone={kind === "unassigned" ? "bad" : kind === "passing" ? "warn" : "neutral"}>
              {kindTexts[kind]}
            </Tag>
          ),
        },
      ]}
    />
  </Card>
);

const Result = ({ result }: { result: SimulationResult }) => {
  if (result.orders === 0) return <Text>{texts.noOrders}</Text>;
  return (
    <div className={classes.result}>
      <Text>
        {summaryText(result.orders, result.changed)} {result.is_partial && texts.partial}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.budgets}
      </Text>
      <Comparison result={result} />
      <div className={classes.charts}>
        <StepsChart result={result} side="before" title={texts.stepsToday} />
        <StepsChart result={result} side="after" title={texts.stepsDraft} />
      </div>
      <Approvers result={result} />
      <Examples result={result} />
    </div>
  );
};

const Running = ({ simulation, onCancel }: { simulation: Simulation; onCancel: () => void }) => {
  const { orders_read, orders_found } = simulation;
  return (
    <>
      <Progress
        value={orders_found ? (orders_read / orders_found) * 100 : 0}
        aria-label={texts.result}
        mb="xs"
      />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {progressText(simulation)}
        </Text>
        <Button size="xs" variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Group>
    </>
  );
};

/** The progress of a simulation, then its result. */
export const SimulationView = ({ id, onCancel }: { id: number; onCancel: () => void }) => {
  const { data: simulation, error, refetch } = useSimulation(id);
  if (!simulation) {
    if (!error) return null;
    const isGone = error instanceof CallError && error.status === 404;
    return isGone ? <Alert>{texts.gone}</Alert> : <LoadFailed retry={refetch}>{texts.runFailed}</LoadFailed>;
  }
  return (
    <section aria-label={texts.result} aria-busy={isOpen(simulation)}>
      <h2 className={classes.title}>{texts.result}</h2>
      {isOpen(simulation) && <Running simulation={simulation} onCancel={onCancel} />}
      {simulation.state === "failed" && <Alert color="red">{texts.failed}</Alert>}
      {simulation.result && simulation.rules_changed && <Alert color="yellow">{texts.comparedBefore}</Alert>}
      {simulation.result && <Result result={simulation.result} />}
    </section>
  );
};
