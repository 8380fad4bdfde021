import type { RefObject } from "react";
import { listTexts as says } from "../list.texts.ts";
import { focusRow, ROWS } from "./row-keys.ts";
import classes from "./skip-to-rows.module.css";

/** A link past the buttons in the headers, for keyboard users; visible while it has the focus. */
export const SkipToRows = ({ frame }: { frame: RefObject<HTMLElement | null> }) => (
  <button
    type="button"
    className={classes.skip}
    data-screen-only
    onClick={() => focusRow(frame.current?.querySelector<HTMLElement>(ROWS) ?? undefined)}
  >
    {says.skipToRows}
  </button>
);
