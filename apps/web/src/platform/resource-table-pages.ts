import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import type { ListPage } from "./resource-table-data.ts";

/** The pager is worth its room only when there is a second page. */
export const needsPager = ({ count }: { readonly count: number }): boolean => count > PAGE_SIZE;

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
  return {
    page,
    pages: Math.max(
      counted,
      answer.next && (answer.count_is_capped || shownFrom === askedOffset) ? page + 1 : page,
    ),
    from: rows === 0 ? 0 : shownFrom + 1,
    to: shownFrom + rows,
  };
};

/** The last page there is, for an address that points behind it. */
export const lastOffset = (count: number): number => offsetOf(Math.max(1, Math.ceil(count / PAGE_SIZE)));

type Links = Pick<ListPage<unknown>, "count" | "count_is_capped" | "next" | "previous" | "current_url">;

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
  const after = askedOffset + limit;
  return {
    previous: askedOffset > 0 ? Math.max(0, askedOffset - limit) : null,
    next: after < count || (count_is_capped && next) ? after : null,
  };
};
