import type { DraftPerson, OrderDraft, OrderProgress } from "@mcc/contract/integration/order-input.ts";
import { lineTextOf } from "@mcc/contract/orders/line-text.ts";
import {
  codeOf,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
} from "@mcc/contract/orders/orders.schema.ts";
import type { LineToWrite } from "./lines.queries.ts";
import type { OrderToWrite, StoredOrder } from "./orders.queries.ts";

type StoredProgress = Pick<StoredOrder, "status" | "payment_status" | "tracking_numbers" | "tracking_url">;

/** The sent progress; omitted fields keep their values. */
export const progressRow = (
  { status, payment_status, tracking_numbers, tracking_url }: OrderProgress,
  stored: StoredProgress,
): StoredProgress => ({
  status: status === undefined ? stored.status : codeOf(ORDER_STATUSES, status),
  payment_status:
    payment_status === undefined
      ? stored.payment_status
      : payment_status && codeOf(PAYMENT_STATUSES, payment_status),
  tracking_numbers: tracking_numbers ?? stored.tracking_numbers,
  tracking_url: tracking_url === undefined ? stored.tracking_url : tracking_url,
});

/** Whether this changes the progress of an order. */
export const changesProgress = (progress: OrderProgress, stored: StoredProgress): boolean =>
  JSON.stringify(progressRow(progress, stored)) !== JSON.stringify(progressRow({}, stored));

const NO_PROGRESS = { status: 0, payment_status: null, tracking_numbers: [], tracking_url: null };

const hexOf = (hash: Buffer | null): string | null => hash && `\\x${hash.toString("hex")}`;

interface ResolvedReferences {
  readonly siteId: number;
  readonly siteSnapshotId: number;
  readonly personOf: (person: DraftPerson | null) => number | null;
}

/** The columns that are written from the content of an order. */
export type ContentColumn = keyof ReturnType<typeof contentRow> | "order_date";

const contentRow = ({ content }: OrderDraft, { siteId, siteSnapshotId, personOf }: ResolvedReferences) => ({
  site_id: siteId,
  site_snapshot_id: siteSnapshotId,
  creator_id: personOf(content.creator),
  ordered_by_id: personOf(content.ordered_by),
  requested_by_id: personOf(content.requested_by),
  po_number: content.po_number,
  afe_number: content.afe_number,
  total: content.total,
  subtotal: content.subtotal,
  line_count: content.lines.filter(({ product }) => product !== null).length,
  line_text: lineTextOf(content.lines),
  custom_checkout_data: content.custom_checkout_data,
  custom_confirm_data: content.custom_confirm_data,
});

export const newRow = (
  draft: OrderDraft & { identifier: string },
  status: OrderStatus,
  hash: Buffer,
  found: ResolvedReferences,
): OrderToWrite => ({
  identifier: draft.identifier,
  ...contentRow(draft, found),
  ...progressRow({ ...draft.progress, status }, NO_PROGRESS),
  order_date: draft.content.order_date ?? new Date().toISOString(),
  version: draft.version,
  content_hash: hexOf(hash),
});

/** The row as stored, for updates that touch only part of it. */
export const rowOf = ({
  removed_items: _removed,
  was_canceled_pending: _canceled,
  approved_rules: _approved,
  order_date,
  content_hash,
  ...stored
}: StoredOrder) => ({
  ...stored,
  order_date: order_date.toISOString(),
  content_hash: hexOf(content_hash),
});

export const updatedRow = (
  draft: OrderDraft,
  stored: StoredOrder,
  hash: Buffer,
  found: ResolvedReferences | undefined,
) => ({
  ...rowOf(stored),
  ...(found ? contentRow(draft, found) : {}),
  ...progressRow(draft.progress, stored),
  order_date: draft.content.order_date ?? stored.order_date.toISOString(),
  version: draft.version ?? stored.version,
  content_hash: hexOf(hash),
});

export const lineRows = (orderId: number, { content }: OrderDraft): LineToWrite[] =>
  content.lines.map(({ base_unit_price_value, discount_amount_value, line_total_price, ...line }) => ({
    ...line,
    line_total: line_total_price,
    base_unit_price: base_unit_price_value,
    discount_amount: discount_amount_value,
    order_id: orderId,
  }));
