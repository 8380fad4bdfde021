import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { text } from "../kit/text.ts";
import { SEARCH_MIN, SearchResult } from "./search.schema.ts";

export const searchRecords = endpoint({
  method: "GET",
  path: "/search/",
  summary: "Orders, sites, users and documents by name or number, a few of each",
  description: `Within the user's sites; users are found by company admins only. A text of less than ${SEARCH_MIN} characters finds nothing.`,
  allow: "company:member",
  query: z.strictObject({ q: text().trim() }, { error: UNKNOWN_PARAMETER }),
  reply: z.object({ results: z.array(SearchResult) }),
});
