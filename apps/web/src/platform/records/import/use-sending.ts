import type { MappedRow } from "@mcc/contract/sheets/sheet-columns.ts";
import { useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "../forms/use-leave-guard.ts";
import { batchesOf, withAttempts } from "./import-batches.ts";

export type SendingState = "idle" | "sending" | "canceling" | "canceled" | "stopped" | "done";

interface Sending<Row, Result> {
  readonly rows: readonly Row[];
  /** Sends a batch; the same number always has the same rows, so that it can be repeated. */
  readonly send: (rows: readonly Row[], batch: number) => Promise<Result>;
  /** Everything that is to be sent is sent, or no more will be. */
  readonly onEnd: (state: SendingState, results: readonly Result[], error?: unknown) => void;
}

interface Progress {
  readonly state: SendingState;
  readonly sent: number;
}

/** Sends rows batch after batch, with progress. It can be canceled between two batches, and continued. */
export const useSending = <Row extends MappedRow<string>, Result>({
  rows,
  send,
  onEnd,
}: Sending<Row, Result>) => {
  const [progress, setProgress] = useState<Progress>({ state: "idle", sent: 0 });
  const stop = useRef(new AbortController());
  const results = useRef<Result[]>([]);
  const isRunning = progress.state === "sending" || progress.state === "canceling";
  useLeaveGuard({ dirty: isRunning, isSending: () => false });
  useEffect(() => () => stop.current.abort(), []);

  const run = async () => {
    const batches = batchesOf(rows);
    stop.current = new AbortController();
    const { signal } = stop.current;
    const sentBy = (count: number) => batches.slice(0, count).reduce((sum, batch) => sum + batch.length, 0);
    setProgress({ state: "sending", sent: sentBy(results.current.length) });
    const end = (state: SendingState, error?: unknown) => {
      setProgress({ state, sent: sentBy(results.current.length) });
      onEnd(state, results.current, error);
    };
    try {
      while (results.current.length < batches.length) {
        if (signal.aborted) return end("canceled");
        const number = results.current.length;
        results.current.push(await withAttempts(() => send(batches[number] ?? [], number), signal));
        setProgress(({ state }) => ({ state, sent: sentBy(results.current.length) }));
      }
      end("done");
    } catch (error) {
      end("stopped", error);
    }
  };

  return {
    ...progress,
    isRunning,
    start: () => {
      results.current = [];
      void run();
    },
    resume: () => void run(),
    cancel: () => {
      stop.current.abort();
      setProgress(({ sent }) => ({ state: "canceling", sent }));
    },
  };
};
