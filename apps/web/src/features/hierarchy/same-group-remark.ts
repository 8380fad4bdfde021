import type { LiteNode } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { hierarchyTexts } from "./hierarchy.texts.ts";

/** Groups are the levels of a hierarchy: a node below one of its own group is allowed, and seldom meant. */
export const sameGroupRemark =
  (groupOf: (nodes: readonly LiteNode[]) => number | undefined) =>
  (parent: LiteNode, nodes: readonly LiteNode[]): string | undefined =>
    parent.organization_group === groupOf(nodes) ? hierarchyTexts.sameGroup(parent.name) : undefined;
