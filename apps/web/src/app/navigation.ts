import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import {
  type Icon,
  IconBell,
  IconBuildingFactory2,
  IconChartBar,
  IconChecklist,
  IconFileText,
  IconHierarchy2,
  IconHome,
  IconReceipt,
  IconSettings,
  IconUsers,
  IconWallet,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { PendingBadge } from "../features/decisions/pending/pending-badge.tsx";
import { isMisspelled } from "./misspelled.ts";

/** One page of the product. Sidebar, routes and typed links all read the table of pages below. */
interface PageOf<Path extends string> {
  /** As the router writes it: "/orders/$orderId". */
  readonly path: Path;
  readonly section: string;
  readonly label: string;
  /** Users without this permission get the fallback page. */
  readonly allow: GlobalAction;
  /** Its entry in the sidebar. `shownTo` restricts who sees it, `badge` shows a count. */
  readonly entry?: Entry | undefined;
  /** Whether platform admins, who have no sidebar, find it below the top bar. */
  readonly isLinked?: boolean;
}

interface Entry {
  readonly icon: Icon;
  readonly shownTo?: GlobalAction;
  readonly badge?: ComponentType;
}

type Line<Path extends string> = readonly [path: Path, label: string, menu?: Entry | "linked"];

const pagesFor = <const Path extends string>(
  allow: GlobalAction,
  section: string,
  lines: readonly Line<Path>[],
): PageOf<Path>[] =>
  lines.map(([path, label, menu]) => ({
    ...{ path, section, label, allow },
    ...(menu === "linked" ? { isLinked: true } : { entry: menu }),
  }));

const OWN = "You";
const COMPANY = "Company";
const HIERARCHY = "Hierarchy";
const CONFIGURATION = "Configuration";
const PLATFORM = "MCC Admin";

/** The table of pages, in the order of the sidebar. Their components: `page-components.ts`. */
export const pages = [
  ...pagesFor("company:member", COMPANY, [["/", "Home", { icon: IconHome }]]),
  ...pagesFor("hierarchy", HIERARCHY, [
    ["/hierarchy", "Hierarchy", { icon: IconHierarchy2 }],
    ["/hierarchy/$id", "Edit Node"],
    ["/hierarchy/groups", "Groups"],
    ["/hierarchy/groups/$id", "Edit Group"],
    ["/hierarchy/policies", "Custom Policies"],
    ["/hierarchy/policies/$id", "Edit Policy"],
    ["/hierarchy/tree", "Tree"],
  ]),
  ...pagesFor("company:member", COMPANY, [["/sites", "Sites", { icon: IconBuildingFactory2 }]]),
  ...pagesFor("company-admin", COMPANY, [
    ["/sites/$siteId", "Site"],
    ["/users", "Users", { icon: IconUsers }],
    ["/users/$userId", "User"],
  ]),
  ...pagesFor("company:member", COMPANY, [
    [
      "/pending-approvals",
      "Pending Approvals",
      { icon: IconChecklist, shownTo: "approval:list", badge: PendingBadge },
    ],
    ["/orders", "Orders", { icon: IconReceipt }],
    ["/orders/$orderId", "Order Details"],
    ["/orders/$orderId/documents", "Order Documents"],
    ["/budgets", "Budgets", { icon: IconWallet, shownTo: "budgets:menu" }],
    ["/budgets/$budgetId", "Budget"],
    ["/alerts", "Alerts", { icon: IconBell }],
    ["/alerts/configure", "Configure Rules"],
  ]),
  ...pagesFor("analytics", COMPANY, [["/analytics", "Analytics", { icon: IconChartBar }]]),
  ...pagesFor("approval-times", COMPANY, [["/analytics/approvals", "Approval Times"]]),
  ...pagesFor("company:member", COMPANY, [["/documents", "Documents", { icon: IconFileText }]]),
  ...pagesFor("company-admin", CONFIGURATION, [
    ["/configuration", "Configuration", { icon: IconSettings }],
    ["/configuration/roles", "Roles"],
    ["/configuration/roles/$roleId", "Edit Role"],
    ["/configuration/general", "General Configuration"],
    ["/configuration/general/billing", "Billing Address"],
    ["/configuration/ecommerce-login", "Ecommerce Login"],
    ["/configuration/uploads", "Upload Sites List"],
    ["/configuration/uploads/$importId", "Failed Rows"],
    ["/budgets/upload", "Upload Budgets"],
    ["/configuration/site-types", "Type of Sites"],
    ["/configuration/site-types/$siteTypeId", "Edit Site Type"],
    ["/configuration/audit", "Audit"],
    ["/configuration/access", "Access"],
    ["/configuration/company-data", "Company Data"],
    ["/configuration/api-keys", "API Keys"],
    ["/configuration/api-keys/$keyId", "API Key"],
    ["/configuration/event-deliveries", "Event Deliveries"],
    ["/configuration/retention", "Data Retention"],
    ["/configuration/security", "Security"],
    ["/configuration/security/sessions", "Sessions"],
    ["/configuration/security/sign-ins", "Sign-ins"],
    ["/configuration/sign-in", "Single Sign-on"],
    ["/configuration/sign-in/groups", "Groups and Access"],
    ["/configuration/sign-in/directory-log", "Directory Log"],
    ["/configuration/sign-in/$connectionId", "Identity Provider"],
    ["/configuration/support-access", "Support Access"],
    ["/configuration/webhooks", "Webhooks"],
    ["/configuration/webhooks/$webhookId", "Receiver"],
  ]),
  ...pagesFor("approval:configure", CONFIGURATION, [
    ["/configuration/approvals", "Approvals"],
    ["/configuration/approvals/$approvalRuleId", "Edit Approval Rule"],
  ]),
  ...pagesFor("order-tracking-configuration", CONFIGURATION, [
    ["/configuration/order-tracking", "Order Tracking"],
  ]),
  ...pagesFor("mcc-admin", PLATFORM, [
    ["/", "Companies"],
    ["/companies", "Companies", "linked"],
    ["/companies/create", "Create Company"],
    ["/companies/closed", "Closed Companies"],
    ["/companies/$id", "Update Company"],
    ["/companies/$companyId/configuration/create", "Create Company Configuration"],
    ["/companies/$companyId/configuration/edit", "Edit Company Configuration"],
    ["/companies/$companyId/nodes/upload", "Import nodes"],
    ["/companies/$companyId/sites/upload", "Import Sites"],
    ["/api-keys", "API Keys", "linked"],
    ["/api-keys/$keyId", "Written With an API Key"],
    ["/event-deliveries", "Event Deliveries", "linked"],
    ["/jobs", "Jobs", "linked"],
    ["/sign-ins", "Sign-ins", "linked"],
    ["/checklist", "Checklist", "linked"],
  ]),
  ...pagesFor("company:member", OWN, [
    ["/reports", "Reports"],
    ["/assistants/connect", "Connect an Assistant"],
  ]),
  ...pagesFor("session:own", OWN, [["/profile", "Your Profile", "linked"]]),
];

/** The path of any page: a link to another one does not compile. */
export type PagePath = (typeof pages)[number]["path"];
export type Page = PageOf<PagePath>;

export const pagesOf = (who: Session): Page[] => (pages as Page[]).filter(({ allow }) => can(who, allow));

export const entriesOf = (who: Session): Page[] =>
  pagesOf(who).filter(({ entry, allow }) => entry && can(who, entry.shownTo ?? allow));

/** The page whose address begins like this one, or the reverse, or is spelled almost like it: `/order`, `/oders/x`. */
export const nearestPage = (who: Session, pathname: string): Page | undefined => {
  const [, first = ""] = pathname.toLowerCase().split("/");
  if (first.length < 3) return undefined;
  return entriesOf(who).find(({ path }) => {
    const known = path.slice(1);
    return known !== "" && (known.startsWith(first) || first.startsWith(known) || isMisspelled(first, known));
  });
};
