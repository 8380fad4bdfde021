import { Loader } from "@mantine/core";
import { findEventDelivery } from "@mcc/contract/events/events.api.ts";
import type { EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { DeliveryDetails } from "../../platform/records/deliveries/delivery-details.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { openModal } from "../../platform/state/globals.ts";
import { eventTexts as texts } from "./events.texts.ts";
import { replay } from "./replay-event.ts";

const Details = ({ id }: { readonly id: number }) => {
  const { record, retry, error } = useRecord(
    findEventDelivery,
    { params: { id } },
    { failed: deliveryTexts.loadFailed, gcTime: 0 },
  );
  if (!record)
    return error ? <LoadFailed retry={retry}>{deliveryTexts.loadFailed}</LoadFailed> : <Loader size="sm" />;
  const payload = JSON.stringify(record.payload, null, 2);
  return (
    <DeliveryDetails
      delivery={record}
      facts={[{ label: texts.company, value: record.company.name }]}
      sent={{ title: texts.payload, noun: "payload", shown: payload, copied: payload }}
    />
  );
};

export const openDelivery = ({ id, type }: EventDelivery): void =>
  openModal({
    title: type,
    size: "modal-lg",
    content: <Details id={id} />,
    buttons: [
      { label: deliveryTexts.replay, onPress: () => void replay({ id }) },
      { label: deliveryTexts.close },
    ],
  });
