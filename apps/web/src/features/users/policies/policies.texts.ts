import { recordTexts } from "../../../platform/records/record.texts.ts";

/** Texts of the policies, many of them fixed by HIER-062 to HIER-075. */
export const policyTexts = {
  ...recordTexts("policy"),
  hierarchy: "Hierarchy",
  title: "Custom Policies",
  create: "Create policy",
  back: "Return to policies",
  user: "User",
  nodes: "Nodes",
  nodesHint: "Only narrows the sites below to those of these nodes.",
  sites: "Sites",
  endHint: "Without a site, the policy ends: the user then sees every site of their node.",
  empty: "A policy limits a user to some of the sites they would see otherwise.",
  required: "field is required",
  listFailed: "There was an error fetching Custom Policies",
  fetchFailed: "There has been an error fetching current user policies",
  nodesFailed: "There has been an error fetching organization nodes",
  sitesFailed: "There has been an error fetching available sites",
  usersFailed: "There has been an error fetching available users",
} as const;
