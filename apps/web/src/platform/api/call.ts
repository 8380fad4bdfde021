import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { apiBaseOf } from "@mcc/contract/kit/host.ts";
import { queryOptions } from "@tanstack/react-query";
import { searchEntries } from "../page/plain-search.ts";
import { readToken } from "../session/token.ts";
import { CallError, callErrorFrom } from "./call-error.ts";

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The last event that was received of a stream. */
  readonly lastEventId?: number | undefined;
}

/** The URL of an endpoint with its params and query. */
export const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(searchEntries(query)).toString();
  return apiBaseOf(location) + path + (search && `?${search}`);
};

const requestOf = (
  endpoint: Endpoint,
  { body, lastEventId }: Parts,
  token: string | null,
  signal?: AbortSignal,
) => ({
  method: endpoint.method,
  headers: {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token ? { authorization: `JWT ${token}` } : {}),
    ...(lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
  signal,
});

let tokenRefused = (): void => {};

/** Called when the server no longer accepts the token. */
export const onTokenRefused = (react: () => void): void => {
  tokenRefused = react;
};

/** A response to an older token says nothing about the current session. */
export const noticeRefusedToken = (status: number, { allow }: Endpoint, token: string | null): void => {
  if (status === 401 && allow !== "anyone" && token === readToken()) tokenRefused();
};

/** Sends a request, and throws a CallError unless the response is ok. */
const send = async (endpoint: Endpoint, ask: Parts, signal?: AbortSignal): Promise<Response> => {
  const token = readToken();
  const response = await fetch(urlOf(endpoint, ask), requestOf(endpoint, ask, token, signal)).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new CallError({ kind: "network", status: 0 });
    },
  );
  if (response.ok) return response;
  noticeRefusedToken(response.status, endpoint, token);
  throw await callErrorFrom(response);
};

/**
 * Calls an endpoint of the server. Failures are a CallError; a cancelled call rejects with the browser's AbortError,
 * which TanStack Query expects.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ask: EndpointRequest<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> => {
  const response = await send(endpoint, ask, signal);
  return (response.status === 204 ? undefined : await response.json()) as Reply<E>;
};

/** Opens a streaming response and returns its bytes as they arrive. */
export const openStream = async (
  endpoint: Endpoint,
  signal: AbortSignal,
  lastEventId?: number,
): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await send(endpoint, { lastEventId }, signal);
  if (!body) throw new CallError({ kind: "network", status: 0 });
  return body;
};

/** Query options of an endpoint. Its path starts the key, so `["/orders/"]` invalidates all its queries. */
export const queryFor = <E extends Endpoint>(endpoint: E, ask: EndpointRequest<E>) =>
  queryOptions({
    queryKey: [endpoint.path, ask] as const,
    queryFn: ({ signal }) => call(endpoint, ask, signal),
  });
