import type { LinkProps } from "@tanstack/react-router";
import { isValidElement, type ReactElement } from "react";
import { TextLink } from "../page/text-link.tsx";

export interface PageLink {
  readonly to: LinkProps["to"];
  readonly label: string;
}

/** The breadcrumbs of a page: the pages above it, or links of their own making, then its own name. */
export const breadcrumbs = (above: readonly (PageLink | ReactElement)[], current: string) => [
  ...above.map((link, at) => ({
    key: String(at),
    node: isValidElement(link) ? (
      link
    ) : (
      <TextLink to={(link as PageLink).to}>{(link as PageLink).label}</TextLink>
    ),
  })),
  { key: "current", node: <span aria-current="page">{current}</span> },
];
