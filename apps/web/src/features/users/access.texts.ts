import type { PermissionName } from "@mcc/contract/access/permission-names.ts";
import type { UserAccess } from "@mcc/contract/access/user-access.api.ts";

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

type Rule = UserAccess["approvals"]["rules"][number];

/** What a permission means to whoever has it. */
const PERMISSIONS: Readonly<Record<PermissionName, string>> = {
  "order-tracking": "View order tracking",
  "order-tracking-configuration": "Configure order tracking",
  "has-order-approvals": "See pending approvals and decide where a rule allows it",
  impersonate: "Log in to the storefront as a site",
  "company-admin": "Manage sites, users and the configuration",
  hierarchy: "Manage the hierarchy",
  analytics: "View analytics",
  "mcc-admin": "Manage the platform",
};

const reasonOf = ({ because, node, policy_count }: UserAccess["sites"]): string => {
  const below = `at or below their node, ${node?.name ?? ""}`;
  const policy = `a policy with ${counted(policy_count, "site")}`;
  return {
    company_admin: "Company admins see every site.",
    assigned: "These sites are assigned to this user.",
    node: `The sites ${below}.`,
    policy: `This user has no node. They are the sites of ${policy}.`,
    node_and_policy: `The sites ${below}, limited by ${policy}.`,
    none: "This user has neither a node nor a policy, and therefore sees no site.",
  }[because];
};

const limitOf = ({ limit }: Rule): string => {
  if (limit === -1) return "Blanket approver: one approval completes every step";
  if (limit === 0) return "Every order";
  return `Orders with a total of $${limit.toLocaleString("en-US")}.00 or more`;
};

type Mapping = NonNullable<UserAccess["mapping"]>;

const FIELDS: Readonly<Record<Mapping["decides"][number], string>> = {
  role: "the role",
  node: "the node",
  sites: "the sites",
  is_company_admin: "who is a company admin",
};

const groupGives = ({ claim, value, ...gives }: Mapping["matches"][number]): string => {
  const { role, node, sites, is_company_admin } = gives;
  const given = [
    role && `the role ${role.name}`,
    node && `the node ${node.name}`,
    sites.length > 0 && counted(sites.length, "site"),
    is_company_admin && "company admin",
  ];
  return `${claim === "groups" ? "Group" : claim} ${value}: ${given.filter(Boolean).join(", ")}`;
};

export const accessTexts = {
  title: (name = "this user") => `What ${name} may do`,
  failed: "There was an error fetching what this user may do",
  role: "Role",
  noRole: "No role",
  companyAdmin: "Company admin",
  byGroups: "By groups",
  decidedByGroups: (fields: Mapping["decides"]) =>
    `The groups of your identity provider or directory decide ${fields.map((field) => FIELDS[field]).join(", ")}.`,
  noGroupFits: "This user is in none of the groups that give something.",
  groupGives,
  knownFrom: (source: Mapping["sources"][number]["source"], at: string) =>
    `Known from ${source === "directory" ? "the directory" : "the last single sign-on"}, ${at}.`,
  permissions: "May",
  nothing: "Nothing beyond what every user may do",
  permission: (name: PermissionName) => PERMISSIONS[name],
  sites: (count: number) => `Sees ${counted(count, "site")}`,
  reasonOf,
  more: (left: number) => `Show more (${left.toLocaleString("en-US")} left)`,
  approvals: "Approves",
  off: "Order approvals are off in this company.",
  noRule: "No approval rule names this user or the user's role.",
  deputyOf: (name: string, until: string) => `Deputy of ${name} until ${until}.`,
  standIn: "As company admin also decides on orders that no one else can decide on.",
  pending: (count: number) =>
    count === 0
      ? "No order needs this user's approval now."
      : `${counted(count, "order")} ${count === 1 ? "needs" : "need"} this user's approval now.`,
  own: (allowed: boolean) =>
    allowed ? "Orders the user has placed are included." : "Not for orders the user has placed.",
  limitOf,
  byOf: ({ by }: Rule, role: string | undefined) =>
    by === "role" ? `by the role ${role ?? ""}` : "by a rule of their own",
  placesOf: ({ everywhere, sites_count, sites }: Rule) => {
    if (sites_count === 0) return "At no site that they see.";
    if (everywhere) return "At every site that they see.";
    const left = sites_count - sites.length;
    const names = sites.map(({ name }) => name).join(", ");
    return `At ${counted(sites_count, "site")}: ${names}${left > 0 ? ` and ${left.toLocaleString("en-US")} more` : ""}.`;
  },
} as const;
