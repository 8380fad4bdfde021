import { Button, Text } from "@mantine/core";
import { askedBy } from "@mcc/contract/comments/comments.messages.ts";
import type { OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { orderRemarks } from "@mcc/contract/decisions/decisions.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { approvalTexts as texts } from "./decisions.texts.ts";
import classes from "./remarks.module.css";

/** Every warning and open question of an order, in words. */
export const Remarks = ({ warnings, questions }: OrderRemarks) => (
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

/** The remarks of the orders by their ids, refetched when approvals change: a warning may be new. */
export const useRemarks = (orders: readonly Pick<OrderRow, "id">[]) => {
  const query = { id: orders.map(({ id }) => id) };
  const { data, isError, refetch } = useQuery({ ...queryFor(orderRemarks, { query }), gcTime: 0 });
  return {
    remarks: data && new Map(data.results.map((one) => [one.id, one])),
    failed: isError && !data,
    retry: () => void refetch(),
  };
};

export const RemarksMissing = ({ failed, retry }: Pick<ReturnType<typeof useRemarks>, "failed" | "retry">) =>
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
