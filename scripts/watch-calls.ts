import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./check-files.ts";

/** Counts calls from now on; returns the named functions of the given files that were not called. */
export const watchCalls = async () => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async (files: readonly string[]): Promise<string[]> => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    session.disconnect();
    const functions = new Map(result.map((script) => [script.url, script.functions]));
    return files.flatMap((file) => {
      const found = functions.get(pathToFileURL(join(ROOT, file)).href);
      if (!found) return [file];
      const idle = found.filter((one) => one.functionName !== "" && one.ranges[0]?.count === 0);
      return idle.map((one) => `${one.functionName} of ${file}`);
    });
  };
};
