import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list, pagedQuery, pageSchema } from "../kit/list.ts";
import { displayColumn, namedChoiceColumn, textColumn } from "../kit/list-columns.ts";
import {
  LiteNode,
  MovePreview,
  NewNode,
  NodeChanges,
  NodeMove,
  NodeRecord,
  NodeRow,
} from "./nodes.schema.ts";

const PATH = "/company-hierarchy/organization-nodes/";

export const nodeList = list({
  name: "nodes",
  path: PATH,
  summary: "the nodes of the hierarchy",
  allow: "hierarchy:read",
  row: NodeRow,
  lite: LiteNode,
  sort: "name",
  essentials: ["name", "parent", "type"],
  columns: {
    name: textColumn("Name"),
    parent: textColumn("Parent"),
    type: namedChoiceColumn("Type"),
    sites: displayColumn("Sites"),
    users: displayColumn("Users"),
  },
});

const byId = { allow: "hierarchy", params: z.object({ id: pathId }) } as const;

export const findNode = endpoint({
  ...byId,
  method: "GET",
  path: `${PATH}:id/`,
  summary: "Get a node",
  reply: NodeRecord,
  fails: ["not_found"],
});

export const createNode = endpoint({
  method: "POST",
  path: PATH,
  summary: "Create a node",
  allow: "hierarchy",
  body: NewNode,
  reply: NodeRecord,
});

export const updateNode = endpoint({
  ...byId,
  method: "PATCH",
  path: `${PATH}:id/`,
  summary: "Change a node; what is left out stays",
  description: "With another parent, the node moves with all nodes below it, and so does what users see.",
  body: NodeChanges,
  reply: NodeRecord,
  fails: ["not_found"],
});

export const deleteNode = endpoint({
  ...byId,
  method: "DELETE",
  path: `${PATH}:id/`,
  summary: "Delete a node",
  description:
    "Not the root, and only if it has no nodes below it, no sites and no users, and no budget names it.",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "node.root", "node.in_use", "node.budget", "approver.needed"],
});

export const previewNodeMove = endpoint({
  ...byId,
  method: "POST",
  path: `${PATH}:id/move-preview/`,
  summary: "Say who would gain and lose which sites if a node moved; nothing is changed",
  body: NodeMove,
  reply: MovePreview,
  fails: ["not_found"],
});

export const nodeSites = endpoint({
  ...byId,
  method: "GET",
  path: `${PATH}:id/sites/`,
  summary: "List the sites at a node, by name",
  query: pagedQuery(),
  reply: pageSchema(NodeRecord.shape.sites.element),
  fails: ["not_found"],
});

export const nodeUsers = endpoint({
  ...byId,
  method: "GET",
  path: `${PATH}:id/users/`,
  summary: "List the users at a node, by name",
  query: pagedQuery(),
  reply: pageSchema(NodeRecord.shape.users.element),
  fails: ["not_found"],
});
