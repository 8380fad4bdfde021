import type { FastifyRequest } from "fastify";

/** What a handler may know of the request beside its input. */
export interface RequestInfo {
  /** The address the caller used, as the caller would write it: links of a list start from it. */
  readonly url: URL;
  /** The caller's own address. */
  readonly address: string;
  readonly userAgent: string;
  /** The last event that the reader of a stream has received. */
  readonly lastEventId: number | undefined;
}

const USER_AGENT_MAX = 400;

/** Hosts, paths and headers come from outside: an invalid one must not cause an error. */
export const requestInfo = ({ protocol, host, originalUrl, ip, headers }: FastifyRequest): RequestInfo => ({
  url: URL.parse(`${protocol}://${host}${originalUrl}`) ?? new URL("http://localhost/"),
  address: ip,
  userAgent: (headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX),
  lastEventId: eventIdOf(headers["last-event-id"]),
});

const eventIdOf = (text: string | string[] | undefined): number | undefined =>
  typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
