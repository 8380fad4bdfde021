import { Button, Progress, Text } from "@mantine/core";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import type { ReactNode } from "react";
import { importTexts as texts } from "./import.texts.ts";
import classes from "./import-report.module.css";
import type { SendingState } from "./use-sending.ts";

type Counts = Readonly<Record<keyof typeof texts.counts, number>>;

interface ImportReportProps {
  readonly title: string;
  readonly state: SendingState;
  readonly sent: number;
  readonly total: number;
  /** What became of the rows, once that is known. */
  readonly counts: Counts | undefined;
  readonly onCancel: () => void;
  readonly onResume: () => void;
  /** What can be done with the result. */
  readonly children?: ReactNode;
}

const stateWords = ({ state, sent, total }: ImportReportProps): string => {
  if (state === "canceling") return texts.canceling;
  if (state === "canceled") return texts.canceled(sent, total);
  if (state === "stopped") return texts.stopped(sent, total);
  return state === "done" ? texts.done(sent) : texts.sending(sent, total);
};

const KEYS = Object.keys(texts.counts) as (keyof Counts)[];

/** The progress and the result of an import, in one place. */
export const ImportReport = (props: ImportReportProps) => {
  const { title, state, sent, total, counts, onCancel, onResume, children } = props;
  const isRunning = state === "sending" || state === "canceling";
  const isPaused = state === "canceled" || state === "stopped";
  const words = stateWords(props);
  return (
    <Card title={title}>
      <Text role="status" mb="sm">
        {words}
      </Text>
      {state !== "done" && <Progress value={(sent / Math.max(total, 1)) * 100} aria-label={title} mb="md" />}
      {counts && !isRunning && (
        <Facts
          facts={KEYS.map((key) => ({
            label: texts.counts[key],
            value: counts[key].toLocaleString("en-US"),
          }))}
        />
      )}
      <div className={classes.buttons}>
        {isRunning && (
          <Button variant="default" onClick={onCancel} disabled={state === "canceling"}>
            {texts.cancel}
          </Button>
        )}
        {isPaused && <Button onClick={onResume}>{texts.resume}</Button>}
        {!isRunning && children}
      </div>
    </Card>
  );
};
