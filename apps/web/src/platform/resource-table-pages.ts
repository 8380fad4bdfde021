import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import type { ListPage } from "./resource-table-data.ts";

/** The pager is worth its room only when there is a second page. */
export const needsPager = ({ count }: { readonly count: number }): boolean => count > PAGE_SIZE;

/** The server's links say where their page begins. */
export const offsetIn = (link: string): number => Number(new URL(link).searchParams.get("offset") ?? 0);

export const offsetOf = (page: number): number => PAGE_SIZE * (page - 1);

type Answer = Pick<ListPage<unknown>, "count" | "next" | "current_url" | "results">;

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
    pages: Math.max(counted, answer.next ? page + 1 : page),
    from: rows === 0 ? 0 : shownFrom + 1,
    to: shownFrom + rows,
  };
};

/** The last page there is, for an address that points behind it. */
export const lastOffset = (count: number): number => offsetOf(Math.max(1, Math.ceil(count / PAGE_SIZE)));
