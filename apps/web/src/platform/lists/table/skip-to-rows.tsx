import type { RefObject } from "react";
import { listTexts as says } from "../list.texts.ts";
import { focusRow, ROWS } from "./row-keys.ts";
import classes from "./skip-to-rows.module.css";

/** A list has thirty buttons in its headers: whoever moves by keyboard can pass them. Seen while it has the focus. */
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
