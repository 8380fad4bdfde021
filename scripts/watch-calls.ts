import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./check-files.ts";

/** Counts calls from now on; returns the named functions of the given files that were not called and whose text matches. */
export const watchCalls = async (matches: RegExp) => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async (files: readonly string[]): Promise<string[]> => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    session.disconnect();
    const functions = new Map(result.map((script) => [script.url, script.functions]));
    return files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const found = functions.get(pathToFileURL(join(ROOT, file)).href);
      if (!found) return matches.test(text) ? [file] : [];
      return found
        .filter(({ functionName, ranges: [whole] }) => {
          // Types are blanked, not removed: offsets are those of the file.
          const own = text.slice(whole?.startOffset, whole?.endOffset);
          return functionName !== "" && whole?.count === 0 && matches.test(own);
        })
        .map(({ functionName }) => `${functionName} of ${file}`);
    });
  };
};
