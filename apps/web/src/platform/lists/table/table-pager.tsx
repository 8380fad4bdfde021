import { CountNote, Pager } from "@mcc/ui/tables/pager.tsx";
import type { ReactNode } from "react";
import type { ListPage } from "../list-page.ts";
import type { ChangeList } from "../list-state.ts";
import classes from "../resource-table.module.css";
import { isReachable, needsPager, offsetOf, placeIn, stepsFrom } from "./page-links.ts";

interface TablePagerProps {
  readonly label: string;
  /** The number of rows, shown instead of the pager if they fit on one page. */
  readonly count?: string;
  readonly answer: ListPage<unknown> | undefined;
  readonly offset: number;
  readonly busy: boolean;
  readonly change: ChangeList;
  readonly onIntent: (offset: number) => void;
  /** Shown beside the count. */
  readonly note?: ReactNode;
  /** Only the number of rows: above cards, where the pages are below them. */
  readonly isBrief?: boolean;
}

/** The pager of a list. Next and Previous use the links of the server, the page numbers the count. */
export const TablePager = ({
  label,
  count,
  answer,
  offset,
  busy,
  change,
  onIntent,
  note,
  isBrief = false,
}: TablePagerProps) => {
  // Keeps its space until the count is known.
  if (!answer) return busy ? <div className={classes.pagerRoom} data-brief={isBrief || undefined} /> : null;
  if (isBrief || !needsPager(answer)) {
    return count ? (
      <p className={classes.count}>
        {count}
        <CountNote>{note}</CountNote>
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
