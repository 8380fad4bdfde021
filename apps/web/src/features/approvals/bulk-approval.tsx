import { Text } from "@mantine/core";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import { type ApprovalResult, BULK_MAX, type BulkResult } from "@mcc/contract/orders/bulk-approval.schema.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { approveOrders } from "@mcc/contract/orders/pending.api.ts";
import { scrollable } from "@mcc/ui/scrollable.ts";
import { Tag, type Tone } from "@mcc/ui/tag.tsx";
import type { ReactNode } from "react";
import { call } from "../../platform/api/call.ts";
import { openActionDialog } from "../../platform/dialogs/action-dialog.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import {
  approvedOf,
  approveSelected,
  approveSeveralQuestion,
  approvingOrders,
  onlyFirst,
  RESULT_TEXTS,
  approvalTexts as texts,
} from "./approvals.texts.ts";
import classes from "./bulk-approval.module.css";
import { lowerRequiresApprovalCount, refreshOrders } from "./refresh-approvals.ts";

const TONES: Readonly<Record<ApprovalResult, Tone>> = {
  approved: "good",
  recorded: "good",
  not_pending: "neutral",
  not_allowed: "warn",
  already_approved: "neutral",
  total_changed: "warn",
  not_found: "bad",
};

interface OrderListProps {
  readonly orders: readonly PendingRow[];
  readonly result?: (order: PendingRow) => ReactNode;
}

const OrderList = ({ orders, result }: OrderListProps) => (
  <ul className={classes.orders} {...scrollable} aria-label={texts.approveSeveral}>
    {orders.map((order) => (
      <li key={order.identifier} className={classes.order}>
        <span className={classes.number}>{order.identifier}</span>
        <span className={classes.total}>{formatMoney(order.taxful_total_price_value)}</span>
        <span className={classes.site}>{order.site.name}</span>
        {result && <span className={classes.result}>{result(order)}</span>}
      </li>
    ))}
  </ul>
);

const ResultOf = ({ result }: { result: BulkResult | undefined }) => {
  if (!result) return <Tag tone="bad">{texts.notDecided}</Tag>;
  return (
    <>
      <Tag tone={TONES[result.result]}>{RESULT_TEXTS[result.result]}</Tag>
      {result.result === "recorded" && <Text size="xs">{result.detail}</Text>}
    </>
  );
};

const isApproved = ({ result }: BulkResult): boolean => result === "approved" || result === "recorded";

interface ResultsProps {
  readonly orders: readonly PendingRow[];
  readonly results: readonly BulkResult[];
}

const Results = ({ orders, results }: ResultsProps) => {
  const byOrder = new Map(results.map((result) => [result.identifier, result]));
  return (
    <>
      <Text role="status" fw={600} mb="sm">
        {approvedOf(results.filter(isApproved).length, orders.length)}
      </Text>
      <OrderList orders={orders} result={({ identifier }) => <ResultOf result={byOrder.get(identifier)} />} />
    </>
  );
};

/** What the list and the badge show follows at once; a lost response may stand for saved approvals too. */
const send = async (orders: readonly PendingRow[]): Promise<BulkResult[]> => {
  const shown = orders.map(({ identifier, taxful_total_price_value: total }) => ({ identifier, total }));
  try {
    const { results } = await call(approveOrders, { body: { orders: shown } });
    lowerRequiresApprovalCount(results.filter(isApproved).length);
    return results;
  } finally {
    void refreshOrders();
  }
};

/** Asks once for all selected orders, approves them in one call, and shows the result of each in the same dialog. */
export const confirmApproveSeveral = (
  selected: readonly PendingRow[],
  /** These have a result and are no longer to be selected. */
  onDecided: (orders: readonly PendingRow[]) => void,
): void => {
  const orders = selected.slice(0, BULK_MAX);
  const sum = formatMoney(moneyOf(sumOf(orders.map((order) => order.taxful_total_price_value))));
  const more = selected.length - orders.length;
  openActionDialog({
    title: texts.approveSeveral,
    size: "modal-md",
    question: (
      <>
        <Text mb="sm">{approveSeveralQuestion(orders.length, sum)}</Text>
        {more > 0 && (
          <Text mb="sm" c="dimmed">
            {onlyFirst(BULK_MAX, more)}
          </Text>
        )}
        <OrderList orders={orders} />
      </>
    ),
    confirm: approveSelected(orders.length),
    tone: "primary",
    send: async () => {
      const results = await send(orders);
      onDecided(
        orders.filter(({ identifier }) => results.some((result) => result.identifier === identifier)),
      );
      return results;
    },
    running: { label: texts.approving, text: approvingOrders(orders.length) },
    success: (results) => <Results orders={orders} results={results} />,
    failure: texts.approveSeveralFailed,
    onFinish: () => {},
  });
};
