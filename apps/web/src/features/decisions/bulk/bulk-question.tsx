import { Checkbox, Text } from "@mantine/core";
import { BULK_MAX, type OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { ModalButtons } from "@mcc/ui/overlays/modal-buttons.tsx";
import { type ReactNode, useState } from "react";
import { listTexts } from "../../../platform/lists/list.texts.ts";
import { formatMoney } from "../../../platform/page/format.ts";
import { closeModal } from "../../../platform/state/globals.ts";
import {
  approveSelected,
  approveSeveralQuestion,
  confirmEach,
  confirmOrder,
  onlyFirst,
  approvalTexts as texts,
} from "../decisions.texts.ts";
import { Remarks, RemarksMissing, useRemarks } from "../remarks.tsx";
import classes from "./bulk-approval.module.css";
import { BulkOrders } from "./bulk-orders.tsx";

/** The ids of the warnings and questions of an order that were shown. */
export type FindSeen = (orderId: number) => { readonly warnings: number[]; readonly questions: number[] };

const idsOf = (remarks: readonly { readonly id: number }[] = []): number[] => remarks.map(({ id }) => id);

/** What was confirmed: an order with exactly these remarks. With another one it has to be confirmed again. */
const keyOf = ({ id, warnings, questions }: OrderRemarks): string =>
  JSON.stringify([id, idsOf(warnings), idsOf(questions)]);

const questionFor = (confirmed: readonly PendingRow[]): string => {
  if (confirmed.length === 0) return texts.noneConfirmed;
  const sum = moneyOf(sumOf(confirmed.map((order) => order.taxful_total_price_value)));
  return approveSeveralQuestion(confirmed.length, formatMoney(sum));
};

export type OrdersBudgets = (ids: readonly number[]) => ReactNode;

interface BulkQuestionProps {
  readonly orders: readonly PendingRow[];
  /** How many others were selected. */
  readonly more: number;
  /** What is left of budgets before and after the orders with these ids. */
  readonly budgets?: OrdersBudgets | undefined;
  readonly onApprove: (confirmed: readonly PendingRow[], remarksOf: FindSeen) => unknown;
}

/** Asks once for all orders; those with a warning or an open question are approved only if each is confirmed. */
export const BulkQuestion = ({ orders, more, budgets, onApprove }: BulkQuestionProps) => {
  const { remarks, ...missing } = useRemarks(orders);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const turn = (key: string, on: boolean) =>
    setKeys((now) => new Set(on ? [...now, key] : [...now].filter((one) => one !== key)));
  const isConfirmed = ({ id }: PendingRow): boolean => {
    const found = remarks?.get(id);
    return !found || keys.has(keyOf(found));
  };
  const confirmed = remarks ? orders.filter(isConfirmed) : [];
  const seenOf: FindSeen = (id) => ({
    warnings: idsOf(remarks?.get(id)?.warnings),
    questions: idsOf(remarks?.get(id)?.questions),
  });
  const hasRemarks = ({ id }: PendingRow): number => Number(remarks?.has(id) ?? false);
  const remarksOf = (order: PendingRow) => {
    const found = remarks?.get(order.id);
    return (
      found && (
        <div className={classes.wide}>
          <Remarks {...found} />
          <Checkbox
            label={confirmOrder(order.identifier)}
            checked={isConfirmed(order)}
            onChange={({ currentTarget }) => turn(keyOf(found), currentTarget.checked)}
          />
        </div>
      )
    );
  };
  return (
    <>
      {remarks ? <Text mb="sm">{questionFor(confirmed)}</Text> : <RemarksMissing {...missing} />}
      {more > 0 && (
        <Text mb="sm" c="dimmed">
          {onlyFirst(BULK_MAX, more)}
        </Text>
      )}
      {remarks && remarks.size > 0 && <Text mb="sm">{confirmEach(remarks.size)}</Text>}
      {confirmed.length > 0 && budgets?.(confirmed.map(({ id }) => id))}
      <BulkOrders
        // First what is to be looked at.
        orders={orders.toSorted((one, other) => hasRemarks(other) - hasRemarks(one))}
        remarks={remarksOf}
      />
      <ModalButtons
        inContent
        buttons={[
          { label: listTexts.cancel },
          {
            label: approveSelected(confirmed.length),
            tone: "primary",
            isDisabled: confirmed.length === 0,
            onPress: () => onApprove(confirmed, seenOf),
          },
        ]}
        onClose={() => closeModal()}
      />
    </>
  );
};
