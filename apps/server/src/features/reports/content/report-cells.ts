import { displayName } from "@mcc/contract/access/session.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import type { NodeRow } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";

export type CellValue = string | number | null | undefined;
type Cells<Row> = Readonly<Record<string, (row: Row) => CellValue>>;

interface Rows {
  readonly orders: OrderRow;
  readonly pending: OrderRow;
  readonly documents: DocumentRow;
  readonly sites: SiteRow;
  readonly users: UserRow;
  readonly alerts: Alert;
  readonly triggers: Trigger;
  readonly nodes: NodeRow;
  readonly audit: AuditEntry;
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

const order: Cells<OrderRow> = {
  ...place,
  tracking_numbers: ({ tracking_numbers }) => tracking_numbers.join(", "),
  orderDate: ({ order_date }) => order_date,
  total: ({ taxful_total_price_value }) => taxful_total_price_value,
  waiting_for: ({ current_required_approval }) => current_required_approval?.name,
};

/** The cells of columns that are not simply the field of the row with their key. */
const cells: { readonly [L in ListWithViews]: Cells<Rows[L]> } = {
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
    value: ({ rule, value, range_value }) =>
      rule === "WEEKDAY" ? range_value.map((day) => WEEKDAYS[day - 1]).join(", ") : value,
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
    const own = (cells[list] as Cells<object>)[key];
    return own ? own(row) : (row as Readonly<Record<string, CellValue>>)[key];
  };

/** What tells the rows of a list apart: orders by what people call them, others by their id. */
export const keyOf = (row: object): string => {
  const { identifier, id } = row as { identifier?: string; id: number };
  return identifier ?? String(id);
};
