import type { FastifyRequest } from "fastify";

/** What a handler may know of the request beside its input. */
export interface RequestInfo {
  /** The address the caller used, as the caller would write it: links of a list start from it. */
  readonly url: URL;
  /** The last event that the reader of a stream has received. */
  readonly lastEventId: number | undefined;
}

/** Hosts, paths and headers come from outside: an invalid one must not cause an error. */
export const requestInfo = ({ protocol, host, originalUrl, headers }: FastifyRequest): RequestInfo => ({
  url: URL.parse(`${protocol}://${host}${originalUrl}`) ?? new URL("http://localhost/"),
  lastEventId: eventIdOf(headers["last-event-id"]),
});

const eventIdOf = (text: string | string[] | undefined): number | undefined =>
  typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
