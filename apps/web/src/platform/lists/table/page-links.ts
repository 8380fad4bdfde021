import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { isTooDeep } from "@mcc/contract/kit/page-depth.ts";
import type { ListPage } from "../list-page.ts";

/** A pager is only shown if there is a second page. */
export const needsPager = ({ count, count_is_capped }: Pick<Answer, "count" | "count_is_capped">): boolean =>
  count > PAGE_SIZE || count_is_capped === true;

/** The offset and the limit in a link of the server. */
export const windowIn = (link: string) => {
  const query = new URL(link).searchParams;
  return { limit: Number(query.get("limit") ?? PAGE_SIZE), offset: Number(query.get("offset") ?? 0) };
};

export const offsetIn = (link: string): number => windowIn(link).offset;

export const offsetOf = (page: number): number => PAGE_SIZE * (page - 1);

type Answer = Pick<ListPage<unknown>, "count" | "count_is_capped" | "next" | "current_url" | "results">;

/**
 * The state of the pager. The text describes the rows on the screen, the page number the requested page: they differ
 * while it loads. Beyond a capped count there are pages as long as the server names a next one.
 */
export const placeIn = (answer: Answer, askedOffset: number) => {
  const page = Math.floor(askedOffset / PAGE_SIZE) + 1;
  const counted = Math.max(1, Math.ceil(answer.count / PAGE_SIZE));
  const shownFrom = offsetIn(answer.current_url);
  const rows = answer.results.length;
  const [from, to] = rows === 0 ? [0, 0] : [shownFrom + 1, shownFrom + rows];
  return {
    page,
    pages: Math.max(
      counted,
      answer.next && (answer.count_is_capped || shownFrom === askedOffset) ? page + 1 : page,
    ),
    from,
    to,
    // Beyond a capped count there are at least as many rows as are shown.
    count: Math.max(answer.count, to),
  };
};

/**
 * Where to go from an empty page: to the last page. If the count is capped, the list may be much longer than the count;
 * then back to the previous page, if the user came from it.
 */
export const offsetBefore = (
  empty: Pick<Answer, "count" | "count_is_capped">,
  askedOffset: number,
  before: Pick<Answer, "results"> | undefined,
): number => {
  const counted = offsetOf(Math.max(1, Math.ceil(empty.count / PAGE_SIZE)));
  const isKnown = empty.count_is_capped && before !== undefined && before.results.length > 0;
  return isKnown ? Math.max(counted, askedOffset - PAGE_SIZE) : counted;
};

type Links = Pick<
  ListPage<unknown>,
  "count" | "count_is_capped" | "deepest_offset" | "next" | "previous" | "current_url"
>;

/** Whether the server sends this page: in a lookup sort, pages far from both ends are refused. */
export const isReachable = (
  answer: Omit<Links, "next" | "previous" | "current_url">,
  page: number,
): boolean => !isTooDeep(answer, offsetOf(page), PAGE_SIZE);

/**
 * The targets of Previous and Next. The links of the server belong to the shown page; while another page loads, a
 * further press continues from that one.
 */
export const stepsFrom = (answer: Links, askedOffset: number) => {
  const { count, count_is_capped, next, previous, current_url } = answer;
  if (offsetIn(current_url) === askedOffset) {
    return {
      previous: previous === null ? null : offsetIn(previous),
      next: next === null ? null : offsetIn(next),
    };
  }
  const { limit } = windowIn(next ?? previous ?? current_url);
  const [before, after] = [Math.max(0, askedOffset - limit), askedOffset + limit];
  const isThere = (offset: number) => !isTooDeep(answer, offset, limit);
  return {
    previous: askedOffset > 0 && isThere(before) ? before : null,
    next: (after < count || (count_is_capped && next)) && isThere(after) ? after : null,
  };
};
