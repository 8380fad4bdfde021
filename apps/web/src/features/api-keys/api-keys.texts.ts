export const apiKeyTexts = {
  section: "MCC Admin",
  title: "API Keys",
  noun: "Keys",
  searched: "Name, company or first characters",
  empty: "Systems that send orders and documents sign in with a key. Create one for each of them.",
  create: "Create API Key",
  createTitle: "Create New API Key",
  replaceTitle: (name: string): string => `Replace ${name}`,
  createSubmit: "Create",
  created: "API key created correctly",
  createFailed: "There has been an error creating the API key",
  name: "Name",
  nameHint: "Which system has the key, for example ERP",
  scopes: "Scopes",
  scopeHints: {
    orders: "Orders: create orders, update their status, read them",
    documents: "Documents: store documents of orders",
    "login-as": "Login as: redeem the tokens of users who log in to a storefront",
  },
  company: "Company",
  companyHint: "Without a company, the key is valid for every company.",
  everyCompany: "Every company",
  commandLine: "Command line",
  never: "Never",
  replaceNote:
    "The new key has the same name, scopes and company. Both are valid until the previous one ends, so the system can change over without an interruption.",
  previous: "The previous key ends",
  previousHint: "Choose Now if someone else may have the key.",
  previousEnds: (hours: number | null): string => {
    if (hours === null) return "When it is revoked";
    if (hours === 0) return "Now";
    const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
    return `In ${count} ${unit}${count === 1 ? "" : "s"}`;
  },
  back: "Return to API keys",
  written: "Written With an API Key",
  writtenWith: (name: string, prefix: string): string => `Written With ${name} (${prefix}…)`,
  showWritten: "Written records",
  records: "Records",
  recordsSearched: "Record or company",
  nothingWritten: "Orders, documents and logins that are written with this key are listed here.",
  keyFailed: "There has been an error fetching the API key",
  keyTitle: "Copy the new API key",
  keyNote: "It is shown only this once. Store it where the other system reads it.",
  keyNoun: "API key",
  replace: "Replace",
  revoke: "Revoke",
  revokeTitle: "Revoke API key",
  revokeQuestion: (name: string, prefix: string): string =>
    `Do you want to revoke ${name} (${prefix}…)? Requests with this key are refused from now on.`,
  revoked: "API key revoked correctly",
  revokeFailed: "There has been an error revoking the API key",
} as const;
