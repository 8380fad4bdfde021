import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { fetchMessages as says } from "@mcc/contract/documents/documents.messages.ts";
import { callOutside, PrivateAddress, TookTooLong } from "./outgoing.ts";

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
    throw new NotFetched(says.protocol);
  }
  if (!isAllowedHost(url, allowed)) throw new NotFetched(says.host);
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
    if (!next) throw new NotFetched(says.answered(statusCode));
    url = next;
  }
  throw new NotFetched(says.redirects);
};

/** Whatever goes wrong over there half-way is told in our words. */
const contentOf = (answer: IncomingMessage): Readable => {
  answer.on("error", () => {}); // it may break before anybody has begun to read it
  async function* told() {
    try {
      yield* answer;
    } catch {
      throw new NotFetched(says.endedEarly);
    }
  }
  return Readable.from(told(), { objectMode: false });
};

const ask = async (url: URL, { networks }: AllowedHosts, signal: AbortSignal): Promise<IncomingMessage> => {
  const headers = { "user-agent": "Management-Control-Center", accept: "*/*" };
  try {
    return await callOutside(url, {
      method: "GET",
      headers,
      signal,
      idleWithin: CONNECT_AND_IDLE_WITHIN,
      networks,
    });
  } catch (error) {
    throw new NotFetched(wordsFor(error));
  }
};

const wordsFor = (error: unknown): string => {
  if (error instanceof PrivateAddress) return says.privateAddress;
  if (error instanceof TookTooLong) return says.tooLong;
  const isUnknown = (error as NodeJS.ErrnoException).syscall === "getaddrinfo";
  return isUnknown ? says.unknown : says.unreachable;
};

/** What the file was called there. */
const nameIn = ({ pathname }: URL): string => {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
