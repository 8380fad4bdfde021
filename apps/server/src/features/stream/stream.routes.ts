import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";

export const streamRoutes = ({ streams }: Platform) => [
  route(eventStream, (scope, _input, { lastEventId }) => streams.open(scope, lastEventId)),
];
