import { eventDeliveryList, replayEvent } from "@mcc/contract/events/events.api.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { runAction } from "../../platform/records/action.ts";
import { eventTexts as texts } from "./events.texts.ts";

export const replay = ({ id }: { readonly id: number }) =>
  runAction({
    key: [replayEvent.path, id],
    send: () => call(replayEvent, { params: { id } }),
    success: texts.replayed,
    failure: texts.replayFailed,
    invalidate: () => invalidate([eventDeliveryList.page]),
  });
