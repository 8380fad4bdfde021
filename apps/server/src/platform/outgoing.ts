import { lookup } from "node:dns/promises";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, isWithin, networksOf } from "./addresses.ts";

/** An address that was entered by somebody leads to our own machine or network. */
export class PrivateAddress extends Error {
  constructor() {
    super("it has a private address");
  }
}

/** Nothing happened on a connection for as long as the caller waits. */
export class TookTooLong extends Error {
  constructor() {
    super("it took too long");
  }
}

type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** How long the connection may be idle, in milliseconds, until the answer is read to its end. */
  readonly idleWithin?: number;
  /** Private networks that the operator lets us call into. */
  readonly networks: readonly string[];
  readonly resolve?: Resolve;
}

/** What a name resolves to is looked at by the very connection that uses it: a name that changes its mind gains nothing. */
const lookupBy =
  (isFine: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const fine = found.filter(({ address }) => isFine(address));
        const [first] = fine;
        if (!first) done(new PrivateAddress(), "");
        else if (options.all) done(null, fine);
        else done(null, first.address, first.family);
      },
      (error) => done(error, ""),
    );
  };

/**
 * Calls an address that somebody entered, never one inside our own network. Redirects are not followed, and the answer
 * is read or destroyed by whoever asked.
 */
export const callOutside = (
  url: URL,
  { method, headers, body, signal, idleWithin, networks, resolve = resolveAll }: Outgoing,
): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    const allowed = networksOf(networks);
    const isFine = (address: string) => isPublicAddress(address) || isWithin(allowed, address);
    // A number needs no lookup, so it is looked at here.
    const number = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(number) && !isFine(number)) throw new PrivateAddress();
    const { request } = url.protocol === "https:" ? https : http;
    // No connection is shared: one that was opened for another caller was not looked at for this one.
    const options: RequestOptions = {
      method,
      headers,
      signal,
      agent: false,
      lookup: lookupBy(isFine, resolve),
    };
    if (idleWithin !== undefined) options.timeout = idleWithin;
    const call = request(url, options).on("response", answered).on("error", failed);
    call.on("timeout", () => call.destroy(new TookTooLong()));
    call.end(body);
  });
