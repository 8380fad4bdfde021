import { Button, Checkbox, Text } from "@mantine/core";
import { askedBy } from "@mcc/contract/comments/comments.messages.ts";
import { BULK_MAX, type OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { orderRemarks } from "@mcc/contract/decisions/decisions.api.ts";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import { ModalButtons } from "@mcc/ui/overlays/modal-buttons.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queryFor } from "../../../platform/api/call.ts";
import { listTexts } from "../../../platform/lists/list.texts.ts";
import { formatMoment, formatMoney } from "../../../platform/page/format.ts";
import { closeModal } from "../../../platform/state/globals.ts";
import {
  approveSelected,
  approveSeveralQuestion,
  confirmEach,
  confirmOrder,
  onlyFirst,
  approvalTexts as texts,
} from "../decisions.texts.ts";
import classes from "./bulk-approval.module.css";
import { BulkOrders } from "./bulk-orders.tsx";

const Remarks = ({ warnings, questions }: OrderRemarks) => (
  <ul className={classes.remarks}>
    {warnings.map(({ id, kind, text }) => (
      <li key={`warning ${id}`}>
        <b>{warningNames[kind]}</b> {text}
      </li>
    ))}
    {questions.map(({ id, author, asks, created_at, text }) => (
      <li key={`question ${id}`}>
        <b>{texts.openQuestion}</b> {askedBy(author.name, asks?.name ?? "")}, {formatMoment(created_at)}
        <p className={classes.said}>{text}</p>
      </li>
    ))}
  </ul>
);

/** The ids of the warnings and questions of an order that were shown. */
export type FindSeen = (orderId: number) => { readonly warnings: number[]; readonly questions: number[] };

const idsOf = (remarks: readonly { readonly id: number }[] = []): number[] => remarks.map(({ id }) => id);

/** What was confirmed: an order with exactly these remarks. With another one it has to be confirmed again. */
const keyOf = ({ id, warnings, questions }: OrderRemarks): string =>
  JSON.stringify([id, idsOf(warnings), idsOf(questions)]);

/** The remarks of the orders by their ids, refetched when approvals change: a warning may be new. */
const useRemarks = (orders: readonly PendingRow[]) => {
  const query = { id: orders.map(({ id }) => id) };
  const { data, isError, refetch } = useQuery({ ...queryFor(orderRemarks, { query }), gcTime: 0 });
  return {
    remarks: data && new Map(data.results.map((one) => [one.id, one])),
    failed: isError && !data,
    retry: () => void refetch(),
  };
};

const RemarksMissing = ({ failed, retry }: Pick<ReturnType<typeof useRemarks>, "failed" | "retry">) =>
  failed ? (
    <Text mb="sm" role="alert">
      {texts.remarksFailed}{" "}
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        {listTexts.tryAgain}
      </Button>
    </Text>
  ) : (
    <Text mb="sm" role="status">
      {texts.readingRemarks}
    </Text>
  );

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
