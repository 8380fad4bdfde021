import type { TestContext } from "vitest";

/** How many times as many cases as usual: `npm run battery` sets it. */
export const BATTERY = Number(process.env.MCC_BATTERY || 1);

/** Few in `npm test`, where one that fails is enough; many in the battery, which looks for rare ones. */
export const volume = (few: number, many: number): number => (BATTERY === 1 ? few : many * BATTERY);

declare module "vitest" {
  interface TaskMeta {
    /** How many cases a test consists of, for the table of the battery. */
    cases?: number;
  }
}

export const countCases = ({ meta }: TestContext["task"], cases = 1): void => {
  meta.cases = (meta.cases ?? 0) + cases;
};
