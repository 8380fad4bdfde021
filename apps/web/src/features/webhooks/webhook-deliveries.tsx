import { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { Webhook, WebhookDelivery } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconRefresh } from "@tabler/icons-react";
import { useMemo } from "react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { replay } from "./webhook-actions.ts";
import { webhookTexts as texts } from "./webhooks.texts.ts";

const columns: RowColumns<typeof webhookDeliveryList> = {
  type: { identifies: true },
  state: {
    value: ({ state }) => texts.states[state],
    tones: { Delivered: "good", Waiting: "info", Failed: "bad" },
  },
  attempts: { card: "detail" },
  last_status: { cell: ({ last_status }) => last_status, card: "detail" },
  created_at: {},
  delivered_at: { card: "none" },
  next_try_at: { card: "none" },
  last_error: { width: [140, 420], card: "detail" },
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
      noun={texts.noun}
      searched={texts.searched}
      columns={columns}
      params={params}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      open={(delivery) => void open(delivery, isPaused)}
      actions={(delivery) =>
        isPaused ? null : (
          <IconAction
            label={texts.replay}
            about={delivery.type}
            icon={<IconRefresh size={18} stroke={1.6} aria-hidden />}
            onClick={() => void replay(delivery)}
          />
        )
      }
      maxActions={1}
      emptyHint={texts.noDeliveries}
    />
  );
};
