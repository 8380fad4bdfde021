import { SEARCH_MIN, type SearchResult } from "@mcc/contract/search/search.schema.ts";
import { shellTexts } from "../shell.texts.ts";

export const paletteTexts = {
  name: shellTexts.palette,
  placeholder: "Search pages, actions, orders, sites and documents",
  placeholderWithoutRecords: "Search pages and actions",
  opened: "Opened last",
  pages: "Pages",
  actions: "Actions",
  searching: "Searching…",
  failed: "The search did not work.",
  retry: "Try again",
  tooShort: `Enter at least ${SEARCH_MIN} characters to find orders, sites and documents.`,
  nothing: (text: string): string => `Nothing matches “${text}”.`,
} as const;

export const kindTexts: Record<SearchResult["kind"], string> = {
  order: "Orders",
  site: "Sites",
  user: "Users",
  document: "Documents",
};
