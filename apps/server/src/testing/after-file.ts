import { afterAll, afterEach } from "vitest";

const ends = { file: [] as (() => unknown)[], test: [] as (() => unknown)[] };

/** Done when the tests of the file that runs are over, the last first. */
export const afterFile = (end: () => unknown): void => {
  ends.file.push(end);
};

/** Done when the test that runs is over, the last first. */
export const afterTest = (end: () => unknown): void => {
  ends.test.push(end);
};

const end = async (kind: keyof typeof ends): Promise<void> => {
  const failures: unknown[] = [];
  for (const next of ends[kind].splice(0).reverse()) {
    try {
      await next();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};

/** Called for each file: the files of a worker share their modules. */
export const registerEnds = (): void => {
  afterEach(() => end("test"));
  afterAll(() => end("file"));
};
