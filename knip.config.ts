import type { KnipConfig } from "knip";

/**
 * The check runs it twice. With `--production` the tests are no users: what only they call is reported, except a part
 * of a module that the module itself uses too and that is tested alone.
 */
const withoutTests = process.argv.includes("--production");

export default {
  ignoreExportsUsedInFile: withoutTests ? true : { interface: true, type: true },
  workspaces: {
    ".": {
      entry: ["scripts/*.ts!"],
      project: ["scripts/**/*.ts!"],
      ignoreDependencies: ["squawk-cli"], // started by its path
    },
    "packages/contract": {
      includeEntryExports: true,
      entry: ["src/**/*.test.ts"],
      project: ["src/**/*.ts!"],
      ignore: withoutTests ? ["src/testing/**"] : [],
    },
    "packages/client": {
      // Its index is written by the build.
      entry: ["src/{api-error,call,connection,paging,send,streams}.ts!", "src/**/*.test.ts"],
      project: ["src/**/*.ts!"],
    },
    "packages/ui": {
      includeEntryExports: true,
      project: ["src/**/*.{ts,tsx}!"],
      ignoreDependencies: ["@fontsource-variable/inter"], // named in a stylesheet
    },
    "apps/server": {
      // The clock is preloaded by its path.
      entry: ["src/main.ts!", "src/**/*.test.ts", "src/testing/shifted-clock.ts"],
      project: ["src/**/*.ts!", "!src/testing/**!"],
      ignoreBinaries: ["useradd"],
      ignoreDependencies: ["pino-pretty"],
    },
    "apps/web": {
      entry: ["src/**/*.test.{ts,tsx}"],
      project: ["src/**/*.{ts,tsx}!", "!src/testing/**!"],
    },
    e2e: {
      entry: ["**/*.spec.ts", "harness/main.tsx"],
      project: ["**/*.{ts,tsx}"],
      ignoreDependencies: withoutTests ? ["@mcc/contract", "@mcc/server", "@mcc/ui"] : [],
    },
    bench: { entry: ["*.ts!", "*/run.ts!"], project: ["**/*.ts!"] },
  },
} satisfies KnipConfig;
