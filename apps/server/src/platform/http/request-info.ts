import type { FastifyRequest } from "fastify";

/** The address the caller used, as the caller would write it: links of a list start from it. */
export interface RequestInfo {
  readonly url: URL;
}

/** Hosts and paths come from outside: an invalid one must not cause an error. */
export const requestInfo = ({ protocol, host, originalUrl }: FastifyRequest): RequestInfo => ({
  url: URL.parse(`${protocol}://${host}${originalUrl}`) ?? new URL("http://localhost/"),
});
