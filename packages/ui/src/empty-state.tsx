import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** What to do next, when there is something to do. */
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon, children, action }: EmptyStateProps) => (
  <div className={classes.root}>
    {icon && (
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
    )}
    <p className={classes.words}>{children}</p>
    {action}
  </div>
);
