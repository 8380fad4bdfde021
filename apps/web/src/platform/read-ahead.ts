import type { Ask, Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { reading } from "./api.ts";
import { queryClient } from "./query-client.ts";

/** Asked for on the way there, so that opening it feels instant. */
export const readAhead = <E extends Endpoint>(endpoint: E, ask: Ask<E>): void =>
  void queryClient.prefetchQuery(reading(endpoint, ask));
