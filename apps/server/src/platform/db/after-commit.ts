import type { Log } from "../log.ts";

/** Work to be done after the commit: requesting a job, announcing a change. */
export type AfterCommit = (work: () => unknown) => void;

/** The work that was put off until after the commit. */
export interface AfterCommitQueue {
  readonly afterCommit: AfterCommit;
  /** Does it in order. The transaction is committed already: a failure is logged and stops neither the rest nor the response. */
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
