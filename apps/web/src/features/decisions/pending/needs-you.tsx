import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { cellOf } from "../../../platform/lists/table/table-cell.tsx";
import { LinkedText } from "../../../platform/page/linked-text.tsx";
import { TextLink } from "../../../platform/page/text-link.tsx";
import { daysText, pendingCountText, approvalTexts as texts } from "../decisions.texts.ts";
import { daysWaiting } from "./pending-columns.tsx";
import { pendingLink } from "./pending-link.ts";

const { columns } = pendingList;
/** The list that the user returns to, and steps through with "Approve and next": oldest first. */
const SEARCH = { requires_my_approval: "true", ordering: "orderDate" } as const;

const oldestColumns: readonly PlainColumn<OrderRow>[] = [
  {
    label: columns.identifier.label,
    cell: (order) => <TextLink {...pendingLink(order, SEARCH)}>{order.identifier}</TextLink>,
  },
  {
    label: columns.site.label,
    cell: (order) => (
      <LinkedText
        link={(shown, className) => (
          <TextLink {...pendingLink(order, SEARCH)} className={className}>
            {shown}
          </TextLink>
        )}
      >
        {order.site.name}
      </LinkedText>
    ),
  },
  { label: columns.days_waiting.label, cell: (order) => daysText(daysWaiting(order)) },
  {
    label: columns.total.label,
    cell: ({ taxful_total_price_value }) => cellOf("money", taxful_total_price_value),
    isAmount: true,
  },
];

interface NeedsYouProps {
  readonly count: number;
  readonly results: readonly OrderRow[];
}

/** The orders that have waited longest for the user's approval; nothing if there are none. */
export const NeedsYou = ({ count, results }: NeedsYouProps) => {
  if (count === 0) return null;
  return (
    <Card
      title={pendingCountText(count)}
      aside={
        <TextLink to="/pending-approvals" search={SEARCH}>
          {count > results.length ? texts.showAllOfYours : texts.openPending}
        </TextLink>
      }
      flush
    >
      <PlainTable
        label={texts.oldestFirst}
        columns={oldestColumns}
        rows={results}
        rowKey={({ id }) => id}
        empty={null}
        inCard
        isLinked
      />
    </Card>
  );
};
