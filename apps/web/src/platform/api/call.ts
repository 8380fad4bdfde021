import { type Endpoint, type EndpointRequest, isRead, type Reply } from "@mcc/contract/kit/endpoint.ts";
import { apiBaseOf } from "@mcc/contract/kit/host.ts";
import { queryOptions } from "@tanstack/react-query";
import { searchEntries } from "../page/plain-search.ts";
import { askForConfirmation, needsConfirmation } from "../session/confirmation.ts";
import { isSupportToken, readToken } from "../session/token.ts";
import { isUserActive, noteUse } from "../session/user-activity.ts";
import { CallError, callErrorFrom } from "./call-error.ts";
import { pageView } from "./page-view.ts";

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

/** A request that no person asked for does not prolong a session that ends when it is idle. */
const isBackground = (endpoint: Endpoint): boolean =>
  endpoint.stream === true || (isRead(endpoint) && !isUserActive());

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
    ...(isBackground(endpoint) ? { "x-background": "1" } : {}),
    ...(isSupportToken() ? { "x-page": pageView() } : {}),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
  signal,
});

/** What a response says about the session, besides about its request. */
interface SessionEvents {
  /** The server no longer accepts the token. */
  readonly tokenRefused: (error: CallError) => void;
  /** The user has to set up a second factor before anything else. */
  readonly enrollmentRequired: () => void;
  /** The server is reached from outside of the company's networks, as the error says; or no longer. */
  readonly outsideNetworks: (error: CallError | undefined) => void;
}
const ignore = (): void => {};
let events: SessionEvents = {
  tokenRefused: ignore,
  enrollmentRequired: ignore,
  outsideNetworks: ignore,
};

export const onSessionEvents = (handlers: SessionEvents): void => {
  events = handlers;
};

/** A response to an older token says nothing about the current session. */
export const noticeRefusal = (error: CallError, { allow }: Endpoint, token: string | null): void => {
  if (allow === "anyone" || token !== readToken()) return;
  if (error.status === 401) events.tokenRefused(error);
  else if (error.code === "auth.enrollment_required") events.enrollmentRequired();
  else if (error.code === "auth.network") events.outsideNetworks(error);
};

/** Sends a request, and throws a CallError unless the response is ok. */
const sendOnce = async (endpoint: Endpoint, ask: Parts, signal?: AbortSignal): Promise<Response> => {
  const token = readToken();
  if (!isBackground(endpoint)) noteUse();
  const response = await fetch(urlOf(endpoint, ask), requestOf(endpoint, ask, token, signal)).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new CallError({ kind: "network", status: 0 });
    },
  );
  if (response.ok) {
    if (endpoint.allow !== "anyone") events.outsideNetworks(undefined);
    return response;
  }
  const error = await callErrorFrom(response);
  noticeRefusal(error, endpoint, token);
  throw error;
};

/** Sends a request. If the user has to confirm first that it is them, they are asked, and it is sent again. */
const send = async (endpoint: Endpoint, ask: Parts, signal?: AbortSignal): Promise<Response> => {
  try {
    return await sendOnce(endpoint, ask, signal);
  } catch (error) {
    if (!needsConfirmation(error)) throw error;
    await askForConfirmation(error);
    return sendOnce(endpoint, ask, signal);
  }
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
