interface Counted {
  readonly count: number;
  readonly count_is_capped?: boolean;
  readonly deepest_offset?: number;
}

/** Whether the page at this offset is refused, as too far from both ends of its list. */
export const isTooDeep = (
  { count, count_is_capped, deepest_offset }: Counted,
  offset: number,
  limit: number,
): boolean =>
  deepest_offset !== undefined &&
  offset > deepest_offset &&
  (count_is_capped === true || count - offset - limit >= deepest_offset);
