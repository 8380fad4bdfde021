/** Texts of the home page. HOME-001 and HOME-004 fix the names of the tiles and the titles of the tables. */
export const homeTexts = {
  section: "Company",
  home: "Home",
  sites: "Company Sites",
  pending: "Pending Approvals",
  orders: "In Company Orders",
  alerts: "Sent Alerts",
  needYou: "Some orders need your approval",
  timeRange: "Time range",
  lastFive: "Last 5",
  ofOrders: "Orders",
  ofAlerts: "Alerts",
  newestOrders: "Newest orders",
  newestAlerts: "Newest alerts",
  allOrders: "All orders",
  allAlerts: "All alerts",
  content: "Content",
  created: "Created",
  noData: "No data",
  tryAgain: "Try again",
  showAllTime: "Show all time",
  noSites:
    "You have no sites yet, so there are no orders to show. Ask a company admin to assign sites to you.",
  noSitesAtAll: "Your company has no sites yet. Orders and alerts belong to a site, so create one first.",
  createSite: "Create a site",
  spend: "Spend",
  spendHint: "Approved orders, without canceled and rejected ones",
  spendTable: "Spend by period",
  asChart: "Chart",
  asTable: "Table",
  period: "Period",
  total: "Total",
  totalBefore: "Total before",
  attention: "Needs attention",
  nothingToDo: "Nothing needs your attention right now.",
  firstSteps: "First steps",
  dismiss: "Dismiss",
  dismissed: "The first steps are hidden for you. Other company admins still see them.",
  done: "Done",
  seeOrders: "See orders",
} as const;

/** A number with its noun: "1 order", "2,000 orders". */
const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

export const ordersText = (count: number): string => counted(count, "order", "orders");

/** What needs a company admin. */
export const attentionTexts = {
  pending: (count: number) => counted(count, "order is pending", "orders are pending"),
  overdue: (count: number) => counted(count, "is overdue", "are overdue"),
  unassigned: (count: number) => counted(count, "has no approver", "have no approver"),
  late: (count: number) =>
    counted(count, "order has waited longer than usual", "orders have waited longer than usual"),
  usual: (hours: number) =>
    `Nine of ten decisions take ${hours.toLocaleString("en-US", { maximumFractionDigits: 1 })} working hours or less`,
  never_signed_in: (count: number) =>
    counted(count, "user has never signed in", "users have never signed in"),
  failed_imports: (count: number) => counted(count, "import has failed rows", "imports have failed rows"),
  failing_deliveries: (count: number) =>
    counted(count, "event could not be delivered", "events could not be delivered"),
  sites_without_approver: (count: number) =>
    counted(count, "site has no one who can approve", "sites have no one who can approve"),
} as const;

/** What a new company does first. */
export const firstStepTexts = {
  sites: { title: "Create your sites", words: "Orders are placed for a site.", action: "Create sites" },
  users: {
    title: "Invite your users",
    words: "Assign them to the sites whose orders they see.",
    action: "Add users",
  },
  rules: {
    title: "Set approval rules",
    words: "Who approves orders, and from which total on.",
    action: "Set rules",
  },
  orders: {
    title: "Place a first order",
    words: "Orders are placed in the shop and appear here.",
    action: "Go to the shop",
  },
  branding: {
    title: "Show your logo and color",
    words: "Your provider sets them for you.",
    action: "Ask your provider",
  },
} as const;

export const stepsDoneText = (done: number, all: number): string => `${done} of ${all} done`;

/** An e-mail to the provider. */
export const brandingMail = (provider: string, company: string): string => {
  const subject = encodeURIComponent(`Logo and color of ${company}`);
  const body = encodeURIComponent(
    `Please show our logo and our color in the portal of ${company}. The logo is attached; our color is #`,
  );
  return `mailto:${provider}?subject=${subject}&body=${body}`;
};
