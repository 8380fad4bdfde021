import { IconChevronRight } from "@tabler/icons-react";
import classes from "./tree-opener.module.css";

interface TreeOpenerProps {
  /** Undefined for a row that has nothing below it. */
  readonly expanded: boolean | undefined;
  readonly onToggle: () => void;
}

/** Opens and closes a row of a tree, for pointers only; the keyboard uses the arrow keys. */
export const TreeOpener = ({ expanded, onToggle }: TreeOpenerProps) => (
  <span
    className={classes.opener}
    data-expanded={expanded}
    aria-hidden
    onClick={(event) => {
      if (expanded === undefined) return;
      event.stopPropagation();
      onToggle();
    }}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    {expanded !== undefined && <IconChevronRight size={14} />}
  </span>
);
