import type { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { OrderRow, PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { RowColumns } from "../../../platform/lists/columns/row-columns.ts";
import { listTexts as says } from "../../../platform/lists/list.texts.ts";
import { useSearch } from "../../../platform/lists/list-state.ts";
import { formatMoney } from "../../../platform/page/format.ts";
import { TextLink } from "../../../platform/page/text-link.tsx";
import { daysText } from "../decisions.texts.ts";
import { RequiredApproval, StatusCell } from "./approval-status-cell.tsx";
import { Approvers, namesOf } from "./approvers.tsx";
import { pendingLink } from "./pending-link.ts";
import classes from "./warning-mark.module.css";
import { WarningMark, warningWords } from "./warning-mark.tsx";

const OrderCell = ({ order }: { order: OrderRow }) => (
  <TextLink {...pendingLink(order, useSearch())}>
    <TruncatedText>{order.identifier}</TruncatedText>
  </TextLink>
);

const TotalCell = ({ order }: { order: PendingRow }) => (
  <span className={classes.amount}>
    <WarningMark order={order} />
    {formatMoney(order.taxful_total_price_value)}
  </span>
);

/** The width of the mark of a warning or a question. */
const MARK = 24;

const DAY_MS = 24 * 60 * 60_000;

/** Whole days since the order was placed. */
export const daysWaiting = ({ order_date }: OrderRow): number =>
  Math.max(Math.floor((Date.now() - Date.parse(order_date)) / DAY_MS), 0);

/** What an order waits for is said in a sentence. */
export const pendingColumns: RowColumns<typeof pendingList> = {
  site: { value: ({ site }) => site.name, width: [116, 270], isWhole: true, card: "site" },
  location_name: { value: ({ site }) => site.location_name },
  business_unit: { value: ({ site }) => site.business_unit },
  identifier: { identifies: true, width: [98, 180], cell: (order) => <OrderCell order={order} /> },
  po_number: { spreadsheet: ({ po_number }) => po_number || says.notAvailable },
  orderDate: { value: ({ order_date }) => order_date },
  lines: {},
  total: {
    value: ({ taxful_total_price_value }) => taxful_total_price_value,
    cell: (order) => <TotalCell order={order} />,
    width: [118, 170],
    beside: MARK,
    staysInView: true,
  },
  approved_by: {
    value: ({ approved_by }) => namesOf(approved_by).join(", "),
    cell: (order) => <Approvers order={order} />,
    width: [120, 260],
  },
  current_required_approval: {
    value: ({ current_required_approval }) => current_required_approval?.name,
    cell: (order) => <RequiredApproval order={order} />,
    isWhole: true,
    beside: MARK,
    card: "detail",
  },
  approval_status: {
    cell: (order) => <StatusCell order={order} />,
    width: [150, 300],
    isTag: true,
    beside: MARK,
    staysInView: true,
    card: "status",
  },
  waiting_for: { value: ({ current_required_approval }) => current_required_approval?.name },
  days_waiting: { value: (order) => daysText(daysWaiting(order)) },
  warnings: { value: warningWords, width: [150, 360] },
  // Filtered and sorted by in links, and not drawn.
  region: { value: ({ site }) => site.region },
  ordered_by: {},
  requested_by: {},
  afe_number: {},
  status: {},
  payment_status: {},
};
