import { Text } from "@mantine/core";
import {
  type ApprovalResult,
  BULK_MAX,
  type BulkResult,
} from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { approveOrders } from "@mcc/contract/decisions/decisions.api.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { call } from "../../../platform/api/call.ts";
import { lowerRequiresApprovalCount, refreshOrders } from "../../../platform/api/refresh-orders.ts";
import { runInDialog } from "../../../platform/dialogs/action-dialog.tsx";
import { openModal } from "../../../platform/state/globals.ts";
import { approvedOf, approvingOrders, RESULT_TEXTS, approvalTexts as texts } from "../decisions.texts.ts";
import { BulkOrders } from "./bulk-orders.tsx";
import { BulkQuestion, type FindSeen, type OrdersBudgets } from "./bulk-question.tsx";

const TONES: Readonly<Record<ApprovalResult, Tone>> = {
  approved: "good",
  recorded: "good",
  not_pending: "neutral",
  not_allowed: "warn",
  already_approved: "neutral",
  total_changed: "warn",
  has_remarks: "warn",
  not_found: "bad",
};

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
  readonly confirmed: readonly PendingRow[];
  readonly results: readonly BulkResult[];
}

const Results = ({ orders, confirmed, results }: ResultsProps) => {
  const byOrder = new Map(results.map((result) => [result.identifier, result]));
  return (
    <>
      <Text role="status" fw={600} mb="sm">
        {approvedOf(results.filter(isApproved).length, orders.length)}
      </Text>
      <BulkOrders
        orders={orders}
        result={(order) =>
          confirmed.includes(order) ? (
            <ResultOf result={byOrder.get(order.identifier)} />
          ) : (
            <Tag tone="neutral">{texts.notConfirmed}</Tag>
          )
        }
      />
    </>
  );
};

/** What the list and the badge show follows at once; a lost response may stand for saved approvals too. */
const send = async (orders: readonly PendingRow[], remarksOf: FindSeen): Promise<BulkResult[]> => {
  const shown = orders.map(({ id, identifier, taxful_total_price_value: total }) => ({
    identifier,
    total,
    remarks: remarksOf(id),
  }));
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
  budgets?: OrdersBudgets,
): void => {
  const orders = selected.slice(0, BULK_MAX);
  const dialog = { title: texts.approveSeveral, size: "modal-md" } as const;
  const approve = (confirmed: readonly PendingRow[], remarksOf: FindSeen) =>
    runInDialog({
      ...dialog,
      send: async () => {
        const results = await send(confirmed, remarksOf);
        // What is to be looked at once more stays selected.
        const final = results.filter(({ result }) => result !== "has_remarks");
        const decided = new Set(final.map(({ identifier }) => identifier));
        onDecided(confirmed.filter(({ identifier }) => decided.has(identifier)));
        return results;
      },
      running: { label: texts.approving, text: approvingOrders(confirmed.length) },
      success: (results) => <Results {...{ orders, confirmed, results }} />,
      failure: texts.approveSeveralFailed,
    });
  openModal({
    ...dialog,
    content: (
      <BulkQuestion
        orders={orders}
        more={selected.length - orders.length}
        budgets={budgets}
        onApprove={approve}
      />
    ),
  });
};
