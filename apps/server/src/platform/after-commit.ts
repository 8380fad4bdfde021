import type { Log } from "./log.ts";

/** Work to be done once the transaction is safely committed: waking a job, telling a stream. */
export type AfterCommit = (work: () => unknown) => void;

/** What was put off until after the commit. */
export interface PutOff {
  readonly afterCommit: AfterCommit;
  /** Does it, one after the other. What is stored is stored: a failure is noted, and stops neither the rest nor the answer. */
  settle(log: Pick<Log, "warn">): Promise<void>;
}

export const makePutOff = (): PutOff => {
  const works: (() => unknown)[] = [];
  return {
    afterCommit: (work) => works.push(work),
    settle: async (log) => {
      for (const work of works) {
        try {
          await work();
        } catch (error) {
          log.warn({ err: error }, "after the commit");
        }
      }
    },
  };
};
