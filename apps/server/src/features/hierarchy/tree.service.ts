import type { TreeItem } from "@mcc/contract/hierarchy/tree.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { treeRows } from "./tree.queries.ts";

/** The root with everything below it; not found while the company has no nodes. */
export const findTree = async (scope: CompanyScope): Promise<TreeItem> => {
  const rows = await treeRows(scope);
  const items = new Map(
    rows.map(({ parent_id: _, site_ids, site_names, ...item }): [number, TreeItem] => {
      const sites = site_ids.map((id, at) => ({ id, name: site_names[at] ?? "" }));
      return [item.id, { ...item, sites, children: [] }];
    }),
  );
  let root: TreeItem | undefined;
  for (const { id, parent_id } of rows) {
    const item = items.get(id);
    if (item === undefined) continue;
    if (parent_id === null) root = item;
    else items.get(parent_id)?.children.push(item);
  }
  return root ?? fail("not_found");
};
