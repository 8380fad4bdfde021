import type { ReactElement } from "react";

/** The breadcrumbs of a page: links to the pages above it, then its own name. */
export const breadcrumbs = (links: readonly ReactElement[], current: string) => [
  ...links.map((node, at) => ({ key: String(at), node })),
  { key: "current", node: <span aria-current="page">{current}</span> },
];
