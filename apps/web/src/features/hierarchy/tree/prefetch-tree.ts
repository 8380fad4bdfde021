import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import { prefetch } from "../../../platform/api/prefetch.ts";

/** Loads the tree beside the code of its page: with thousands of nodes the response takes longer than the code. */
export const prefetchTree = (): void => prefetch(hierarchyTree, {});
