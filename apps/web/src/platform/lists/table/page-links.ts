import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { isTooDeep } from "@mcc/contract/kit/page-depth.ts";
import type { ListPage } from "../list-page.ts";

/** The pager is worth its room only when there is a second page. */
export const needsPager = ({ count, count_is_capped }: Pick<Answer, "count" | "count_is_capped">): boolean =>
  count > PAGE_SIZE || count_is_capped === true;

/** The server's links say where their page begins and how much it holds. */
export const windowIn = (link: string) => {
  const query = new URL(link).searchParams;
  return { limit: Number(query.get("limit") ?? PAGE_SIZE), offset: Number(query.get("offset") ?? 0) };
};

export const offsetIn = (link: string): number => windowIn(link).offset;

export const offsetOf = (page: number): number => PAGE_SIZE * (page - 1);

type Answer = Pick<ListPage<unknown>, "count" | "count_is_capped" | "next" | "current_url" | "results">;

/**
 * Where in the list one is. The words are about the rows on screen, the page is the one asked for: while it travels,
 * the two differ. Beyond a capped count there are pages as long as the server names a next one.
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
    // Beyond a capped count there are at least as many as are shown.
    count: Math.max(answer.count, to),
  };
};

/**
 * Where to turn from an empty page: to the last page there is. Where only the first so many were counted, the list may
 * end far behind those, so whoever has just come from the page before goes back to that one.
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

/** Whether a page can be had: in an order by names, one that is far from both ends is refused. */
export const isReachable = (
  answer: Omit<Links, "next" | "previous" | "current_url">,
  page: number,
): boolean => !isTooDeep(answer, offsetOf(page), PAGE_SIZE);

/**
 * Where Previous and Next lead. The server's links belong to the page that is shown; while another one travels, a
 * further press goes on from that one.
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
