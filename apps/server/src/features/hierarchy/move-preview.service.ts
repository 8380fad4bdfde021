import type { MovePreview } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countMoved, type MovedUser, movedUsers } from "./move-preview.queries.ts";
import { lockNode } from "./nodes.queries.ts";
import { mustBeParent } from "./nodes.service.ts";

const accessOf = (users: readonly MovedUser[], which: MovedUser["change"]) => {
  const found = users.filter(({ change }) => change === which);
  return {
    users_count: found[0]?.users_count ?? 0,
    users: found.map(({ change: _, users_count: __, ...user }) => user),
  };
};

/** Who would gain and lose which sites; refused where the move itself would be. */
export const previewNodeMove = async (
  scope: CompanyScope,
  nodeId: number,
  { parent }: { readonly parent: number },
): Promise<MovePreview> => {
  const node = (await lockNode(scope, nodeId)) ?? fail("not_found");
  await mustBeParent(scope, node, parent);
  const counts = await countMoved(scope, nodeId);
  const users = await movedUsers(scope, { nodeId, from: node.parent_id, to: parent });
  return { ...counts, gains: accessOf(users, "gains"), loses: accessOf(users, "loses") };
};
