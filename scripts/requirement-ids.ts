import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./check-files.ts";

const LIST = join(ROOT, "docs/requirements.md");
/** The ids that no test proves yet, one per line. Lines may only be removed. */
const UNPROVEN = join(ROOT, "docs/requirements-unnamed.txt");

const ID = String.raw`[A-Z]+-\d+(?: partly)?`;
/** "… is refused (AUTH-001, AUTH-002 partly)": ids are read at the end of a title only. */
const IDS_AT_END = new RegExp(String.raw`\((${ID}(?:, ?${ID})*)\)$`);
const PARTLY = " partly";

export const areaOf = (id: string): string => id.slice(0, id.indexOf("-"));

export const listedIds = (): string[] => {
  const ids = [...readFileSync(LIST, "utf8").matchAll(/^- ([A-Z]+-\d{3}) /gm)].map((match) => match[1] ?? "");
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`docs/requirements.md lists ${twice.join(", ")} twice.`);
  return ids;
};

/** The ids a title claims to prove, and those it claims to prove only partly, which do not count. */
export const idsOf = (title: string): { readonly proves: string[]; readonly partly: string[] } => {
  const ids = IDS_AT_END.exec(title.trim())?.[1]?.split(/, ?/) ?? [];
  return {
    proves: ids.filter((id) => !id.endsWith(PARTLY)),
    partly: ids.filter((id) => id.endsWith(PARTLY)).map((id) => id.slice(0, -PARTLY.length)),
  };
};

export const readUnproven = (): string[] =>
  readFileSync(UNPROVEN, "utf8")
    .split("\n")
    .filter((line) => line !== "");

export const writeUnproven = (ids: readonly string[]): void =>
  writeFileSync(
    UNPROVEN,
    [...ids]
      .sort()
      .map((id) => `${id}\n`)
      .join(""),
  );
