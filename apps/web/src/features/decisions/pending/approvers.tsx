import { byFor } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { queryFor } from "../../../platform/api/call.ts";
import { AllNames, FirstFew } from "../../../platform/lists/table/first-few.tsx";
import { approvalTexts as texts } from "../decisions.texts.ts";

export const namesOf = (people: OrderRow["approved_by"]): string[] =>
  people.map(({ name, username, principal }) => byFor(name || username, principal));

type Approved = Pick<OrderRow, "identifier" | "approved_by" | "approved_by_count">;

/** The first three approvers; the others are loaded when the user opens them. */
export const Approvers = ({ order: { identifier, approved_by, approved_by_count } }: { order: Approved }) => (
  <FirstFew
    title={texts.approvedBy}
    noun="approvers"
    of={identifier}
    names={namesOf(approved_by.slice(0, SHOWN_IN_ROW))}
    count={approved_by_count}
    all={async () => (
      <AllNames
        query={queryFor(findOrder, { params: { identifier } })}
        namesIn={(order) => namesOf(order.approved_by)}
      />
    )}
  />
);
