import { endpoint } from "../kit/endpoint.ts";
import { TreeItem } from "./tree.schema.ts";

export const hierarchyTree = endpoint({
  method: "GET",
  path: "/company-hierarchy/tree/",
  summary: "Get the root of the hierarchy, with all nodes below it",
  allow: "hierarchy",
  // With an id of its own, "#" in its schema is the item, not the document that contains it.
  reply: TreeItem.meta({ $id: "tree-item" }),
  fails: ["not_found"],
});
