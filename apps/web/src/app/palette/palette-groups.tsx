import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { SEARCH_KINDS } from "@mcc/contract/search/search.schema.ts";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { rememberOpened } from "../../platform/page/opened-records.ts";
import { pageActions, runWhenOpen } from "../../platform/page/page-actions.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { logOut } from "../shell/log-out.ts";
import { shellTexts } from "../shell.texts.ts";
import { type FoundRecords, useFoundRecords } from "./found-records.ts";
import { kindTexts, paletteTexts as says } from "./palette.texts.ts";
import {
  actionsElsewhere,
  matchesWords,
  openedLast,
  openPages,
  type PaletteEntry,
  type PaletteGroup,
} from "./palette-entries.ts";

/** What the user can do now: on this page, on another one, anywhere. */
const useActions = (): PaletteEntry[] => {
  const who = useSessionUser();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const here = pageActions();
  const elsewhere = actionsElsewhere(who)
    .filter(({ label }) => !here.some((action) => action.label === label))
    .map(({ label, path }) => ({
      label,
      run: () => void navigate({ to: path }).then(() => runWhenOpen(label)),
    }));
  const anywhere = [
    { label: shellTexts.switchScheme(other), run: () => setColorScheme(other) },
    { label: shellTexts.logOut, run: () => void logOut() },
  ];
  return [...here, ...elsewhere, ...anywhere].map((action) => ({ key: action.label, ...action }));
};

const noticeOf = ({ state }: FoundRecords, typed: string, isEmpty: boolean): string | undefined => {
  if (state === "too short") return isEmpty ? says.nothing(typed.trim()) : says.tooShort;
  if (state === "searching") return says.searching;
  if (state === "failed") return says.failed;
  return isEmpty ? says.nothing(typed.trim()) : undefined;
};

/** The lines of the palette for the typed text: pages and actions at once, records when the server has found them. */
export const usePaletteGroups = (typed: string) => {
  const who = useSessionUser();
  const router = useRouter();
  const navigate = useNavigate();
  const found = useFoundRecords(who, typed);
  const matching = (entries: PaletteEntry[]) =>
    entries.filter(({ label, description }) => matchesWords(typed, label, description));
  const records = SEARCH_KINDS.map((kind) => ({
    label: kindTexts[kind],
    entries: found.results
      .filter((result) => result.kind === kind)
      .map(({ id, title, subtitle, url }) => ({
        key: `${kind}-${id}`,
        label: title,
        description: subtitle,
        run: () => {
          rememberOpened(who.id, { url, name: title });
          router.history.push(url);
        },
      })),
  }));
  const retry = { key: "retry", label: says.retry, run: found.retry, staysOpen: true };
  const opened = openedLast(who, router.latestLocation.pathname, (url) => router.history.push(url));
  const groups: PaletteGroup[] = [
    { label: says.opened, entries: typed.trim() === "" ? opened : [] },
    { label: says.pages, entries: matching(openPages(who, (path) => void navigate({ to: path }))) },
    { label: says.actions, entries: matching(useActions()) },
    ...records,
    { label: says.failed, entries: found.state === "failed" ? [retry] : [] },
  ].filter(({ entries }) => entries.length > 0);
  return { groups, notice: noticeOf(found, typed, groups.length === 0), isBusy: found.state === "searching" };
};
