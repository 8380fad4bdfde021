import type { Endpoint, EndpointRequest } from "@mcc/contract/kit/endpoint.ts";
import { queryFor } from "./call.ts";
import { queryClient } from "./query-client.ts";

/** Loads data before its page is opened. */
export const prefetch = <E extends Endpoint>(endpoint: E, ask: EndpointRequest<E>): void =>
  void queryClient.prefetchQuery(queryFor(endpoint, ask));
