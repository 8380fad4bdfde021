import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTest, ROOT, repositoryFiles } from "./check-files.ts";

/** Every way in which text becomes elements or code of the page. */
const AS_MARKUP =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bcreateContextualFragment\b|\bsrcdoc\b|\bdocument\.write|\bDOMParser\b|\beval\(|\bnew Function\(/i;

/** A frame that may run nothing and reach nothing, such as the preview of an e-mail. */
const SANDBOXED = / sandbox="" srcDoc=/;

/** A comment that turns off a rule of the lint does not turn off this one. */
test("no source of the web makes elements from text", () => {
  const sources = repositoryFiles().filter(
    (file) => /^(apps\/web|packages\/ui)\/src\/.*\.tsx?$/.test(file) && !isTest(file),
  );
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .map((line, index) => `${file}:${index + 1}: ${line.trim()}`)
      .filter((line) => AS_MARKUP.test(line) && !SANDBOXED.test(line)),
  );
  expect(found).toEqual([]);
});
