import type { LinkProps } from "@tanstack/react-router";
import { isValidElement, type ReactElement } from "react";
import type { Search } from "../lists/list-state.ts";
import { ReturnLink } from "../page/return-link.tsx";

export interface PageLink {
  readonly to: LinkProps["to"];
  readonly label: string;
  /** The list as it was left. */
  readonly search?: Search;
}

/** Above the pages of settings. */
export const CONFIGURATION = { to: "/configuration", label: "Configuration" } as const;

/** The target of a link to a page, with the search it was left with. */
export const toPage = ({ to, search }: PageLink) => ({ to, search: (search ?? {}) as never });

/** The breadcrumbs of a page: the pages above it, or links of their own making, then its own name. */
export const breadcrumbs = (above: readonly (PageLink | ReactElement)[], current: string) => [
  ...above.map((link, at) => ({
    key: String(at),
    node: isValidElement(link) ? (
      link
    ) : (
      <ReturnLink {...toPage(link as PageLink)}>{(link as PageLink).label}</ReturnLink>
    ),
  })),
  { key: "current", node: <span aria-current="page">{current}</span> },
];
