import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";

export const streamRoutes = ({ streams }: Services) => [
  route(eventStream, (scope, _input, { lastEventId }) => streams.open(scope, lastEventId)),
];
