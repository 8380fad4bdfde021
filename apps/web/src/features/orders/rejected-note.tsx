import { Alert } from "@mantine/core";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CollapsibleText } from "@mcc/ui/content/collapsible-text.tsx";
import { IconBan } from "@tabler/icons-react";
import { orNotAvailable } from "../../platform/page/format.ts";
import classes from "./order-details.module.css";

/** Who rejected an order and why, and who had approved it before. */
export const RejectedNote = ({
  order,
}: {
  order: Pick<OrderRow, "status" | "rejected_by" | "approved_by">;
}) => {
  const [rejection] = order.rejected_by;
  if (order.status !== "Rejected" || !rejection) return null;
  const approvers = order.approved_by.map(({ name, username }) => name || username).join(", ");
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconBan size={18} aria-hidden />}
      title={`Rejected by ${rejection.name || rejection.username}`}
    >
      <CollapsibleText>Reason: {orNotAvailable(rejection.note)}</CollapsibleText>
      <p className={classes.note}>Approvers: {orNotAvailable(approvers)}</p>
    </Alert>
  );
};
