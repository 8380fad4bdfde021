import { type KeyAllow, scopeOfAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type KeyCredentials, withApiKey } from "../access/keys/api-key-scope.ts";
import { hashToken } from "../access/tokens.ts";
import { parseRequest } from "../input/input.ts";
import { networkOf } from "../ip-addresses.ts";
import type { Services } from "../services.ts";
import { type RequestInfo, requestInfo } from "./request-info.ts";

/** A handler of any endpoint: the types of its input are known to `on`, `lineRoute` and `uploadRoute` only. */
export type AnyHandler = (scope: never, input: never, request: never) => unknown;

/** The address of a call, its lines, or its upload. */
type HandlerExtra = RequestInfo | AsyncIterable<unknown> | { read(take: never): unknown };

/** They have checked the handler against its own endpoint, whose input was validated. */
export const callHandler = (
  handler: AnyHandler,
  ...given: [scope: object, input: object, extra: HandlerExtra]
): unknown => (handler as (...given: readonly object[]) => unknown)(...given);

const KEY_FORMAT = /^mcc_live_[0-9a-f]{48}$/;

/** Something that cannot be a key of ours does not reach the database. */
export const credentialsOf = (
  endpoint: Endpoint,
  { headers, params, ip }: FastifyRequest,
): KeyCredentials => {
  const [scheme, key = "", ...rest] = (headers.authorization ?? "").split(" ");
  if (scheme !== "ApiKey" || !KEY_FORMAT.test(key) || rest.length > 0) fail("key.required");
  const { slug = null } = (params ?? {}) as { slug?: string };
  // No slug has such a character, and PostgreSQL would not accept it.
  if (slug?.includes("\u0000")) fail("not_found");
  const scope = scopeOfAllow(endpoint.allow as KeyAllow);
  return { keyHash: hashToken(key), scope, slug, network: networkOf(ip) };
};

/** The same steps as for users: authenticate, authorize, validate, execute in one transaction. */
export const apiKeyHandler =
  (services: Services, endpoint: Endpoint, handler: AnyHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header("cache-control", "no-store");
    const credentials = credentialsOf(endpoint, request);
    let input: object | undefined;
    return withApiKey(services, credentials, async (scope) => {
      input ??= parseRequest(endpoint, request);
      return callHandler(handler, scope, input, requestInfo(request));
    });
  };
