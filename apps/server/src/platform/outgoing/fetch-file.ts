import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { fetchMessages as messages } from "@mcc/contract/documents/documents.messages.ts";
import { IdleTimeoutError, PrivateAddressError, sendOutgoingRequest } from "./outgoing-request.ts";

/** Where files may be fetched from: host names, and the private networks those may be in. */
export interface AllowedHosts {
  /** `files.example.com`, `*.example.com` or `files.example.com:8443`. */
  readonly hosts: readonly string[];
  readonly networks: readonly string[];
}

/** Why a file could not be fetched, as a message for the sender. */
export class FileFetchError extends Error {}

/** Milliseconds: without any bytes, and for the whole file. */
const TIMEOUTS = { idle: 15_000, total: 10 * 60_000 };
const MAX_REDIRECTS = 3;

/** A usual port is not written in an address, and so not in the list either. */
const isAllowedHost = ({ host }: URL, { hosts }: AllowedHosts): boolean =>
  hosts.some((allowed) => (allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed));

const mustBeAllowed = (url: URL, allowed: AllowedHosts): void => {
  if (!["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw new FileFetchError(messages.protocol);
  }
  if (!isAllowedHost(url, allowed)) throw new FileFetchError(messages.host);
};

/** The bytes behind an address of an allowed host. Read them or destroy them. */
export const fetchFile = async (
  address: string,
  allowed: AllowedHosts,
  { idle, total } = TIMEOUTS,
): Promise<{ content: Readable; name: string }> => {
  const signal = AbortSignal.timeout(total);
  let url = new URL(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    mustBeAllowed(url, allowed);
    const response = await requestFile(url, allowed, signal, idle);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return { content: contentOf(response), name: fileNameIn(url) };
    response.destroy();
    const next =
      [301, 302, 303, 307, 308].includes(statusCode) && URL.parse(headers.location ?? "", url.href);
    if (!next) throw new FileFetchError(messages.answered(statusCode));
    url = next;
  }
  throw new FileFetchError(messages.redirects);
};

/** Any error of the remote host is reported with our message. */
const contentOf = (response: IncomingMessage): Readable => {
  response.on("error", () => {}); // it may break before anybody has begun to read it
  async function* withOurErrors() {
    try {
      yield* response;
    } catch {
      throw new FileFetchError(messages.endedEarly);
    }
  }
  return Readable.from(withOurErrors(), { objectMode: false });
};

const requestFile = async (
  url: URL,
  { networks }: AllowedHosts,
  signal: AbortSignal,
  idleTimeout: number,
): Promise<IncomingMessage> => {
  const headers = { "user-agent": "Management-Control-Center", accept: "*/*" };
  try {
    return await sendOutgoingRequest(url, { method: "GET", headers, signal, idleTimeout, networks });
  } catch (error) {
    throw new FileFetchError(messageFor(error));
  }
};

const messageFor = (error: unknown): string => {
  if (error instanceof PrivateAddressError) return messages.privateAddress;
  if (error instanceof IdleTimeoutError) return messages.tooLong;
  const isUnknown = (error as NodeJS.ErrnoException).syscall === "getaddrinfo";
  return isUnknown ? messages.unknown : messages.unreachable;
};

/** What the file was called there. */
const fileNameIn = ({ pathname }: URL): string => {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
