/** Field messages for the provider's systems that depend on stored data. */
export const integrationMessages = {
  manySites: "More than one site has this shop username: send the id of the site as site.",
  portalStatus: "Pending Approval and Rejected are set in the portal only.",
  otherIdentifier: "This differs from the identifier in the path.",
  lineNotJson: "This line is not JSON.",
} as const;
