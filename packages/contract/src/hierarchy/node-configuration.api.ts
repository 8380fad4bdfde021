import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import {
  NewNodeConfiguration,
  NodeConfiguration,
  NodeConfigurationChanges,
} from "./node-configuration.schema.ts";

const ofNode = {
  path: "/company-hierarchy/organization-nodes/:id/configuration/",
  allow: "hierarchy",
  params: z.object({ id: pathId }),
} as const;

export const findNodeConfiguration = endpoint({
  ...ofNode,
  method: "GET",
  summary: "Get the configuration that a node has of its own",
  reply: NodeConfiguration,
  fails: ["not_found"],
});

export const createNodeConfiguration = endpoint({
  ...ofNode,
  method: "POST",
  summary: "Give a node a configuration of its own",
  body: NewNodeConfiguration,
  reply: NodeConfiguration,
  fails: ["not_found", "node.configured"],
});

export const updateNodeConfiguration = endpoint({
  ...ofNode,
  method: "PATCH",
  summary: "Change the configuration of a node; what is left out stays",
  body: NodeConfigurationChanges,
  reply: NodeConfiguration,
  fails: ["not_found"],
});

export const deleteNodeConfiguration = endpoint({
  ...ofNode,
  method: "DELETE",
  summary: "Delete the configuration of a node, which then has that of the nearest node above it",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});
