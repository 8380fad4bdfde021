import { Button, NativeSelect, SegmentedControl, Skeleton } from "@mantine/core";
import { type ApprovalTimes, TIMED, type Timed } from "@mcc/contract/analytics/approval-times.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconClockHour4, IconPrinter } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import { Page } from "../../../platform/page/page.tsx";
import { usePageAction } from "../../../platform/page/page-actions.ts";
import { toast } from "../../../platform/page/toast.ts";
import { ChartCard, Facts } from "../dashboard-view.tsx";
import { ExportButton } from "../export-button.tsx";
import classes from "./approval-times.module.css";
import {
  byTexts,
  RANGES,
  spanText,
  timesTexts as texts,
  timedTexts,
  usualText,
  workingText,
} from "./approval-times.texts.ts";
import { type Choices, useChoices, useTimes } from "./use-times.ts";

/** Links of figures open their list without loading the page anew; a new tab is a new tab. */
const useLinksInside = () => {
  const root = useRef<HTMLDivElement>(null);
  const { history } = useRouter();
  useEffect(() => {
    const element = root.current;
    const follow = (event: Event) => {
      const { metaKey, ctrlKey, shiftKey, button } = event as unknown as MouseEvent;
      const link = (event.target as Element).closest("a[target=_top]")?.getAttribute("href");
      if (!link || metaKey || ctrlKey || shiftKey || button !== 0) return;
      event.preventDefault();
      history.push(link);
    };
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [history]);
  return root;
};

interface ChosenProps {
  readonly choices: Choices;
  readonly choose: (changed: Partial<Choices>) => void;
  readonly offered: ApprovalTimes["choices"];
}

const ChoiceFields = ({ choices, choose, offered }: ChosenProps) => (
  <div className={classes.choices} data-screen-only>
    <SegmentedControl
      aria-label={texts.timed}
      data={TIMED.map((value) => ({ value, label: timedTexts[value] }))}
      value={choices.of}
      onChange={(of) => choose({ of: of as Timed })}
    />
    <NativeSelect
      label={texts.by}
      data={offered.map((value) => ({ value, label: byTexts[value] }))}
      value={choices.by}
      onChange={({ currentTarget }) => choose({ by: currentTarget.value as Choices["by"] })}
    />
    <NativeSelect
      label={texts.range}
      data={RANGES.map(({ value, label }) => ({ value, label }))}
      value={choices.range}
      onChange={({ currentTarget }) => choose({ range: currentTarget.value })}
    />
  </div>
);

const PrintButton = () => {
  usePageAction(texts.print, () => window.print());
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      {texts.print}
    </Button>
  );
};

const hasNothing = ({ facts, charts }: ApprovalTimes): boolean =>
  facts.every(({ value }) => Number(value ?? 0) === 0) &&
  charts.every(({ bars }) => bars.every(({ values }) => Number(values[0] ?? 0) === 0));

/** Titles with what the charts are about stay, so that a chosen table does not turn into a chart with the next choice. */
const Times = ({ times }: { times: ApprovalTimes }) => (
  <>
    <p className={classes.notes}>
      {`${spanText(times.after, times.before)} `}
      {times.usual && `${usualText(times.usual)} `}
      {workingText(times.working_hours)}
    </p>
    <Facts facts={times.facts} />
    {times.charts.map((chart) => (
      <ChartCard
        key={chart.title}
        chart={chart}
        nothing={texts.nothing}
        asTable={chart.form === "rows" && chart.measures.length > 1}
      />
    ))}
    <p className={classes.notes}>{texts.rounded}</p>
  </>
);

const saveTimes = async (times: ApprovalTimes) => {
  const { saveDashboards } = await import("../export-dashboards.ts");
  await saveDashboards("approval_times", [{ ...times, label: texts.title }]);
};

/** Where orders are pending, for whom, and whether it gets better. */
export const ApprovalTimesPage = () => {
  const { choices, choose } = useChoices();
  const { data, isError, isPlaceholderData, refetch } = useTimes(choices);
  const root = useLinksInside();
  const isEmpty = data && choices.range === "" && hasNothing(data);
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={
        data &&
        !isEmpty && (
          <>
            <PrintButton />
            <ExportButton
              label={texts.export}
              save={() => saveTimes(data)}
              onFailure={() => toast.error(texts.exportFailed)}
            />
          </>
        )
      }
    >
      <div ref={root} className={classes.page}>
        {data && !isEmpty && <ChoiceFields choices={choices} choose={choose} offered={data.choices} />}
        {!data && !isError && <Skeleton height={480} />}
        {isError && !isPlaceholderData && (
          <p>
            {texts.failed}{" "}
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          </p>
        )}
        {isEmpty && <EmptyState icon={<IconClockHour4 size={28} stroke={1.5} />}>{texts.empty}</EmptyState>}
        {data && !isEmpty && (
          <div className={`${classes.page} ${isPlaceholderData ? classes.stale : ""}`}>
            <Times times={data} />
          </div>
        )}
      </div>
    </Page>
  );
};
