import { Loader } from "@mantine/core";
import { findWebhookDelivery } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { WebhookDelivery, WebhookDeliveryDetails } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { DeliveryDetails } from "../../platform/records/deliveries/delivery-details.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { openModal } from "../../platform/state/globals.ts";
import { replay } from "./webhook-actions.ts";
import { webhookTexts as texts } from "./webhooks.texts.ts";

/** As it was sent, with line breaks for the reader. */
const requestText = ({ request: { headers, body } }: WebhookDeliveryDetails): string =>
  [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    JSON.stringify(JSON.parse(body), null, 2),
  ].join("\n");

const Details = ({ id }: { readonly id: number }) => {
  const { record, retry, error } = useRecord(
    findWebhookDelivery,
    { params: { id } },
    { failed: deliveryTexts.loadFailed, gcTime: 0 },
  );
  if (!record)
    return error ? <LoadFailed retry={retry}>{deliveryTexts.loadFailed}</LoadFailed> : <Loader size="sm" />;
  return (
    <DeliveryDetails
      delivery={record}
      sent={{
        title: texts.request,
        noun: "body",
        shown: requestText(record),
        copied: record.request.body,
        note: texts.signedEach,
      }}
    />
  );
};

export const openDelivery = ({ id, type }: WebhookDelivery, isPaused: boolean): void =>
  openModal({
    title: type,
    size: "modal-lg",
    content: <Details id={id} />,
    buttons: [
      ...(isPaused ? [] : [{ label: deliveryTexts.replay, onPress: () => void replay({ id }) }]),
      { label: deliveryTexts.close },
    ],
  });
