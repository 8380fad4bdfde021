/** Texts of the hierarchy, fixed by HIER-002, HIER-022, HIER-045 and HIER-061. */
export const hierarchyTexts = {
  section: "Hierarchy",
  groupsFailed: "There has been an error fetching organization groups",
  nodesFailed: "There has been an error fetching organization nodes",
  sitesFailed: "There has been an error fetching available sites",
  sameGroup: (parent: string): string => `“${parent}” belongs to the same group as this node.`,
  usersFailed: "There has been an error fetching available users",
} as const;
