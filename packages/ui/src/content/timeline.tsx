import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./timeline.module.css";

export interface TimelineEntry {
  /** A text is also the id of the element, so that the focus can be moved to it. */
  readonly id: string | number;
  readonly icon: ReactNode;
  readonly tone?: "neutral" | "good" | "bad" | "current";
  readonly title: ReactNode;
  /** On the right of the title, or below it in narrow windows: a date or a status. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
  /** A highlighted note. */
  readonly note?: ReactNode;
}

/** Past and future entries in a column; the current one is marked for screen readers too. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className={classes.line}>
    {entries.map(({ id, icon, tone = "neutral", title, aside, children, note }) => (
      <li
        key={id}
        id={typeof id === "string" ? id : undefined}
        tabIndex={typeof id === "string" ? -1 : undefined}
        className={classes.entry}
        data-tone={tone}
        aria-current={tone === "current" ? "step" : undefined}
      >
        <span className={classes.dot} aria-hidden>
          {icon}
        </span>
        <div className={classes.words}>
          <div className={classes.head}>
            <span className={classes.title}>{title}</span>
            {aside && <span className={classes.aside}>{aside}</span>}
          </div>
          {children && <div className={classes.body}>{children}</div>}
          {note && (
            <div className={classes.note}>
              <IconAlertTriangle size={15} stroke={2} aria-hidden />
              <span>{note}</span>
            </div>
          )}
        </div>
      </li>
    ))}
  </ol>
);
