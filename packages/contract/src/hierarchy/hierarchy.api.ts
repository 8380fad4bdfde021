import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { flag, pagedQuery, pageSchema } from "../kit/list.ts";

const Group = z.object({ id: z.number(), name: z.string() });
const Node = z.object({
  id: z.number(),
  name: z.string(),
  organization_group: z.number(),
  parent: z.number().nullable(),
});
export type OrganizationNode = z.output<typeof Node>;

export const organizationGroups = endpoint({
  method: "GET",
  path: "/company-hierarchy/organization-groups/",
  summary: "The hierarchy's groups, by name",
  allow: "hierarchy:read",
  query: pagedQuery({ tree_visibility: flag.optional() }),
  reply: pageSchema(Group),
});

export const organizationNodes = endpoint({
  method: "GET",
  path: "/company-hierarchy/organization-nodes/",
  summary: "The hierarchy's nodes, by name",
  allow: "hierarchy:read",
  query: pagedQuery(),
  reply: pageSchema(Node),
});
