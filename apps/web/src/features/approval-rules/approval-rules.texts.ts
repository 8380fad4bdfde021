import { dollars } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";

/** Texts of the approval rules screens; many are fixed by CONF-029 to CONF-069. */
export const ruleTexts = {
  approvals: "Approvals",
  title: "Order Approval Rules",
  editTitle: "Edit Order Approval Rule",
  create: "Create Order Approval Rule",
  deactivate: "Deactivate order approvals",
  enable: "Enable order approvals",
  name: "Name",
  rule: "Rule",
  actions: "Actions",
  delete: "Delete",
  save: "Save",
  returnToRules: "Return to order approval rules",
  deleteTitle: "Delete order approval rule",
  deactivateTitle: "Deactivate order approvals",
  deactivateQuestion:
    "New orders will be accepted immediately, without approval. The rules are kept for when you enable approvals again.",
  deactivateConfirm: "Deactivate",
  pendingTitle: "Pending approvals",
  close: "Close",
  for: "Applies to",
  byRole: "A role",
  byUser: "A user",
  role: "User Role",
  user: "User",
  places: "Sites and nodes",
  sites: "Sites",
  searchPlaces: "Search sites and nodes",
  searchSites: "Search sites",
  noPlaces: "There are no sites to choose from.",
  unseen: "This user has no access to it",
  noMatch: "Nothing matches.",
  limit: "Order Total Above",
  hasRule: "has a rule",
  everyOrderHint: "Regardless of total.",
  blanketHint: "One approval completes everything an order needs. No order is pending because of it.",
  loading: "Loading",
  selfApproval: "Allow self-approval",
  selfApprovalHint:
    "Users can approve orders that they placed themselves. While this is off, someone else has to approve them.",
  selfAllowed: "Users can now approve their own orders",
  selfForbidden: "Users can no longer approve their own orders",
  limitNegative: "This can't be less than 0.",
  created: "Order Approval Rule created correctly",
  createFailed: "There has been an error creating the order approval rule",
  updated: "Order Approval Rule updated correctly",
  updateFailed: "There has been an error updating the order approval rule",
  deleteFailed: "There has been an error deleting the order approval rule",
  fetchFailed: "There has been an error fetching order approval rules",
  activateFailed: "There has been an error activating order approvals",
  deactivateFailed: "There has been an error deactivating order approvals",
  noRules: "Company does not have order approval rules",
  takeMeThere: "Take me there",
  pendingTooltip: "Pending approvals",
  everyOrder: "Approve every order",
  blanket: "Blanket approver",
  fromTotal: (amount: number) => `Approve orders with total equal to or above ${dollars(amount)}`,
  wholeDollars: "Whole dollars.",
  keepSteps: "Orders are pending this rule. They keep their approval steps; a change applies to new orders.",
  roleEverywhere: "Role, every site",
  tryTotal: "Try a total",
  tryChanges: "Try changes",
  tryTotalHint: "Shows the approvals that a new order would need by these rules.",
  orderTotal: "Order total",
  site: "Site",
  noSteps: "The order would be accepted at once, without approval.",
  notAmount: "Enter an amount, such as 1204.50",
} as const;

export const editTitleOf = (name: string): string => `${ruleTexts.editTitle} of ${name}`;

export const deleteQuestion = (name: string): string =>
  `Do you want to delete the order approval rule of ${name}? New orders will no longer need its approval.`;

export const includedIn = (label: string): string => `Included in ${label}`;

export const takenBy = (name: string | undefined): string =>
  name ? `Already in the rule of ${name}` : "Already in the rule of another user";

/** Whom a rule names and where it applies, with the first names of its sites and nodes. */
export const holderAndPlaces = ({ role, sites, nodes, place_names }: ApprovalRuleRow): string => {
  if (role) return ruleTexts.roleEverywhere;
  const more = sites.length + nodes.length - place_names.length;
  return `User, ${[...place_names, ...(more > 0 ? [`${more.toLocaleString("en-US")} more`] : [])].join(", ")}`;
};

/** Who approves an order completely, whatever its steps. */
export const blanketText = (names: readonly string[]): string =>
  `${new Intl.ListFormat("en-US", { type: "disjunction" }).format(names)} can complete all steps with one approval.`;

/** A rule's limit in words, as the table of rules shows it. */
export const limitText = (limit: number): string => {
  if (limit === 0) return ruleTexts.everyOrder;
  return limit < 0 ? ruleTexts.blanket : ruleTexts.fromTotal(limit);
};
