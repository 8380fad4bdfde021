import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";

export const streamRoutes = ({ streams }: Platform) => [on(eventStream, (scope) => streams.open(scope))];
