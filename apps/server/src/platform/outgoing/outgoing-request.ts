import { lookup } from "node:dns/promises";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isInNetworks, isPublicAddress, parseNetworks } from "../ip-addresses.ts";

/** An address that was entered by somebody leads to our own machine or network. */
export class PrivateAddressError extends Error {
  constructor() {
    super("it has a private address");
  }
}

/** Nothing happened on a connection for as long as the caller waits. */
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
  /** How long the connection may be idle, in milliseconds, until the answer is read to its end. */
  readonly idleTimeout?: number;
  /** Private networks that the operator lets us call into. */
  readonly networks: readonly string[];
  readonly resolve?: Resolve;
}

/** What a name resolves to is looked at by the very connection that uses it: a name that changes its mind gains nothing. */
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
 * Calls an address that somebody entered, never one inside our own network. Redirects are not followed, and the answer
 * is read or destroyed by whoever asked.
 */
export const sendOutgoingRequest = (
  url: URL,
  { method, headers, body, signal, idleTimeout, networks, resolve = resolveAll }: OutgoingRequest,
): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    const allowed = parseNetworks(networks);
    const isAllowed = (address: string) => isPublicAddress(address) || isInNetworks(allowed, address);
    // A number needs no lookup, so it is looked at here.
    const number = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(number) && !isAllowed(number)) throw new PrivateAddressError();
    const { request } = url.protocol === "https:" ? https : http;
    // No connection is shared: one that was opened for another caller was not looked at for this one.
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
