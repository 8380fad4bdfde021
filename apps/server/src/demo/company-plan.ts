/** The readable description of a demo company; everything is referenced by name. */
export interface CompanyPlan {
  readonly name: string;
  readonly slug: string;
  readonly shortName: string;
  readonly label: string;
  readonly accent: string;
  /** Also the theme, the tenant group and the folder of the documents. */
  readonly prefix: string;
  readonly mccHost: string;
  readonly erpIdentifier: string;
  readonly catalogs: readonly string[];
  readonly features: {
    readonly approval: boolean | null;
    readonly tracking: boolean | null;
    readonly hierarchy: boolean | null;
    readonly locationNames: boolean;
  };
  readonly lookerUrl?: string;
  readonly billing: BillingPlan;
  readonly siteTypes: readonly string[];
  readonly warehouses: readonly string[];
  readonly roles: readonly RolePlan[];
  readonly groups: readonly string[];
  readonly nodes: readonly NodePlan[];
  readonly sites: readonly SitePlan[];
  readonly users: readonly UserPlan[];
  readonly rules: readonly RulePlan[];
  readonly delegations?: readonly DelegationPlan[];
  readonly escalation?: EscalationPlan;
  readonly budgets?: readonly BudgetPlan[];
  readonly history: HistoryPlan;
}

export interface BudgetPlan {
  readonly name: string;
  /** A custom one begins some weeks before today and ends some weeks after, once. */
  readonly period: "month" | "quarter" | "year" | "custom";
  /** How many periods after the current one it begins; one that began before has no other period. */
  readonly after?: number;
  readonly sites?: readonly string[];
  readonly node?: string;
  /** It covers the AFE of the largest accepted order of a custom period. */
  readonly isOfAfe?: true;
  readonly field?: { readonly name: string; readonly value: string };
  /** Who approves the further step; without one, owners are notified. */
  readonly role?: string;
  /** The part of it that is used in the current period. */
  readonly used: number;
}

interface BillingPlan {
  readonly name: string;
  readonly street: string;
  readonly street2?: string;
  readonly city: string;
  readonly region: string;
  readonly regionCode: string;
  readonly country: string;
  readonly postalCode: string;
  readonly phone: string;
}

interface RolePlan {
  readonly name: string;
  readonly impersonates?: boolean;
  readonly tracks?: boolean;
}

export interface NodePlan {
  readonly name: string;
  readonly group: string;
  /** None for the root. */
  readonly parent?: string;
}

export interface SitePlan {
  readonly name: string;
  readonly type: string;
  readonly warehouse: string;
  readonly taxPercent: number;
  /** The weight of this site when orders are distributed over the sites. */
  readonly share: number;
  readonly location?: string;
  readonly division?: string;
  readonly businessUnit?: string;
  readonly region?: string;
  readonly node?: string;
  readonly isBuyout?: boolean;
  /** Orders of more than a year ago carry this name. */
  readonly formerName?: string;
}

export interface UserPlan {
  readonly first: string;
  readonly last: string;
  /** In the username, instead of the name: the accounts that the README lists. */
  readonly account?: string;
  readonly role?: string;
  readonly isAdmin?: boolean;
  readonly analytics?: boolean;
  /** On by default. */
  readonly alerts?: boolean;
  readonly phone?: string;
  /** Without hierarchy. */
  readonly sites?: "all" | readonly string[];
  /** With hierarchy. */
  readonly node?: string;
  readonly policy?: readonly string[];
}

/** Somebody is on leave, and somebody else decides for them. */
interface DelegationPlan {
  /** Full names. */
  readonly principal: string;
  readonly deputy: string;
  /** In days from today on. */
  readonly from: number;
  readonly until: number;
  readonly cap?: number;
  readonly note: string;
}

/** Who may decide about steps that have waited for so many working hours, too. */
interface EscalationPlan {
  readonly hours: number;
  readonly role: string;
  readonly timeZone: string;
}

/** What an approver asks the person who placed an order. */
interface QuestionPlan {
  readonly text: string;
  /** None: the order waits for it. */
  readonly answer?: string;
}

export interface RulePlan {
  /** The user by "First Last". */
  readonly user?: string;
  readonly role?: string;
  /** 0 every order, -1 blanket approver, else whole dollars. */
  readonly limit: number;
  readonly nodes?: readonly string[];
  readonly sites?: readonly string[];
}

/** An order that is to be pending. */
export interface PendingPlan {
  /** Its total in dollars is at or above the first and below the second. */
  readonly total: readonly [number, number];
  /** How many of its steps have been approved. */
  readonly done: number;
  /** The site, where the approver matters. */
  readonly sites?: readonly string[];
}

export interface HistoryPlan {
  readonly identifierPrefix: string;
  readonly firstNumber: number;
  readonly orders: number;
  /** Of these orders, how many were placed before orders could be tracked. */
  readonly ordersBeforeTracking: number;
  readonly pending: readonly PendingPlan[];
  /** Among the pending orders are a duplicate and an order split in two. */
  readonly similarOrders?: true;
  /** About the newest pending orders. */
  readonly questions?: readonly QuestionPlan[];
  readonly documents: number;
  readonly alerts: number;
  /** People named on orders who have no account. */
  readonly outsiders: readonly string[];
}
