import { Pager } from "@mcc/ui/pager.tsx";
import type { ReactNode } from "react";
import type { ListPage } from "../list-page.ts";
import type { ChangeList } from "../list-state.ts";
import classes from "../resource-table.module.css";
import { isReachable, needsPager, offsetOf, placeIn, stepsFrom } from "./page-links.ts";

interface TablePagerProps {
  readonly label: string;
  /** How many there are, which is said in place of the pager when they fit on one page. */
  readonly count?: string;
  readonly answer: ListPage<unknown> | undefined;
  readonly offset: number;
  readonly busy: boolean;
  readonly change: ChangeList;
  readonly onIntent: (offset: number) => void;
  /** What is said beside the count. */
  readonly note?: ReactNode;
}

/** Goes where the server's own links lead: the next and the previous page by theirs, the numbered ones by count. */
export const TablePager = ({
  label,
  count,
  answer,
  offset,
  busy,
  change,
  onIntent,
  note,
}: TablePagerProps) => {
  // While nobody knows how many there are, its room is kept.
  if (!answer) return busy ? <div className={classes.pagerRoom} /> : null;
  if (!needsPager(answer)) {
    return count ? (
      <p className={classes.count}>
        {count}
        {note && <span className={classes.note}>{note}</span>}
      </p>
    ) : null;
  }
  const steps = stepsFrom(answer, offset);
  const to = (target: number | null) => (target === null ? undefined : () => change({ offset: target }));
  return (
    <Pager
      label={label}
      {...placeIn(answer, offset)}
      capped={answer.count_is_capped}
      isReachable={(page) => isReachable(answer, page)}
      note={note}
      busy={busy}
      onPrevious={to(steps.previous)}
      onNext={to(steps.next)}
      onPage={(page) => change({ offset: offsetOf(page) })}
      onIntent={(page) => onIntent(offsetOf(page))}
    />
  );
};
