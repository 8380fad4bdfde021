import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list, pagedQuery, pageSchema } from "../kit/list.ts";
import { displayColumn, namedChoiceColumn, textColumn } from "../kit/list-columns.ts";
import { oneRecordEndpoints } from "../kit/record.ts";
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

export const {
  find: findNode,
  create: createNode,
  update: updateNode,
  delete: deleteNode,
} = oneRecordEndpoints({
  path: PATH,
  allow: "hierarchy",
  names: ["a node", "nodes"],
  row: NodeRecord,
  create: NewNode,
  update: NodeChanges,
  deleteFails: ["node.root", "node.in_use", "node.budget", "approver.needed"],
  notes: {
    update: "With another parent, the node moves with all nodes below it, and so does what users see.",
    delete:
      "Not the root, and only if it has no nodes below it, no sites and no users, and no current or future budget names it.",
  },
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
