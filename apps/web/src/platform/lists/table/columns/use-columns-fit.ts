import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { columnsFit, type TableParts } from "./sized-columns.ts";

/** The frame of the table has a border on both sides. */
const BORDERS = 2;

/**
 * Reports whether every column fits into the area at the width at which it is readable. It is decided again when the
 * area becomes wider or narrower, not when the next page has longer texts: no column disappears while a user pages.
 */
export const useColumnsFit = <Row>(
  area: RefObject<HTMLElement | null>,
  isAsked: boolean,
  report: (fits: boolean) => void,
  parts: TableParts<Row>,
): void => {
  const decide = useEffectEvent(() => {
    const width = area.current?.clientWidth ?? 0;
    // Without a layout, as in tests, everything fits.
    report(!isAsked || width === 0 || columnsFit(parts, width - BORDERS));
  });
  const names = parts.shown.map(({ id }) => id).join();
  const hasRows = parts.rows !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the columns change and when the first rows arrive
  useLayoutEffect(() => decide(), [isAsked, names, hasRows, parts.selectable, parts.actions]);
  useEffect(() => {
    if (!area.current || !isAsked) return;
    const sizes = new ResizeObserver(() => decide());
    sizes.observe(area.current);
    return () => sizes.disconnect();
  }, [area, isAsked]);
};
