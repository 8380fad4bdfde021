/** What the server and the forms say of the hierarchy, to the letter where the specification has it (3 §5 and §8). */
export const hierarchyMessages = {
  required: "field is required",
  notJson: "is not a valid JSON",
  checkoutTooLong: "This can't be longer than 20,000 characters.",
  ownParent: "A node cannot be its own parent.",
  belowItself: "A node cannot be moved below itself.",
  rootHasNoParent: "This node is the root of the hierarchy, which has no parent.",
  sitesTaken: "One of these sites does not exist or has a node already.",
  usersTaken: "One of these users does not exist or has a node already.",
  groupNameTaken: "There is already a group with this name.",
  nodeDeleted: "Organization node deleted correctly",
  groupDeleted: "Group deleted correctly",
  configurationDeleted: "Node configuration deleted correctly",
  hasChildren: "This node has nodes below it: move or delete them first.",
  hasSites: (sites: number): string =>
    sites === 1
      ? "1 site is at this node: move it to another node first."
      : `${sites.toLocaleString("en-US")} sites are at this node: move them to another node first.`,
  hasUsers: (users: number): string =>
    users === 1
      ? "1 user is at this node: move them to another node first."
      : `${users.toLocaleString("en-US")} users are at this node: move them to another node first.`,
  hasBudgets: ([first = "", ...others]: readonly string[]): string =>
    others.length === 0
      ? `The budget “${first}” covers this node: change it first.`
      : `The budgets “${[first, ...others].join("”, “")}” cover this node: change them first.`,
} as const;
