import type { FastifyReply, FastifyRequest } from "fastify";

/** A cookie of a request; undefined without it. */
export const readCookie = ({ headers }: Pick<FastifyRequest, "headers">, name: string): string | undefined =>
  headers.cookie
    ?.split(";")
    .map((pair) => pair.trim().split("="))
    .find(([key]) => key === name)?.[1];

interface Cookie {
  readonly name: string;
  /** Only characters that need no encoding. */
  readonly value: string;
  readonly path: string;
  readonly seconds: number;
}

/** A cookie that no script can read and that no other site can make a browser send. */
export const setCookie = (
  { protocol }: Pick<FastifyRequest, "protocol">,
  reply: FastifyReply,
  { name, value, path, seconds }: Cookie,
): void => {
  const secure = protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
};
