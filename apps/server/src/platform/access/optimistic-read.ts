import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { CachedSession, SessionCache } from "./session-cache.ts";

/*
 * A reader does not wait at the door: it begins with what its session was let in as last, and sends its statements
 * along with the door's own. They run behind the door all the same, narrowed to whatever company that lets in. What
 * was read may be answered only once the door has said that the session still is what it was taken for.
 */

/** Readers whose handlers leave nothing behind; a stream of events would be open already. */
export const canReadOptimistically = ({ method, allow, stream }: Endpoint): boolean =>
  method === "GET" && allow !== "mcc-admin" && !stream;

/** Rights, sites or the session itself changed since the last request: ask again, from the beginning. */
export class SessionChanged extends Error {}

/** Fails once the door has answered another stamp than that of the entry a reader went ahead with. */
export const confirmSession = (
  sessionCache: SessionCache,
  sessionId: string,
  assumed: CachedSession,
  currentVersion: Promise<string | null>,
): (() => Promise<void>) => {
  const confirmed = currentVersion.then((accessVersion) => {
    if (accessVersion === assumed.accessVersion) return;
    sessionCache.delete(sessionId);
    throw new SessionChanged();
  });
  confirmed.catch(() => {}); // heard by whoever confirms
  return () => confirmed;
};
