export const apiKeyMessages = {
  noCompany: "There is no company with this slug.",
} as const;
