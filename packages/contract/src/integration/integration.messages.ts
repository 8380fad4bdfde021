/** What the provider's systems are told of a field, where the stored data is what speaks against it. */
export const integrationMessages = {
  manySites: "More than one site has this shop username: send the id of the site as site.",
  portalStatus: "Pending Approval and Rejected are set in the portal only.",
  otherIdentifier: "This is not the identifier of the path.",
  lineNotJson: "This line is not JSON.",
} as const;
