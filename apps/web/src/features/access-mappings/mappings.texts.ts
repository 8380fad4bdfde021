import { mappingMessages } from "@mcc/contract/access-mappings/access-mappings.messages.ts";
import {
  type AccessMapping,
  type ClaimSource,
  GROUPS_CLAIM,
  type MappedAccess,
  type MappedField,
} from "@mcc/contract/access-mappings/access-mappings.schema.ts";

const FIELDS: Readonly<Record<MappedField, string>> = {
  role: "the role",
  node: "the node",
  sites: "the sites",
  is_company_admin: "who is a company admin",
};

const whoHas = ({ claim, value }: Pick<AccessMapping, "claim" | "value">): string =>
  claim === GROUPS_CLAIM ? `Group ${value}` : `${claim}: ${value}`;

const MOST_NAMED = 5;

const sitesWords = (sites: MappedAccess["sites"]): string | undefined => {
  if (sites.length === 0) return undefined;
  const names = sites.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = sites.length - names.length;
  return `${sites.length === 1 ? "site" : "sites"} ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

/** What a mapping gives, or what a person has. */
const gives = ({ role, node, sites, is_company_admin }: MappedAccess): string =>
  [
    role && `role ${role.name}`,
    node && `node ${node.name}`,
    sitesWords(sites),
    is_company_admin && "company admin",
  ]
    .filter(Boolean)
    .join(", ");

/** Texts of the mapping of groups and claims. */
export const mappingTexts = {
  above: "Single Sign-on",
  title: "Groups and Access",
  tile: "Which groups give which role, node or sites.",
  hint: "Which groups of your identity provider or directory give which role, node or sites. It applies to each person with their next sign-in, and at once to whom the directory keeps.",
  back: "Return to single sign-on",
  failed: "The groups could not be loaded",
  lines: "Groups and what they give",
  table: "List of groups",
  empty: "No group gives anything yet: what people may do is decided in the portal alone.",
  order: "If several fit, the first one with a role gives the role, and the first one with a node the node.",
  decides:
    "What at least one group gives is decided by groups alone: who is in none of these groups loses it. All else stays as it is in the portal.",
  who: "Who",
  what: "Gets",
  actions: "Actions",
  whoHas,
  gives: (access: MappedAccess): string => gives(access) || "nothing",
  add: "Add Group",
  addTitle: "Add a group",
  editTitle: "Change a group",
  addSubmit: "Add",
  editSubmit: "Change",
  edit: "Edit",
  up: "Move up",
  down: "Move down",
  remove: "Remove",
  claim: "Claim",
  claimHint: "groups, unless your provider tells by another claim.",
  value: "Value",
  valueHint: "The name or id of the group, exactly as the provider sends it. A try-out shows it.",
  role: "Role",
  node: "Node",
  sites: "Sites",
  admin: "Company admin",
  rolesFailed: "There has been an error fetching roles",
  nodesFailed: "There has been an error fetching organization nodes",
  givesNothing: mappingMessages.givesNothing,
  givenTwice: "There is a line for this already. Change that one.",
  save: "Save",
  discard: "Discard",
  unsaved: "Your changes are not saved yet. The preview shows what they would do.",
  saved: "The groups were saved",
  saveFailed: "The groups were not saved",
  reload: "Load Again",

  preview: "Preview for a person",
  previewHint: "What the lines above would give, saved or not. Nothing is changed.",
  person: "Person",
  personHint: "Anybody, with what is known of them from the directory or their last sign-in.",
  groups: "Groups to try instead",
  groupsHint: "Press Enter after each. Empty: the groups that are known of the person.",
  usersFailed: "There has been an error fetching users",
  previewFailed: "What would follow could not be found out.",
  now: "Now",
  after: "Then",
  because: "Because of",
  nothingFits: "No line fits.",
  notDecided: "No group gives anything yet.",
  decidesAbout: (fields: readonly MappedField[]): string =>
    `Decided here: ${fields.map((field) => FIELDS[field]).join(", ")}.`,
  nobodyYet: "No user yet",
  noChange: "Nothing changes.",
  noneKnown:
    "Nothing is known of this person yet: they have not signed in with your identity provider, and the directory does not keep them.",
  sources: { single_sign_on: "their sign-in", directory: "the directory" } satisfies Record<
    ClaimSource,
    string
  >,
  knownFrom: (source: string, at: string): string => `Known from ${source}, ${at}.`,
} as const;
