import { hierarchyMessages } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import { recordTexts } from "../../platform/records/record.texts.ts";
import { hierarchyTexts } from "./hierarchy.texts.ts";

/** How a node is named wherever it is listed (HIER-006). */
export const namedNode = ({ name, id }: { readonly name: string; readonly id: number }): string =>
  `${name} (ID: ${id})`;

/** Texts of the nodes, many of them fixed by HIER-015 to HIER-049. */
export const nodeTexts = {
  ...recordTexts("node"),
  title: "Hierarchy",
  searched: "Name or ID",
  policies: "Custom Policies",
  tree: "Tree",
  groups: "Groups",
  back: "Return to hierarchy",
  update: "Update Node",
  name: "Name",
  group: "Group",
  parent: "Parent",
  sites: "Sites",
  users: "Users",
  ecommerceCatalog: "Ecommerce Catalog",
  mccDomain: "MCC Domain",
  ecommerceDomain: "Ecommerce Domain",
  rootHint: "This node is the root of the hierarchy: it has no parent.",
  none: "None",
  sitesHint: "To move a site to another node, open the site.",
  usersHint: "To move a user to another node, open the user.",
  groupHint: "The kind of node, such as Region or District.",
  ecommerceCatalogHint: "The catalog of the storefront that its sites order from.",
  mccDomainHint: "The address of this portal for its users, if they have one of their own.",
  ecommerceDomainHint: "The address of the storefront for its sites, if they have one of their own.",
  addConfigurationHint: "Without one, the node has the configuration of the company.",
  usernamePrefixHint: "Usernames of its users and shop users begin with it and a hyphen.",
  tenantGroupHint: "The group of this node in your provider's systems.",
  checkoutHint:
    "How the checkout of the storefront works for its sites: a JSON object that your provider gives you.",
  firstOf: (shown: number, count: number): string =>
    `The first ${shown} of ${count.toLocaleString("en-US")} are listed.`,
  addConfiguration: "Add custom configuration",
  nextStep: "The configuration will be created in the next step",
  configurationTitle: "Create New Node Configuration",
  usernamePrefix: "Username Prefix",
  tenantGroup: "Tenant Group",
  checkout: "Ecommerce Checkout Configuration",
  isBuyoutNode: "Buyout node",
  buyoutHint: "At its sites, only company admins can log in to the storefront.",
  skip: "Not now",
  created: "Organization node created correctly",
  createFailed: "There has been an error creating the organization node",
  updated: "Organization node updated correctly",
  updateFailed: "There has been an error updating organization nodes",
  fetchFailed: hierarchyTexts.nodesFailed,
  deleted: hierarchyMessages.nodeDeleted,
  deleteQuestion: (name: string): string => `Do you want to delete the node ${name}?`,
  saveQuestion: "This node has an order approval rule. Do you want to edit it?",
  configurationCreated: "Node configuration created correctly",
  configurationCreateFailed: "There has been an error creating the node configuration",
  configurationUpdated: "Node configuration updated correctly",
  configurationUpdateFailed: "There has been an error updating the node configuration",
  configurationDeleted: hierarchyMessages.configurationDeleted,
  configurationDeleteFailed: "There has been an error deleting the node configuration",
  configurationFetchFailed: "There has been an error fetching the node configuration",
} as const;

/** Texts of the groups, fixed by HIER-050 to HIER-061. */
export const groupTexts = {
  ...recordTexts("group"),
  title: "Groups",
  back: "Return to groups",
  name: "Name",
  inTree: "Shown in the tree",
  created: "Group created correctly",
  createFailed: "There has been an error creating the Group",
  updated: "Group updated correctly",
  updateFailed: "There has been an error updating the Group",
  fetchFailed: hierarchyTexts.groupsFailed,
  deleted: hierarchyMessages.groupDeleted,
  deleteQuestion: (name: string): string => `Do you want to delete the group ${name}?`,
} as const;
