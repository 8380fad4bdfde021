import type { ReactNode } from "react";
import classes from "./modal.module.css";

interface DialogFooterProps {
  /** Below the content instead of at its end. */
  readonly isBelow?: boolean;
  readonly children: ReactNode;
}

/** The buttons of a dialog, from edge to edge: in view however long the content is. */
export const DialogFooter = ({ isBelow = false, children }: DialogFooterProps) => (
  <div className={isBelow ? classes.footer : `${classes.footer} ${classes.inContent}`}>{children}</div>
);
