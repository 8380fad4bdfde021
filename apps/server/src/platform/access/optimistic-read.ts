import { type Endpoint, isRead } from "@mcc/contract/kit/endpoint.ts";
import type { CachedSession, SessionCache } from "./session-cache.ts";

/*
 * An optimistic read does not wait for the authorization: it uses the cached session, and sends its statements together
 * with the authorization query. They still run after it, restricted to the company that it returns. The result may be
 * sent only after the authorization has confirmed that the cached session is current.
 */

/**
 * Reads of a company, whose handlers have no side effects. A stream of events is excluded: it would already be open.
 */
export const canReadOptimistically = (endpoint: Endpoint): boolean =>
  isRead(endpoint) && endpoint.allow !== "mcc-admin" && !endpoint.stream;

/** Permissions, sites or the session itself changed since the last request: repeat the request from the beginning. */
export class SessionChanged extends Error {}

/** Fails if the access version that the database returns differs from that of the cached session. */
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
  confirmed.catch(() => {}); // handled where it is confirmed
  return () => confirmed;
};
