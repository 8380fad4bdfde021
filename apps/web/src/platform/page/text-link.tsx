import { Anchor } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { MouseEventHandler, ReactNode } from "react";

interface TextLinkProps {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly state?: object;
  readonly className?: string;
  readonly size?: string;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  readonly children: ReactNode;
}

/** A link to another page of the product. Its routes are made for each person, so the router knows no types of them. */
export const TextLink = ({ to, params, search, state, ...rest }: TextLinkProps) => (
  <Anchor
    {...rest}
    renderRoot={(props) => <Link {...props} {...({ to, params, search, state } as LinkProps)} />}
  />
);
