import { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { Webhook, WebhookDelivery } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { useMemo } from "react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { deliveryColumns } from "../../platform/records/deliveries/delivery-columns.ts";
import { ReplayButton } from "../../platform/records/deliveries/replay.tsx";
import { replay } from "./webhook-actions.ts";
import { webhookTexts as texts } from "./webhooks.texts.ts";

const columns: RowColumns<typeof webhookDeliveryList> = {
  ...deliveryColumns,
  event_id: { card: "none" },
};

const open = async (delivery: WebhookDelivery, isPaused: boolean) =>
  (await import("./webhook-delivery.tsx")).openDelivery(delivery, isPaused);

/** What was sent to a receiver, and what it answered. */
export const WebhookDeliveries = ({ webhook }: { readonly webhook: Webhook }) => {
  const params = useMemo(() => ({ id: String(webhook.id) }), [webhook.id]);
  const isPaused = webhook.paused_at !== null;
  return (
    <ResourceTable
      list={useListState(webhookDeliveryList)}
      noun={deliveryTexts.noun}
      searched={texts.searched}
      columns={columns}
      params={params}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      open={(delivery) => void open(delivery, isPaused)}
      actions={(delivery) =>
        isPaused ? null : <ReplayButton about={delivery.type} onClick={() => replay(delivery)} />
      }
      maxActions={1}
      emptyHint={texts.noDeliveries}
    />
  );
};
