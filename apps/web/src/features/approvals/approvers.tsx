import { Anchor, Loader } from "@mantine/core";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { TruncatedText } from "@mcc/ui/truncated-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { openModal } from "../../platform/state/globals.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";
import classes from "./approvers.module.css";

export const namesOf = (people: OrderRow["approved_by"]): string[] =>
  people.map(({ name, username }) => name || username);

const AllApprovers = ({ identifier }: { identifier: string }) => {
  const { data, error } = useQuery(queryFor(findOrder, { params: { identifier } }));
  if (error) return <p role="alert">{error instanceof CallError ? error.detail : GENERIC_FAILURE}</p>;
  if (!data) return <Loader size="sm" aria-label="Loading" />;
  return (
    <ul className={classes.all}>
      {data.approved_by.map(({ username, name }) => (
        <li key={username}>{name || username}</li>
      ))}
    </ul>
  );
};

type Approved = Pick<OrderRow, "identifier" | "approved_by" | "approved_by_count">;

/** Who has approved so far: the first three; the others are asked for when somebody wants to see them. */
export const Approvers = ({ order }: { order: Approved }) => {
  const { identifier, approved_by, approved_by_count: count } = order;
  if (count === 0) return <NotAvailable />;
  const openAll = () =>
    openModal({
      size: "modal-sm",
      title: `${texts.approvedBy}, ${identifier}`,
      content: <AllApprovers identifier={identifier} />,
      buttons: [{ label: texts.close }],
    });
  return (
    <span className={classes.some}>
      <TruncatedText>{namesOf(approved_by.slice(0, SHOWN_IN_ROW)).join(", ")}</TruncatedText>
      {count > SHOWN_IN_ROW && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`+ ${count - SHOWN_IN_ROW} more approvers of ${identifier}`}
          onClick={openAll}
        >
          + {count - SHOWN_IN_ROW} more
        </Anchor>
      )}
    </span>
  );
};
