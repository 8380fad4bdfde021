import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, list } from "../kit/list.ts";
import { displayColumn, textColumn } from "../kit/list-columns.ts";
import { Group, GroupChanges, NewGroup } from "./groups.schema.ts";

const PATH = "/company-hierarchy/organization-groups/";

export const groupList = list({
  name: "groups",
  path: PATH,
  summary: "the groups of the hierarchy",
  allow: "hierarchy:read",
  row: Group,
  sort: "name",
  essentials: ["name", "nodes"],
  extra: { tree_visibility: flag.describe("Whether the tree shows their nodes").optional() },
  columns: { name: textColumn("Name"), nodes: displayColumn("Nodes") },
});

const byId = { path: `${PATH}:id/`, allow: "hierarchy", params: z.object({ id: pathId }) } as const;

export const findGroup = endpoint({
  ...byId,
  method: "GET",
  summary: "Get a group",
  reply: Group,
  fails: ["not_found"],
});

export const createGroup = endpoint({
  method: "POST",
  path: PATH,
  summary: "Create a group",
  allow: "hierarchy",
  body: NewGroup,
  reply: Group,
});

export const updateGroup = endpoint({
  ...byId,
  method: "PATCH",
  summary: "Change a group; what is left out stays",
  body: GroupChanges,
  reply: Group,
  fails: ["not_found"],
});

export const deleteGroup = endpoint({
  ...byId,
  method: "DELETE",
  summary: "Delete a group without nodes",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "group.in_use"],
});
