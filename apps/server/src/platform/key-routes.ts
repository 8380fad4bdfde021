import { type KeyAllow, scopeOfAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readAsked } from "./input.ts";
import { type KeyAsk, withKey } from "./key-scope.ts";
import type { Platform } from "./platform.ts";
import { type Request, requestOf } from "./request.ts";
import { hashToken } from "./tokens.ts";

/** A handler of whichever endpoint: what it takes is known to `on`, `onLines` and `onUpload` alone. */
export type Handle = (scope: never, asked: never, request: never) => unknown;

/** The address of a call, its lines, or its upload. */
type Third = Request | AsyncIterable<unknown> | { read(take: never): unknown };

/** They have checked the handler against its own endpoint, whose door has made what it is given. */
export const hand = (handle: Handle, ...given: [scope: object, asked: object, third: Third]): unknown =>
  (handle as (...given: readonly object[]) => unknown)(...given);

const KEY = /^mcc_live_[0-9a-f]{48}$/;

/** Something that cannot be a key of ours does not reach the database. */
export const askOf = (endpoint: Endpoint, { headers, params }: FastifyRequest): KeyAsk => {
  const [scheme, key = "", ...rest] = (headers.authorization ?? "").split(" ");
  if (scheme !== "ApiKey" || !KEY.test(key) || rest.length > 0) fail("key.required");
  const { slug = null } = (params ?? {}) as { slug?: string };
  // No slug has such a letter, and PostgreSQL would not take it.
  if (slug?.includes("\u0000")) fail("not_found");
  return { keyHash: hashToken(key), scope: scopeOfAllow(endpoint.allow as KeyAllow), slug };
};

/** The same steps as for people: who asks, may they, what is asked, do it in one transaction. */
export const keyed =
  (platform: Platform, endpoint: Endpoint, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header("cache-control", "no-store");
    const ask = askOf(endpoint, request);
    let asked: object | undefined;
    return withKey(platform, ask, async (scope) => {
      asked ??= readAsked(endpoint, request);
      return hand(handle, scope, asked, requestOf(request));
    });
  };
