import { idsOf } from "./requirement-ids.ts";

/** The part of vitest's JSON report that matters here. */
export interface VitestReport {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly status: string }[] }[];
  }[];
}

/** The part of Playwright's JSON report that matters here. */
export interface PlaywrightReport extends Suite {
  readonly stats?: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
}

const passedInVitest = ({ testResults = [] }: VitestReport): string[] =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "passed").map(({ title }) => title),
  );

const passedInPlaywright = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ results }) => results.at(-1)?.status === "passed"))
    .map(({ title }) => title),
  ...suites.flatMap(passedInPlaywright),
];

/** The ids in the titles of tests that ran and passed. */
export const provenIds = (unit: VitestReport, browser: PlaywrightReport): Set<string> =>
  new Set([...passedInVitest(unit), ...passedInPlaywright(browser)].flatMap((title) => idsOf(title).proves));

const failedInPlaywright = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ results }) => results.at(-1)?.status !== "passed"))
    .map(({ title }) => title),
  ...suites.flatMap(failedInPlaywright),
];

/** The titles of the browser tests that failed first and then passed: they count as passed. */
export const repeatedTitles = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) =>
      tests.some(({ results }) => results.length > 1 && results.at(-1)?.status === "passed"),
    )
    .map(({ title }) => title),
  ...suites.flatMap(repeatedTitles),
];

/** The titles of the tests that failed, for the end of a long run; of a file that broke before its tests, its name. */
export const failedTitles = ({ testResults = [] }: VitestReport, browser: PlaywrightReport): string[] => [
  ...testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((test) => test.status === "failed").map(({ title }) => title);
    return titles.length === 0 && status === "failed" ? [name] : titles;
  }),
  ...failedInPlaywright(browser),
];

export interface Tracing {
  /** Neither proven nor on the list of those that are not proven yet. */
  readonly lost: string[];
  /** On that list, and proven now. */
  readonly gained: string[];
}

export const trace = (
  listed: readonly string[],
  unproven: readonly string[],
  proven: ReadonlySet<string>,
): Tracing => ({
  lost: listed.filter((id) => !proven.has(id) && !unproven.includes(id)),
  gained: unproven.filter((id) => proven.has(id)),
});
