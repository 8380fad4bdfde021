import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { flag, pagedQuery, pageSchema } from "../kit/list.ts";

const Group = z.object({ id: z.number(), name: z.string() });
const Node = z.object({
  id: z.number(),
  name: z.string(),
  organization_group: z.number(),
  parent: z.number().nullable(),
  /** Begins the usernames below it: its own prefix, else that of the nearest node above it, else the company's. */
  username_prefix: z.string(),
});
export type OrganizationNode = z.output<typeof Node>;

export const organizationGroups = endpoint({
  method: "GET",
  path: "/company-hierarchy/organization-groups/",
  summary: "List the groups of the hierarchy, by name",
  allow: "hierarchy:read",
  query: pagedQuery({ tree_visibility: flag.optional() }),
  reply: pageSchema(Group),
});

export const organizationNodes = endpoint({
  method: "GET",
  path: "/company-hierarchy/organization-nodes/",
  summary: "List the nodes of the hierarchy, by name",
  allow: "hierarchy:read",
  query: pagedQuery(),
  reply: pageSchema(Node),
});
