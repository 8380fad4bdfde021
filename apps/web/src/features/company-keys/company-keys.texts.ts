import {
  COMPANY_KEY_KIND_NAMES,
  type CompanyKeyKind,
  type CompanyKeyScope,
  keyKindOf,
} from "@mcc/contract/access/company-key-kinds.ts";
import {
  type CompanyKey,
  DELETED_KEYS_KEPT_DAYS,
  MOST_COMPANY_KEYS,
} from "@mcc/contract/company-keys/company-keys.schema.ts";

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "Orders, Sites (read and write)". */
export const scopeWords = (scopes: readonly CompanyKeyScope[]): string =>
  COMPANY_KEY_KIND_NAMES.flatMap((kind) => {
    const { label } = keyKindOf(kind);
    if (scopes.includes(`${kind}:write`)) return [`${label} (read and write)`];
    return scopes.includes(`${kind}:read`) ? [label] : [];
  }).join(", ");

/** Where a key is valid, in a few words. */
export const placeWords = ({ is_limited, sites, nodes }: CompanyKey): string => {
  if (!is_limited) return "All sites";
  const places = [...nodes, ...sites];
  const [first] = places;
  if (first && places.length === 1) return first.name;
  const words = [
    nodes.length > 0 ? counted(nodes.length, "node") : "",
    sites.length > 0 ? counted(sites.length, "site") : "",
  ].filter(Boolean);
  return words.join(", ") || "No sites";
};

export const kindLabel = (kind: CompanyKeyKind): string => keyKindOf(kind).label;

/** Texts of a company's own API keys. */
export const companyKeyTexts = {
  title: "API Keys",
  keys: "Keys",
  hint: "With a key, a program of your company reads or writes what you choose. It gets exactly what a user with these sites would get.",
  docs: "How programs use a key",
  failed: "The API keys could not be loaded",
  keyFailed: "The API key could not be loaded",
  back: "Return to API keys",
  table: "API keys of your company",
  none: "There are no API keys. Create one for each program, for example your ERP.",
  full: `There can be ${MOST_COMPANY_KEYS} keys, ended ones included. Delete one to create another.`,
  create: "Create API Key",
  createTitle: "Create New API Key",
  createSubmit: "Create",
  createFailed: "The API key was not created",
  created: "The API key was created",
  name: "Name",
  nameHint: "Which program has the key, for example ERP.",
  data: "What it may use",
  places: "Where",
  placesHint: "Leave it empty for all sites, also new ones.",
  sites: "Sites",
  nodes: "Nodes",
  nodesHint: "With every site below them, also later ones.",
  onlyAllSites: "Only with a key for all sites.",
  validUntil: "Valid until",
  validUntilHint: "The last day. Without one, the key is valid until it is deleted.",
  access: "Access",
  where: "Sites",
  status: "Status",
  lastUse: "Last use",
  never: "Never",
  noEnd: "Until it is deleted",
  actions: "Actions",
  prefix: "Begins with",
  createdLabel: "Created",
  createdBy: (at: string, by: string | null): string => (by ? `${at} by ${by}` : at),
  lastFrom: (at: string, address: string | null): string => (address ? `${at} from ${address}` : at),
  until: (day: string): string => `until ${day}`,
  replaced: "replaced by a newer key",
  keyTitle: "Copy the new API key",
  keyNote: "It is shown only this once. Store it where the program reads it.",
  keyNoun: "API key",
  replace: "Replace",
  replaceTitle: (name: string): string => `Replace ${name}`,
  replaceNote:
    "The new key has the same name and rights. Both are valid until the previous one ends, so the program can change over without an interruption.",
  previous: "The previous key ends",
  previousHint: "Choose Now if someone else may have the key.",
  ends: { 0: "Now", 1: "In 1 hour", 24: "In 1 day", 168: "In 7 days" },
  newUntil: "The new key is valid until",
  deleteTitle: "Delete an API key",
  deleteQuestion: (name: string, prefix: string): string =>
    `Delete ${name} (${prefix}…)? Programs that use it are refused at once. What it was used for can be looked up for another ${DELETED_KEYS_KEPT_DAYS} days.`,
  delete: "Delete",
  deleted: "The API key was deleted",
  deleteFailed: "The API key was not deleted",
  deletedKeys: "Deleted Keys",
  deletedHint: `They are refused. What they were used for can be looked up for ${DELETED_KEYS_KEPT_DAYS} days.`,
  changes: "What it changed, in the audit",
  use: "What It Was Used For",
  useTable: "Use by kinds of data",
  unused: "The key has not been used yet.",
  kind: "Data",
  reads: "Read",
  writes: "Written",
  lastRead: "Last read",
  lastWrite: "Last written",
  calls: "Latest Calls",
  callsTable: "Latest calls with the key",
  noCalls: "Calls with the key appear here, refused ones too.",
  at: "When",
  call: "Call",
  answer: "Response",
  address: "From",
  answers: (status: number): string => {
    if (status < 400) return "Done";
    if (status === 404) return "Not found (404)";
    return status < 500 ? `Refused (${status})` : `Failed (${status})`;
  },
} as const;
