import { format } from "node:util";
import { beforeEach } from "vitest";

/** What a passing test prints hides what a failing one does: it is kept, and printed when the test fails. */
const printed: string[] = [];

for (const method of ["debug", "error", "info", "log", "warn"] as const) {
  console[method] = (...given) => {
    printed.push(`console.${method}: ${format(...given)}`);
  };
}

beforeEach(({ onTestFailed }) => {
  printed.length = 0;
  onTestFailed(() => {
    process.stderr.write(`${printed.splice(0).join("\n")}\n`);
  });
});
