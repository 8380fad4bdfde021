import { Anchor } from "@mantine/core";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { scheduleWords } from "@mcc/contract/reports/schedule.rules.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { momentInZone } from "../../platform/lists/reports/moment-in-zone.ts";
import { LIST_NAMES } from "../../platform/lists/reports/report.texts.ts";
import classes from "./reports.module.css";
import { reportsTexts as texts } from "./reports.texts.ts";

interface LinesProps {
  readonly first: ReactNode;
  readonly children: ReactNode;
  /** Grays the whole row. */
  readonly isEnded?: boolean;
}

const Lines = ({ first, children, isEnded = false }: LinesProps) => (
  <span className={classes.lines} data-ended={isEnded || undefined}>
    <span>{first}</span>
    {children}
  </span>
);

/** The page of the list with the view of the report; the server names it by its address. */
const ViewLink = ({ page, children }: { page: string; children: string }) => {
  const { history } = useRouter();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens another tab
    event.preventDefault();
    history.push(page);
  };
  return (
    <Anchor href={page} onClick={open}>
      <bdi>{children}</bdi>
    </Anchor>
  );
};

/** What the report is of; a view that no longer works or a refused address is told. */
export const NameCell = ({ report }: { report: Report }) => {
  const { name, page, view, owner, is_owner, paused, state, readers, problem } = report;
  const ownState = state && texts.ownStates[state];
  const about = [LIST_NAMES[view.list], view.saved_view?.name].filter((one) => one && one !== name);
  // Who ended one for themselves may be its owner or an admin, and others still get it.
  const isEnded = state === "ended" && !readers.some((reader) => reader.state === "accepted");
  return (
    <Lines first={<ViewLink page={page}>{name}</ViewLink>} isEnded={isEnded}>
      <span className={classes.quiet}>
        {[...about, ...(is_owner ? [] : [texts.from(owner.name)])].join(" · ")}
      </span>
      {(paused || ownState) && (
        <span className={classes.tags}>
          {paused && <Tag tone="warn">{texts.paused}</Tag>}
          {ownState && <Tag>{ownState}</Tag>}
        </span>
      )}
      {problem && <span className={classes.problem}>{problem}</span>}
    </Lines>
  );
};

export const ScheduleCell = ({ schedule, time_zone }: Report) => scheduleWords(schedule, time_zone);

const MOST_NAMES = 3;

const readerWords = ({ name, state, is_self }: Report["readers"][number]): string => {
  const words = texts.states[state];
  return `${is_self ? texts.you : name}${words && ` (${words})`}`;
};

export const ReadersCell = ({ readers }: Report) => {
  const named = readers.slice(0, MOST_NAMES).map(readerWords).join(", ");
  return readers.length > MOST_NAMES ? `${named} ${texts.more(readers.length - MOST_NAMES)}` : named;
};

export const NextCell = ({ next_run, paused, time_zone }: Report) => {
  if (next_run) return momentInZone(next_run, time_zone);
  return <span className={classes.quiet}>{paused ? texts.paused : texts.noNext}</span>;
};

/** Run a moment ago, and not delivered yet. */
export const isOnItsWay = ({ last_run }: Report): boolean => last_run !== null && last_run.waiting > 0;

export const LastCell = ({ last_run, time_zone }: Report) => {
  if (!last_run) return <span className={classes.quiet}>{texts.never}</span>;
  return (
    <Lines first={momentInZone(last_run.ran_at, time_zone)}>
      <span className={last_run.not_sent > 0 ? classes.problem : classes.quiet}>{last_run.detail}</span>
    </Lines>
  );
};
