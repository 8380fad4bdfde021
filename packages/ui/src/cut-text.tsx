import { Tooltip } from "@mantine/core";
import classes from "./cut-text.module.css";

const MOST = 30;

/** Above 30 characters a text is cut; the whole of it comes up under the pointer or on focus. */
export const CutText = ({ children }: { children: string }) =>
  children.length <= MOST ? (
    children
  ) : (
    <Tooltip
      label={children}
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: classes.whole ?? "" }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the tooltip too */}
      <span tabIndex={0} className={classes.cut}>
        {children.slice(0, MOST)}…
      </span>
    </Tooltip>
  );
