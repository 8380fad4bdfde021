/** Texts of the company hierarchy, to the letter (specification 1, section 5). */
export const hierarchyTexts = {
  groupsFailed: "There has been an error fetching organization groups",
  nodesFailed: "There has been an error fetching organization nodes",
  sitesFailed: "There has been an error fetching available sites",
} as const;
