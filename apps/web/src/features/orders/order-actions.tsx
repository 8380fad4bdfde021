import { offersTracking } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconEye, IconFileText, IconTruckDelivery } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Search } from "../../platform/lists/list-state.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { orderDocumentsLink, orderLink } from "./order-link.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { trackOrder } from "./tracking/track-order.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The actions of an order in the list. */
export const OrderActions = ({ order, back }: { order: OrderRow; back: Search }) => {
  const who = useSessionUser();
  const { identifier } = order;
  return (
    <>
      <IconAction
        label={texts.view}
        about={identifier}
        icon={<IconEye {...icon} />}
        renderRoot={(props) => <Link {...props} {...orderLink(order, back)} />}
      />
      <IconAction
        label={texts.documents}
        about={identifier}
        icon={<IconFileText {...icon} />}
        renderRoot={(props) => <Link {...props} {...orderDocumentsLink(order, back)} />}
      />
      {offersTracking(who, order) && (
        <IconAction
          label={texts.track}
          about={identifier}
          icon={<IconTruckDelivery {...icon} />}
          onClick={() => void trackOrder(identifier)}
        />
      )}
    </>
  );
};
