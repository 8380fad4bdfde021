export const apiKeyMessages = {
  nameRequired: "Please give the key a name",
  scopeRequired: "Please choose at least one scope",
  noCompany: "There is no company with this slug.",
} as const;
