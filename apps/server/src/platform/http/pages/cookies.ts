import type { FastifyReply, FastifyRequest } from "fastify";

/** Over TLS a browser takes a cookie of such a name only from a page over TLS: nobody on the way can plant one. */
const nameFor = ({ protocol }: Pick<FastifyRequest, "protocol">, name: string): string =>
  protocol === "https" ? `__Secure-${name}` : name;

/** A cookie of a request; undefined without it. */
export const readCookie = (
  request: Pick<FastifyRequest, "headers" | "protocol">,
  name: string,
): string | undefined =>
  request.headers.cookie
    ?.split(";")
    .map((pair) => pair.trim().split("="))
    .find(([key]) => key === nameFor(request, name))?.[1];

interface Cookie {
  readonly name: string;
  /** Only characters that need no encoding. */
  readonly value: string;
  readonly path: string;
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
  { name, value, path, seconds, sameSite = "Strict", isReadable = false }: Cookie,
): void => {
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${nameFor(request, name)}=${value}; Path=${path}; Max-Age=${seconds}${isReadable ? "" : "; HttpOnly"}; SameSite=${sameSite}${secure}`,
  );
};
