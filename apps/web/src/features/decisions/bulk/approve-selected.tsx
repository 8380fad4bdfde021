import { Button } from "@mantine/core";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconChecks } from "@tabler/icons-react";
import { useCurrentPage } from "../../../platform/lists/list-page.ts";
import type { Selection } from "../../../platform/lists/selection/selection.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { approveSelected } from "../decisions.texts.ts";
import { confirmApproveSeveral } from "../lazy-decisions.ts";
import { pendingRequest } from "../pending/pending-request.ts";
import type { OrdersBudgets } from "./bulk-question.tsx";

interface ApproveSelectedProps {
  readonly selection: Selection<PendingRow>;
  readonly state: ListQuery;
  /** What is left of budgets, in the question. */
  readonly budgets?: OrdersBudgets | undefined;
}

/** The selected orders as the list shows them now: a total or an approval may have changed since they were selected. */
const useCurrentRows = ({ selection, state }: ApproveSelectedProps): PendingRow[] => {
  const { page, query } = pendingRequest(useSessionUser(), state);
  const listed = useCurrentPage<PendingRow>(page, query)?.results ?? [];
  return selection.rows.map((row) => listed.find(({ id }) => id === row.id) ?? row);
};

/** Approves the selected orders together. */
export const ApproveSelected = (props: ApproveSelectedProps) => {
  const orders = useCurrentRows(props).filter((order) => order.approvable_by_current_user);
  const deselect = (decided: readonly PendingRow[]) => props.selection.set(decided, false);
  return (
    <Button
      leftSection={<IconChecks size={16} aria-hidden />}
      {...softDisabled(
        orders.length > 0 ? () => confirmApproveSeveral(orders, deselect, props.budgets) : undefined,
      )}
    >
      {approveSelected(orders.length)}
    </Button>
  );
};
