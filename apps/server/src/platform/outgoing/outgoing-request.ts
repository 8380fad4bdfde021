import { lookup } from "node:dns/promises";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isInNetworks, isPublicAddress, parseNetworks } from "../ip-addresses.ts";

/** An address entered by a user resolves to our own machine or network. */
export class PrivateAddressError extends Error {
  constructor() {
    super("it has a private address");
  }
}

/** The connection was idle for the caller's time limit. */
export class IdleTimeoutError extends Error {
  constructor() {
    super("it took too long");
  }
}

type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** How long the connection may be idle, in milliseconds, until the response is read to its end. */
  readonly idleTimeout?: number;
  /** Private networks that the operator lets us call into. */
  readonly networks: readonly string[];
  readonly resolve?: Resolve;
}

/** The resolved address is checked by the connection that uses it: changing the DNS record has no effect. */
const guardedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const allowedAddresses = found.filter(({ address }) => isAllowed(address));
        const [first] = allowedAddresses;
        if (!first) done(new PrivateAddressError(), "");
        else if (options.all) done(null, allowedAddresses);
        else done(null, first.address, first.family);
      },
      (error) => done(error, ""),
    );
  };

/**
 * Requests an address entered by a user, never one inside our own network. Redirects are not followed, and the caller
 * reads or destroys the response.
 */
export const sendOutgoingRequest = (
  url: URL,
  { method, headers, body, signal, idleTimeout, networks, resolve = resolveAll }: OutgoingRequest,
): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    const allowed = parseNetworks(networks);
    const isAllowed = (address: string) => isPublicAddress(address) || isInNetworks(allowed, address);
    // An IP address needs no lookup, so it is checked here.
    const number = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(number) && !isAllowed(number)) throw new PrivateAddressError();
    const { request } = url.protocol === "https:" ? https : http;
    // No connection is shared: one that was opened for another caller was not checked for this one.
    const options: RequestOptions = {
      method,
      headers,
      signal,
      agent: false,
      lookup: guardedLookup(isAllowed, resolve),
    };
    if (idleTimeout !== undefined) options.timeout = idleTimeout;
    const outgoing = request(url, options).on("response", answered).on("error", failed);
    outgoing.on("timeout", () => outgoing.destroy(new IdleTimeoutError()));
    outgoing.end(body);
  });
