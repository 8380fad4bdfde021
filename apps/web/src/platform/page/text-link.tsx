import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

const TextAnchor = (props: AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>) => (
  <Anchor {...props} />
);

/** A link to another page of the product; its `to`, `params` and `search` are typed by the router. */
export const TextLink = createLink(TextAnchor);
