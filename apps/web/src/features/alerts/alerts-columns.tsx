import type { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { Person } from "@mcc/ui/content/person.tsx";
import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import type { SpreadsheetColumn, SpreadsheetSpec } from "../../platform/export/spreadsheet-columns.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { AlertEntry } from "./alert-entry.tsx";
import { markRead, orderLink } from "./open-alert.ts";

const OrderCell = ({ alert }: { alert: Alert }) =>
  alert.order ? (
    <TextLink {...orderLink(alert.order.identifier)} onClick={() => void markRead(alert)}>
      <TruncatedText>{alert.order.identifier}</TruncatedText>
    </TextLink>
  ) : (
    <NotAvailable />
  );

const PersonCell = ({ name, username }: { name: string; username: string }) => (
  <span {...tooltip(username)}>
    <Person name={name} />
  </span>
);

export const alertColumns: RowColumns<typeof alertList> = {
  site: { card: "none", width: [110, 260] },
  order: {
    value: ({ order }) => order?.identifier,
    cell: (alert) => <OrderCell alert={alert} />,
    width: [118, 180],
    card: "detail",
  },
  user: {
    value: ({ user_name }) => user_name,
    cell: ({ user_name, user }) => <PersonCell name={user_name} username={user} />,
    spreadsheet: ({ user }) => user,
    beside: 32,
    width: [130, 260],
    card: "detail",
  },
  content: { identifies: true, cell: (alert) => <AlertEntry alert={alert} />, width: [260, 520] },
  created: {},
};

/** On the cards of one's own alerts, the own name says nothing. */
export const ownAlertColumns: RowColumns<typeof alertList> = {
  ...alertColumns,
  user: { ...alertColumns.user, card: "none" },
};

const column = (
  id: string,
  label: string,
  value: SpreadsheetColumn<Alert>["value"],
  kind: SpreadsheetColumn<Alert>["kind"] = "text",
): SpreadsheetColumn<Alert> => ({ id, label, kind, value, width: Math.max(label.length + 2, 24) });

/** The same for everybody, whichever columns the table shows (ALERT-007). */
export const alertSpreadsheet: SpreadsheetSpec<typeof alertList> = {
  before: [
    column("site", "Site", ({ site }) => site),
    column("order", "Order", ({ order }) => order?.identifier),
    column("user", "User", ({ user }) => user),
    column("alert_events_feed", "Alert Events Feed", ({ content }) => content),
    column("created", "Created", ({ created }) => created, "date"),
  ],
  columns: [],
};
