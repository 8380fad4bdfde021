import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { ReactElement } from "react";
import classes from "./linked-text.module.css";

interface LinkedTextProps {
  readonly children: string;
  /** The link of the row. */
  readonly link: (shown: string, className: string | undefined) => ReactElement<object>;
}

/** A text in a row that is covered by its link. A cut text has a tooltip, so it is above the cover, and links itself. */
export const LinkedText = ({ children, link }: LinkedTextProps) => (
  <TruncatedText root={(shown, isCut) => (isCut ? link(shown, classes.text) : <bdi>{shown}</bdi>)}>
    {children}
  </TruncatedText>
);
