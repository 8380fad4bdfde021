import { displayName } from "@mcc/contract/access/session.ts";
import { shownValue } from "@mcc/contract/alerts/alert-rules.texts.ts";
import type { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import type { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import type { auditList } from "@mcc/contract/audit/audit.api.ts";
import type { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { siteList } from "@mcc/contract/sites/sites.api.ts";
import type { userList } from "@mcc/contract/users/users.api.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import type { z } from "zod";

export type CellValue = string | number | null | undefined;

interface Declared {
  readonly columns: Columns;
  readonly row: z.ZodType;
}
type RowOf<L extends Declared> = z.output<L["row"]> & object;
type Cell<Row> = (row: Row) => CellValue;
/** The columns whose value is the field of the row with their key. */
type FieldOf<L extends Declared> = {
  [Key in keyof L["columns"] & string]: Key extends keyof RowOf<L>
    ? RowOf<L>[Key] extends CellValue
      ? Key
      : never
    : never;
}[keyof L["columns"] & string];
/** The cells of all other columns of a declared list. A forgotten or misspelled column does not compile. */
type Cells<L extends Declared> = {
  readonly [Key in Exclude<keyof L["columns"] & string, FieldOf<L>>]: Cell<RowOf<L>>;
} & { readonly [Key in FieldOf<L>]?: Cell<RowOf<L>> };

interface Lists {
  readonly orders: typeof orderList;
  readonly pending: typeof pendingList;
  readonly documents: typeof documentList;
  readonly sites: typeof siteList;
  readonly users: typeof userList;
  readonly alerts: typeof alertList;
  readonly triggers: typeof triggerList;
  readonly nodes: typeof nodeList;
  readonly audit: typeof auditList;
}

const names = (some: readonly { readonly name: string }[]): string => some.map(({ name }) => name).join(", ");
const inWords = (name: string): string => {
  const words = name.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const DAY_MS = 24 * 60 * 60_000;

const place = {
  site: ({ site }: { site: { name: string } }) => site.name,
  location_name: ({ site }: { site: { location_name: string | null } }) => site.location_name,
  business_unit: ({ site }: { site: { business_unit: string | null } }) => site.business_unit,
  region: ({ site }: { site: { region: string | null } }) => site.region,
};

const order: Cells<typeof orderList> = {
  ...place,
  tracking_numbers: ({ tracking_numbers }) => tracking_numbers.join(", "),
  orderDate: ({ order_date }) => order_date,
  total: ({ taxful_total_price_value }) => taxful_total_price_value,
  waiting_for: ({ current_required_approval }) => current_required_approval?.name,
};

const cells: { readonly [L in ListWithViews]: Cells<Lists[L]> } = {
  orders: order,
  pending: {
    ...order,
    approved_by: ({ approved_by }) => names(approved_by),
    current_required_approval: ({ current_required_approval }) => current_required_approval?.name,
    days_waiting: ({ order_date }) =>
      String(Math.max(Math.floor((Date.now() - Date.parse(order_date)) / DAY_MS), 0)),
    warnings: ({ warnings }) =>
      warnings
        .filter(({ dismissed }) => !dismissed)
        .map(({ kind, text }) => `${warningNames[kind]}: ${text}`)
        .join(" "),
  },
  documents: { ...place, document_type: ({ document_type_name }) => document_type_name },
  sites: {
    site_type: ({ site_type }) => site_type?.name,
    user: ({ users }) => users.map(({ username }) => username).join(", "),
  },
  users: {
    role: ({ role }) => role?.name,
    name: displayName,
    lastLogin: ({ last_login }) => last_login,
    site: ({ sites }) => names(sites),
    alerts_enabled: ({ alerts_enabled }) => (alerts_enabled ? "Enabled" : "Disabled"),
  },
  alerts: { order: ({ order }) => order?.identifier, user: ({ user_name }) => user_name },
  triggers: {
    value: shownValue,
    username: ({ user }) => user.username,
    site: ({ site }) => site.name,
    status: ({ enabled }) => (enabled ? "Enabled" : "Disabled"),
  },
  nodes: {
    parent: ({ parent_name }) => parent_name,
    sites: ({ sites = [] }) => names(sites),
    users: ({ users = [] }) =>
      users.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(", "),
  },
  audit: {
    action: ({ action }) => inWords(action),
    record_type: ({ record_type }) => inWords(record_type),
    record_name: ({ record_name, record_id }) => record_name ?? record_id,
  },
};

const ofGroup = (row: object, groupId: number): CellValue => {
  const { groups, site_groups, site } = row as Readonly<Record<string, unknown>>;
  const found = (groups ?? site_groups ?? (site as { groups?: unknown } | undefined)?.groups ?? []) as {
    id: number;
    node: string;
  }[];
  return found.find(({ id }) => id === groupId)?.node;
};

/** The value of a column of a row; a number after the key is that of a hierarchy group. */
export const cellOf =
  (list: ListWithViews, key: string, groupId?: number) =>
  (row: object): CellValue => {
    if (groupId !== undefined) return ofGroup(row, groupId);
    const own = (cells[list] as Readonly<Record<string, (row: object) => CellValue>>)[key];
    return own ? own(row) : (row as Readonly<Record<string, CellValue>>)[key];
  };

/** What tells the rows of a list apart: orders by what people call them, others by their id. */
export const keyOf = (row: object): string => {
  const { identifier, id } = row as { identifier?: string; id: number };
  return identifier ?? String(id);
};
