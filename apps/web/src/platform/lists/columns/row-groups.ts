interface Grouped {
  readonly groups: readonly { readonly id: number; readonly node: string }[];
}
/** A row of a list with hierarchy groups: a site, or something that belongs to one. */
type RowWithGroups =
  | Grouped
  | { readonly site: Grouped }
  | { readonly site: string; readonly site_groups: Grouped["groups"] };

const groupsOf = (row: RowWithGroups): Grouped["groups"] => {
  if (!("site" in row)) return row.groups;
  return "site_groups" in row ? row.site_groups : row.site.groups;
};

/** The node of a row in a hierarchy group. */
export const nodeIn = (row: unknown, groupId: number): string | undefined => {
  const place = row as RowWithGroups;
  return groupsOf(place).find(({ id }) => id === groupId)?.node;
};
