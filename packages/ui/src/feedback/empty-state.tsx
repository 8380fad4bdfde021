import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** What the user can do next. */
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
