import { Tooltip } from "@mantine/core";
import classes from "./cut-text.module.css";

const MOST = 30;

/**
 * Above 30 characters a text is cut; the whole of it comes up under the pointer or on focus. Whichever way it is
 * written, it does not turn what stands beside it.
 */
export const CutText = ({ children }: { children: string }) =>
  children.length <= MOST ? (
    <bdi>{children}</bdi>
  ) : (
    <Tooltip
      label={children}
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: classes.whole ?? "" }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the tooltip too */}
      <bdi tabIndex={0} className={classes.cut}>
        {children.slice(0, MOST)}…
      </bdi>
    </Tooltip>
  );
