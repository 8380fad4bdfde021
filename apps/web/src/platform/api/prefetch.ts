import type { Ask, Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { queryFor } from "./call.ts";
import { queryClient } from "./query-client.ts";

/** Asked for on the way there, so that opening it feels instant. */
export const prefetch = <E extends Endpoint>(endpoint: E, ask: Ask<E>): void =>
  void queryClient.prefetchQuery(queryFor(endpoint, ask));
