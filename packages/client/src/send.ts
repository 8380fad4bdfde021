import { ApiError, errorFrom } from "./api-error.ts";
import { authorizationOf, type Connection } from "./connection.ts";

/** What a call can be given besides its input. */
export interface CallOptions {
  /** Ends the request, and the wait before it is sent again. */
  readonly signal?: AbortSignal;
}

/** A request as it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly body?: string | FormData;
  /** The type of a text body. */
  readonly type?: string;
}

/** Requests that have the same effect when they arrive twice. */
const REPEATABLE = ["GET", "PUT", "DELETE"];
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const AWAY = [0, 502, UNAVAILABLE, 504];

/**
 * A request that was not taken up can be sent again; any other only if its effect is the same when it arrives twice. An
 * answer of 503 means that only if it says when to come back: otherwise it can be a proxy's that has sent the request on.
 */
const canRepeat = ({ status, retryAfter }: ApiError, method: string): boolean =>
  status === TOO_MANY ||
  (status === UNAVAILABLE && retryAfter !== undefined) ||
  (REPEATABLE.includes(method) && AWAY.includes(status));

/** Half a second, then twice as long each time, and not all clients at the same moment. */
const backoff = (attempt: number): number => 0.5 * 2 ** attempt * (0.75 + Math.random() / 2);

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });

const sendOnce = async (
  connection: Connection,
  request: Outgoing,
  signal?: AbortSignal,
): Promise<Response> => {
  const headers = {
    ...(await authorizationOf(connection)),
    ...(request.type ? { "content-type": request.type } : {}),
  };
  const { method, url, body } = request;
  const send = connection.fetch ?? fetch;
  const response = await send(url, { method, headers, body, signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError({ code: "network", status: 0, detail: "The server could not be reached.", cause });
  });
  if (!response.ok) throw await errorFrom(response);
  return response;
};

/** Sends a request, again if that helps, and throws an ApiError unless the response is ok. */
export const send = async (
  connection: Connection,
  request: Outgoing,
  { signal }: CallOptions = {},
): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(connection, request, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || attempt >= connection.retries) throw error;
      const seconds = error.retryAfter ?? backoff(attempt);
      if (!canRepeat(error, request.method) || seconds > connection.maxWait) throw error;
      await pause(seconds, signal);
    }
  }
};
