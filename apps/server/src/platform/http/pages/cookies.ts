import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Over TLS a browser takes a cookie of such a name only from a page of this very host over TLS, and for all its paths:
 * neither somebody on the way nor another host of the same domain can plant one.
 */
export const cookieNameFor = (protocol: string, name: string): string =>
  protocol.startsWith("https") ? `__Host-${name}` : name;

/** A cookie of a request; undefined without it. */
export const readCookie = (
  request: Pick<FastifyRequest, "headers" | "protocol">,
  name: string,
): string | undefined =>
  request.headers.cookie
    ?.split(";")
    .map((pair) => pair.trim().split("="))
    .find(([key]) => key === cookieNameFor(request.protocol, name))?.[1];

interface Cookie {
  readonly name: string;
  /** Only characters that need no encoding. */
  readonly value: string;
  readonly seconds: number;
  /** Lax: also sent when another site leads here. */
  readonly sameSite?: "Strict" | "Lax";
  /** For the page's own script. */
  readonly isReadable?: boolean;
}

/** A cookie that no script can read and that no other site can make a browser send, unless it says so. */
export const setCookie = (
  request: Pick<FastifyRequest, "protocol">,
  reply: FastifyReply,
  { name, value, seconds, sameSite = "Strict", isReadable = false }: Cookie,
): void => {
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieNameFor(request.protocol, name)}=${value}; Path=/; Max-Age=${seconds}${isReadable ? "" : "; HttpOnly"}; SameSite=${sameSite}${secure}`,
  );
};
