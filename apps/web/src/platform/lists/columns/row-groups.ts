interface Grouped {
  readonly groups: readonly { readonly id: number; readonly node: string }[];
}
/** A row of a list with hierarchy groups: a site, or something that belongs to one. */
type RowWithGroups = Grouped | { readonly site: Grouped };

/** The node of a row in a hierarchy group. */
export const nodeIn = (row: unknown, groupId: number): string | undefined => {
  const place = row as RowWithGroups;
  const { groups } = "site" in place ? place.site : place;
  return groups.find(({ id }) => id === groupId)?.node;
};
