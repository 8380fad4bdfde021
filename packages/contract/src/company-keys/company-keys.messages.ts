import { COMPANY_KEY_SCOPES } from "../access/company-key-kinds.ts";

export const companyKeyMessages = {
  nameRequired: "Please give the key a name",
  scopeRequired: "Please choose at least one kind of data",
  unknownScope: `This must be one of ${COMPANY_KEY_SCOPES.join(", ")}.`,
  unknownSites: "Some of these sites do not exist.",
  unknownNodes: "Some of these nodes do not exist.",
  noHierarchy: "Your company has no hierarchy, so a key cannot be limited to nodes.",
  past: "Please choose a date in the future",
  endRequired: "This key has ended. Please choose when the new one ends.",
  replaced: "This key was replaced already. Please choose when another new one ends.",
  wholeCompany: (label: string): string => `${label} can only be read with a key for all sites.`,
  limitedWrite: "A key that is limited to sites or nodes can only read.",
  hours: "This must be 0, 1, 24 or 168 hours.",
} as const;
