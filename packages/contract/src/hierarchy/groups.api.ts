import { flag, list } from "../kit/list.ts";
import { displayColumn, textColumn } from "../kit/list-columns.ts";
import { oneRecordEndpoints } from "../kit/record.ts";
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

export const {
  find: findGroup,
  create: createGroup,
  update: updateGroup,
  delete: deleteGroup,
} = oneRecordEndpoints({
  path: PATH,
  allow: "hierarchy",
  names: ["a group", "groups"],
  row: Group,
  create: NewGroup,
  update: GroupChanges,
  deleteFails: ["group.in_use"],
  notes: { delete: "Only one without nodes." },
});
