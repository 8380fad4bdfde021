import type { ReactNode } from "react";
import classes from "./timeline.module.css";

export interface TimelineEntry {
  readonly id: string | number;
  readonly icon: ReactNode;
  readonly tone?: "neutral" | "good" | "bad" | "current";
  readonly title: ReactNode;
  /** On the right of the title, or below it where there is no room: a moment, a state. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** What happened and what is to come, one under the other; the entry that stands now is marked for screen readers too. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className={classes.line}>
    {entries.map(({ id, icon, tone = "neutral", title, aside, children }) => (
      <li
        key={id}
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
        </div>
      </li>
    ))}
  </ol>
);
