import { Alert, Button } from "@mantine/core";
import type { Order, PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import type { OrderWarning } from "@mcc/contract/warnings/warnings.schema.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import classes from "./order-warnings.module.css";
import { warningTexts as texts } from "./warnings.texts.ts";

const loadDialog = async () => (await import("./dismiss-warning.tsx")).DismissWarning;

/** The orders that the user may see. */
const ComparedOrders = ({ orders }: Pick<OrderWarning, "orders">) =>
  orders.length > 0 && (
    <p className={classes.compared}>
      {texts.compare}{" "}
      {orders.map((identifier) => (
        <TextLink key={identifier} to="/orders/$orderId" params={{ orderId: identifier }}>
          {identifier}
        </TextLink>
      ))}
    </p>
  );

const Dismiss = ({ order, warning }: { order: PendingRow | Order; warning: OrderWarning }) => {
  const [opened, setOpened] = useState(false);
  const Dialog = useLazy(loadDialog, { early: false, needed: opened });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {texts.dismiss}
      </Button>
      {Dialog && (
        <Dialog
          identifier={order.identifier}
          warning={warning}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
};

const Warning = ({ order, warning }: { order: PendingRow | Order; warning: OrderWarning }) => {
  const { dismissal } = warning;
  return (
    <Alert
      variant="default"
      className={dismissal ? undefined : classes.open}
      icon={dismissal ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      title={warningNames[warning.kind]}
    >
      <p className={classes.text}>{warning.text}</p>
      <ComparedOrders orders={warning.orders} />
      {dismissal && (
        <p className={classes.text}>
          {texts.dismissedBy(dismissal.by, formatMoment(dismissal.at), dismissal.reason)}
        </p>
      )}
      {!dismissal && order.approvable_by_current_user && <Dismiss order={order} warning={warning} />}
    </Alert>
  );
};

/** Likely splits and duplicates, with the orders they are compared with. */
export const OrderWarnings = ({ order }: { order: PendingRow | Order }) =>
  order.warnings.map((warning) => <Warning key={warning.id} order={order} warning={warning} />);
