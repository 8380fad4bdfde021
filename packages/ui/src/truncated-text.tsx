import { cloneElement, type ReactElement } from "react";
import { tooltip } from "./tooltip.ts";
import classes from "./truncated-text.module.css";

const MOST = 30;

/** Takes the focus by itself, so that the keyboard reaches the tooltip too. */
const plain = (text: string) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: as said above
  <bdi tabIndex={0} className={classes.cut}>
    {text}
  </bdi>
);

interface TruncatedTextProps {
  readonly children: string;
  /** For a text that is a link or a button: draws it around what is shown of the text. */
  readonly root?: (shown: string) => ReactElement<object>;
}

/**
 * Above 30 characters a text is cut; the whole of it comes up under the pointer or on focus. Whichever way it is
 * written, it does not turn what stands beside it.
 */
export const TruncatedText = ({ children, root }: TruncatedTextProps) =>
  children.length <= MOST
    ? (root?.(children) ?? <bdi>{children}</bdi>)
    : cloneElement(
        (root ?? plain)(`${children.slice(0, MOST)}…`),
        tooltip(children, { touch: true, long: true }),
      );
