import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import type { Session, SessionUser } from "@mcc/contract/access/session.ts";
import { createApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { createRole } from "@mcc/contract/roles/roles.api.ts";
import { ruleTexts } from "../../features/approval-rules/approval-rules.texts.ts";
import { roleTexts } from "../../features/roles/roles.texts.ts";
import { openedRecords } from "../../platform/page/opened-records.ts";
import { type PagePath, pagesOf } from "../navigation.ts";

/** A line of the palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly run: () => void;
  /** The palette is not closed by it. */
  readonly staysOpen?: boolean;
}

export interface PaletteGroup {
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

/** Pages that need no record, without those that the sidebar shows to others only. */
export const openPages = (who: Session, open: (path: PagePath) => void): PaletteEntry[] => {
  const pages = new Map(pagesOf(who).map((page) => [page.label, page]));
  return [...pages.values()]
    .filter(({ path, entry, allow }) => !path.includes("$") && can(who, entry?.shownTo ?? allow))
    .map(({ path, label, section, entry }) => ({
      key: path,
      label,
      // Pages of the sidebar are known without it.
      description: entry ? undefined : section,
      run: () => open(path),
    }));
};

/** The path of the list that a record belongs to. */
const listOf = (url: string): string => {
  const [path = "", query] = url.split("?");
  return query === undefined ? path.slice(0, path.lastIndexOf("/")) : path;
};

/** What the user has opened last, but for the page that is open. Each says which list it belongs to. */
export const openedLast = (
  who: SessionUser,
  current: string,
  open: (url: string) => void,
): PaletteEntry[] => {
  const labels = new Map<string, string>(pagesOf(who).map(({ path, label }) => [path, label]));
  return openedRecords(who.id)
    .filter(({ url }) => url !== current)
    .map(({ url, name }) => ({
      key: `opened-${url}`,
      label: name,
      description: labels.get(listOf(url)),
      run: () => open(url),
    }));
};

/** Actions whose button is on another page: opens the page and the dialog of the button. The endpoint says who may. */
const ELSEWHERE: readonly { label: string; path: PagePath; allow: GlobalAction }[] = [
  { label: roleTexts.create, path: "/configuration/roles", allow: createRole.allow },
  { label: ruleTexts.create, path: "/configuration/approvals", allow: createApprovalRule.allow },
];

export const actionsElsewhere = (who: Session) => ELSEWHERE.filter(({ allow }) => can(who, allow));

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each typed word occurs in these texts. */
export const matchesWords = (typed: string, ...texts: readonly (string | undefined)[]): boolean => {
  const searched = texts.join(" ").toLowerCase();
  return wordsOf(typed).every((word) => searched.includes(word));
};
