import { z } from "zod";

/** What is searched, in the order of the results. */
export const SEARCH_KINDS = ["order", "site", "user", "document"] as const;
/** A shorter text finds nothing. */
export const SEARCH_MIN = 2;

export const SearchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  /** The path of a page, with its query. */
  url: z.string(),
});
export type SearchResult = z.output<typeof SearchResult>;
