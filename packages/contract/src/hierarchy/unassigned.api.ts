import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { text } from "../kit/text.ts";

const query = pagedQuery({
  search: text().trim().describe("Matches those containing this in their name").optional(),
});

export const unassignedSites = endpoint({
  method: "GET",
  path: "/company-hierarchy/unassigned-sites/",
  summary: "List the sites without a node, by name",
  allow: "hierarchy",
  query,
  reply: pageSchema(z.object({ id: z.number(), name: z.string() })),
});

export const unassignedUsers = endpoint({
  method: "GET",
  path: "/company-hierarchy/unassigned-users/",
  summary: "List the users without a node, by name",
  allow: "hierarchy",
  query,
  reply: pageSchema(
    z.object({ id: z.number(), username: z.string(), first_name: z.string(), last_name: z.string() }),
  ),
});
