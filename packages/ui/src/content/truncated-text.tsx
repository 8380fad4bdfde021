import { cloneElement, type ReactElement } from "react";
import { cutTooltip, tooltip } from "../overlays/tooltip.ts";
import classes from "./truncated-text.module.css";

export const MOST = 30;

/** Focusable, so that the tooltip is reachable by keyboard. */
const plain = (text: string) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard
  <bdi tabIndex={0} className={classes.cut}>
    {text}
  </bdi>
);

interface TruncatedTextProps {
  readonly children: string;
  /** Renders the truncated text inside a link or a button. */
  readonly root?: (shown: string, isCut: boolean) => ReactElement<object>;
}

const inLink = (shown: ReactElement<object> | undefined) => shown && cloneElement(shown, cutTooltip);

/**
 * Truncates a text after 30 characters, or at the end of its space; a tooltip shows all of it. `bdi` isolates
 * right-to-left text from its surroundings.
 */
export const TruncatedText = ({ children, root }: TruncatedTextProps) =>
  children.length <= MOST
    ? (inLink(root?.(children, false)) ?? <bdi>{children}</bdi>)
    : cloneElement(
        (root ?? plain)(`${children.slice(0, MOST)}…`, true),
        tooltip(children, { touch: true, long: true }),
      );
