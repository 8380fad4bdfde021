import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { LISTS_WITH_VIEWS, View } from "./saved-views.schema.ts";

/** Every list of the web asks for its views. What saves them is a file of its own, which a list need not load. */
const OfList = z.object({
  list: z.enum(LISTS_WITH_VIEWS, { error: `This must be one of ${LISTS_WITH_VIEWS.join(", ")}.` }),
});

export const views = endpoint({
  method: "GET",
  path: "/lists/:list/views/",
  summary: "List the user's views of a list and those shared with the company",
  allow: "company:member",
  params: OfList,
  reply: z.object({ results: z.array(View) }),
});
