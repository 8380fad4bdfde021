import type { Ask, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { apiBaseOf } from "@mcc/contract/kit/host.ts";
import { queryOptions } from "@tanstack/react-query";
import { readToken } from "../session/token.ts";
import { CallError, callErrorFrom } from "./call-error.ts";

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Where an endpoint is, with what it is asked. */
export const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return apiBaseOf(location) + path + (search && `?${search}`);
};

const requestOf = (endpoint: Endpoint, { body }: Parts, token: string | null, signal?: AbortSignal) => ({
  method: endpoint.method,
  headers: {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token ? { authorization: `JWT ${token}` } : {}),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
  signal,
});

let tokenRefused = (): void => {};

/** The session hears here that the server no longer knows its token. */
export const onTokenRefused = (react: () => void): void => {
  tokenRefused = react;
};

/** Asks, and gives the answer only when the server agreed. */
const send = async (endpoint: Endpoint, ask: Parts, signal?: AbortSignal): Promise<Response> => {
  const token = readToken();
  const response = await fetch(urlOf(endpoint, ask), requestOf(endpoint, ask, token, signal)).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new CallError({ kind: "network", status: 0 });
    },
  );
  if (response.ok) return response;
  // An answer to an older token says nothing about somebody who has signed in since.
  if (response.status === 401 && endpoint.allow !== "anyone" && token === readToken()) tokenRefused();
  throw await callErrorFrom(response);
};

/**
 * The one place the browser talks to the server. Failures come back as a CallError; a cancelled call rejects with the
 * browser's own AbortError, which TanStack Query expects.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ask: Ask<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> => {
  const response = await send(endpoint, ask, signal);
  return (response.status === 204 ? undefined : await response.json()) as Reply<E>;
};

/** An answer that does not end: its bytes as they come. */
export const openStream = async (
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await send(endpoint, {}, signal);
  if (!body) throw new CallError({ kind: "network", status: 0 });
  return body;
};

/** Key and fetcher travel together; the key is the endpoint, so invalidating `["/orders/"]` means what it says. */
export const queryFor = <E extends Endpoint>(endpoint: E, ask: Ask<E>) =>
  queryOptions({
    queryKey: [endpoint.path, ask] as const,
    queryFn: ({ signal }) => call(endpoint, ask, signal),
  });
