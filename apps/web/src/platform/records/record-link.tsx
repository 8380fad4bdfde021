import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { LinkProps } from "@tanstack/react-router";
import { TextLink } from "../page/text-link.tsx";

interface RecordLinkProps {
  /** Without it the name is a text: the user may not open the record. */
  readonly to: Pick<LinkProps, "to" | "params" | "search" | "state"> | undefined;
  readonly children: string;
}

/** The name of a record in a table, which opens the record. */
export const RecordLink = ({ to, children: name }: RecordLinkProps) => (
  <TruncatedText
    root={
      to &&
      ((shown, isCut) => (
        <TextLink {...to} aria-label={isCut ? name : undefined}>
          <bdi>{shown}</bdi>
        </TextLink>
      ))
    }
  >
    {name}
  </TruncatedText>
);
