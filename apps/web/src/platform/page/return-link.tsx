import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink, useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";

const plain = (address: string): string => {
  const url = new URL(address, location.href);
  url.searchParams.sort();
  return url.href;
};

/** Whether the previous history entry has this address; false in browsers without the Navigation API. */
const cameFrom = (address: string): boolean => {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return typeof before === "string" && plain(before) === plain(address);
};

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

const ReturnAnchor = ({ onClick, ...props }: AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>) => {
  const { history } = useRouter();
  return (
    <Anchor
      {...props}
      onClick={(event) => {
        if (!isPlainClick(event) || !cameFrom(event.currentTarget.href)) return onClick?.(event);
        event.preventDefault();
        history.back();
      }}
    />
  );
};

/** A link back to a list. It goes back in the history when the user came from there, which keeps the scroll position. */
export const ReturnLink = createLink(ReturnAnchor);
