import type { Endpoint } from "../kit/endpoint.ts";

interface DataKind {
  readonly label: string;
  /** What a program can do with it, for the person who chooses. */
  readonly read: string;
  readonly write?: string;
  /** Company admins only, so a key that is limited to sites or nodes cannot have it. */
  readonly wholeCompany?: true;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * What keys of companies may call, by kinds of data. Every other endpoint needs a person: decisions about orders,
 * users and their access, sign-in and security, keys, and what belongs to one user. A response is the same for every
 * key that may have it, so the words of a kind say what else it shows, such as the names of users.
 */
const COMPANY_KEY_KINDS = {
  orders: {
    label: "Orders",
    read: "Orders with their items, totals, tracking numbers and approval steps, which name the approvers",
    reads: [
      "GET /orders/",
      "GET /orders/suggestions/",
      "GET /orders/sum/",
      "GET /orders/:identifier/",
      "GET /orders/:identifier/tracking-numbers/",
    ],
    writes: [],
  },
  approvals: {
    label: "Approvals",
    read: "Pending orders, comments, approval rules and who may approve an order; a key never decides",
    reads: [
      "GET /orders/pending/",
      "GET /orders/pending/suggestions/",
      "GET /orders/pending/sum/",
      "GET /orders/pending/count/",
      "GET /orders/pending/requires-approval/count/",
      "GET /orders/pending/remarks/",
      "GET /orders/:identifier/comments/",
      "GET /approvals/rules/",
      "GET /approvals/rules/:id/",
      "GET /access/orders/:identifier/",
    ],
    writes: [],
  },
  documents: {
    label: "Documents",
    read: "Documents, their files and the orders they belong to",
    reads: [
      "GET /documents/",
      "GET /documents/suggestions/",
      "GET /documents/download/",
      "GET /documents/order/:identifier/",
      "GET /documents/order/:identifier/suggestions/",
    ],
    writes: [],
  },
  sites: {
    label: "Sites",
    read: "Sites with the users who see them, their types and warehouses",
    write: "Create, change and delete sites and their types; not their users, node or approval rules",
    reads: [
      "GET /sites/",
      "GET /v2/sites/",
      "GET /sites/suggestions/",
      "GET /sites/count/",
      "GET /sites/:id/",
      "GET /sites/:id/groups/",
      "GET /sites/list-warehouses/",
      "GET /sites/site-type/",
      "GET /sites/site-type/:id/",
    ],
    writes: [
      "POST /sites/",
      "PATCH /sites/:id/",
      "DELETE /sites/:id/",
      "POST /sites/site-type/",
      "PATCH /sites/site-type/:id/",
      "DELETE /sites/site-type/:id/",
    ],
  },
  hierarchy: {
    label: "Hierarchy",
    read: "Groups and nodes of the hierarchy with their sites",
    reads: [
      "GET /company-hierarchy/organization-groups/",
      "GET /company-hierarchy/organization-groups/suggestions/",
      "GET /company-hierarchy/organization-groups/:id/",
      "GET /company-hierarchy/organization-nodes/",
      "GET /company-hierarchy/organization-nodes/suggestions/",
      "GET /company-hierarchy/organization-nodes/:id/",
      "GET /company-hierarchy/organization-nodes/:id/sites/",
      "GET /company-hierarchy/tree/",
      "GET /company-hierarchy/unassigned-sites/",
    ],
    writes: [],
  },
  budgets: {
    label: "Budgets",
    read: "Budgets with their owners, periods and entries, which name orders",
    write: "Create, change and delete budgets",
    reads: [
      "GET /budgets/",
      "GET /budgets/:id/",
      "GET /budgets/:id/chart/",
      "GET /budgets/:id/entries/",
      "GET /budgets/:id/entries/suggestions/",
      "GET /budgets/:id/periods/",
      "GET /orders/:identifier/budgets/",
      "GET /orders/pending/budgets/",
      "GET /budgets/fields/",
      "POST /budgets/preview/",
    ],
    writes: ["POST /budgets/", "PATCH /budgets/:id/", "DELETE /budgets/:id/"],
  },
  users: {
    label: "Users",
    read: "Users with their sites and roles. Your directory changes users by SCIM",
    reads: [
      "GET /accounts/users/",
      "GET /accounts/users/suggestions/",
      "GET /accounts/users/:id/",
      "GET /accounts/v2/users/:id/sites/",
      "GET /v2/sites/:id/users/",
      "GET /accounts/roles/",
      "GET /accounts/roles/:id/",
    ],
    writes: [],
  },
  audit: {
    label: "Audit",
    read: "Who changed what and when, in all kinds of data",
    wholeCompany: true,
    reads: ["GET /audit/", "GET /audit/suggestions/"],
    writes: [],
  },
} as const satisfies Readonly<Record<string, DataKind>>;

export type CompanyKeyKind = keyof typeof COMPANY_KEY_KINDS;

const kinds: Readonly<Record<string, DataKind>> = COMPANY_KEY_KINDS;

/** The same with the texts and limits that only some kinds have. */
export const keyKindOf = (kind: CompanyKeyKind): DataKind => kinds[kind] as DataKind;

export const COMPANY_KEY_KIND_NAMES = Object.keys(COMPANY_KEY_KINDS) as CompanyKeyKind[];

export type CompanyKeyScope = `${CompanyKeyKind}:${"read" | "write"}`;

/** "orders:read", "sites:write"; who may write a kind may read it. */
export const COMPANY_KEY_SCOPES: readonly CompanyKeyScope[] = COMPANY_KEY_KIND_NAMES.flatMap((kind) =>
  keyKindOf(kind).writes.length > 0
    ? [`${kind}:read` as const, `${kind}:write` as const]
    : [`${kind}:read` as const],
);

/** What a call with a key of a company is: which kind of data it reads or writes. */
export interface KeyCall {
  readonly kind: CompanyKeyKind;
  readonly isWrite: boolean;
}

const calls = new Map<string, KeyCall>(
  COMPANY_KEY_KIND_NAMES.flatMap((kind) => {
    const { reads, writes } = keyKindOf(kind);
    return [
      ...reads.map((name) => [name, { kind, isWrite: false }] as const),
      ...writes.map((name) => [name, { kind, isWrite: true }] as const),
    ];
  }),
);

/** Nothing for an endpoint that needs a person. */
export const keyCallOf = ({ method, path }: Pick<Endpoint, "method" | "path">): KeyCall | undefined =>
  calls.get(`${method} ${path}`);

export const allowsCall = (scopes: readonly string[], { kind, isWrite }: KeyCall): boolean =>
  scopes.includes(`${kind}:write`) || (!isWrite && scopes.includes(`${kind}:read`));
