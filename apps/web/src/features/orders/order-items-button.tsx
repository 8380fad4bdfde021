import { Button } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { RouterContextProvider, useRouter } from "@tanstack/react-router";
import { useListReturnState } from "../../platform/lists/list-return-state.ts";
import { toast } from "../../platform/page/toast.ts";
import { openModal } from "../../platform/state/globals.ts";
import { orderTexts as texts } from "./orders.texts.ts";

/** Shows what was ordered beside its documents. */
export const OrderItemsButton = ({ identifier }: { identifier: string }) => {
  const listReturn = useListReturnState();
  const router = useRouter();
  const open = async () => {
    const { OrderItemsPanel } = await import("./order-items-panel.tsx");
    openModal({
      size: "modal-lg",
      title: `Order ${identifier}`,
      content: (
        // Dialogs are outside of the pages, and this one has a link.
        <RouterContextProvider router={router}>
          <OrderItemsPanel identifier={identifier} listReturn={listReturn} />
        </RouterContextProvider>
      ),
      buttons: [{ label: texts.close }],
    });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconListDetails size={16} aria-hidden />}
      onClick={() => void open().catch(toast.failure)}
    >
      {texts.items}
    </Button>
  );
};
