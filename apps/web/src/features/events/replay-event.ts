import { eventDeliveryList, replayEvent } from "@mcc/contract/events/events.api.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { replayDelivery } from "../../platform/records/deliveries/replay.tsx";

export const replay = ({ id }: { readonly id: number }) =>
  replayDelivery({
    key: [replayEvent.path, id],
    send: () => call(replayEvent, { params: { id } }),
    invalidate: () => invalidate([eventDeliveryList.page]),
  });
