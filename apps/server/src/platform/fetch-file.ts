import { lookup as resolve } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { isPublicAddress, isWithin, networksOf } from "./addresses.ts";

/** Where files may be fetched from: host names, and the private networks those may be in. */
export interface AllowedHosts {
  /** `files.example.com`, `*.example.com` or `files.example.com:8443`. */
  readonly hosts: readonly string[];
  readonly networks: readonly string[];
}

/** Why a file could not be fetched, in words for whoever asked. */
export class NotFetched extends Error {}

const CONNECT_AND_IDLE_WITHIN = 15_000;
const ALL_WITHIN = 10 * 60_000;
const REDIRECTS = 3;

/** A usual port is not written in an address, and so not in the list either. */
const isAllowedHost = ({ host }: URL, { hosts }: AllowedHosts): boolean =>
  hosts.some((allowed) => (allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed));

const mustBeAllowed = (url: URL, allowed: AllowedHosts): void => {
  if (!["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw new NotFetched("Files are fetched by http and https only.");
  }
  if (!isAllowedHost(url, allowed)) throw new NotFetched("Files are not fetched from this host.");
};

/**
 * The address that is connected to is the very one that was looked at: a name that resolves otherwise a moment later
 * gains nothing.
 */
const lookupWithin = ({ networks }: AllowedHosts) => {
  const alsoAllowed = networksOf(networks);
  const isFine = (address: string) => isPublicAddress(address) || isWithin(alsoAllowed, address);
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { all: true, verbatim: true }).then(
      (found) => {
        const fine = found.filter(({ address }) => isFine(address));
        const [first] = fine;
        if (!first) done(new NotFetched("This host has a private address."), "");
        else if (options.all) done(null, fine);
        else done(null, first.address, first.family);
      },
      () => done(new NotFetched("This host is not known."), ""),
    );
  };
  return { lookup, isFine };
};

/** The bytes behind an address of an allowed host. Read them or destroy them. */
export const fetchFile = async (
  address: string,
  allowed: AllowedHosts,
): Promise<{ content: Readable; name: string }> => {
  const signal = AbortSignal.timeout(ALL_WITHIN);
  let url = new URL(address);
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    mustBeAllowed(url, allowed);
    const answer = await ask(url, allowed, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return { content: contentOf(answer), name: nameIn(url) };
    answer.destroy();
    const next =
      [301, 302, 303, 307, 308].includes(statusCode) && URL.parse(headers.location ?? "", url.href);
    if (!next) throw new NotFetched(`The host answered ${statusCode}.`);
    url = next;
  }
  throw new NotFetched("The host redirects too often.");
};

/** Whatever goes wrong over there half-way is told in our words. */
const contentOf = (answer: IncomingMessage): Readable => {
  answer.on("error", () => {}); // it may break before anybody has begun to read it
  async function* told() {
    try {
      yield* answer;
    } catch {
      throw new NotFetched("The host ended the file early.");
    }
  }
  return Readable.from(told(), { objectMode: false });
};

const ask = (url: URL, allowed: AllowedHosts, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((found, failed) => {
    const { lookup, isFine } = lookupWithin(allowed);
    // A number needs no lookup, so it has to be looked at here.
    const number = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(number) && !isFine(number)) throw new NotFetched("This host has a private address.");
    const { get } = url.protocol === "https:" ? https : http;
    const headers = { "user-agent": "Management-Control-Center", accept: "*/*" };
    // No connection is shared: one that was opened for another caller was not looked at by this one.
    const request = get(url, { lookup, signal, headers, agent: false, timeout: CONNECT_AND_IDLE_WITHIN });
    request.once("timeout", () => request.destroy(new NotFetched("The host took too long.")));
    request.once("response", found);
    request.once("error", (error) => failed(toldAs(error)));
  });

const toldAs = (error: Error): NotFetched =>
  error instanceof NotFetched ? error : new NotFetched("The host could not be reached.");

/** What the file was called there. */
const nameIn = ({ pathname }: URL): string => {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
