import { useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";
import { TextLink } from "./text-link.tsx";

const plain = (address: string): string => {
  const url = new URL(address, location.href);
  url.searchParams.sort();
  return url.href;
};

/** Whether the step before this one in the history was that page; a browser that cannot tell says no. */
const cameFrom = (address: string): boolean => {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return typeof before === "string" && plain(before) === plain(address);
};

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/** The way back to a list: to the very place where it was left when one came from there, else to its address. */
export const ReturnLink = (props: ComponentProps<typeof TextLink>) => {
  const { history } = useRouter();
  return (
    <TextLink
      {...props}
      onClick={(event) => {
        if (!isPlainClick(event) || !cameFrom(event.currentTarget.href)) return;
        event.preventDefault();
        history.back();
      }}
    />
  );
};
