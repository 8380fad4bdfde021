import type { Log } from "../log.ts";

/** Work to be done once the transaction is safely committed: waking a job, telling a stream. */
export type AfterCommit = (work: () => unknown) => void;

/** What was put off until after the commit. */
export interface AfterCommitQueue {
  readonly afterCommit: AfterCommit;
  /** Does it, one after the other. What is stored is stored: a failure is noted, and stops neither the rest nor the answer. */
  run(log: Pick<Log, "warn">): Promise<void>;
}

export const makeAfterCommitQueue = (): AfterCommitQueue => {
  const tasks: (() => unknown)[] = [];
  return {
    afterCommit: (work) => tasks.push(work),
    run: async (log) => {
      for (const work of tasks) {
        try {
          await work();
        } catch (error) {
          log.warn({ err: error }, "after the commit");
        }
      }
    },
  };
};
