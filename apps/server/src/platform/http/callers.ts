import type { KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withApiKey } from "../access/api-key-scope.ts";
import { makeRecentCache } from "../access/recent-cache.ts";
import { tokenOf } from "../access/tokens.ts";
import { networkOf } from "../ip-addresses.ts";
import type { Platform } from "../platform.ts";
import { credentialsOf } from "./api-key-routes.ts";
import { openCalls } from "./limits.ts";
import { makeRateWindow } from "./rate-window.ts";
import type { Holder } from "./slots.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, if known before the body is read; undefined for an unauthenticated caller. */
    caller?: Holder;
    /** Removes this request from the count of requests in progress: for one that uses a slot of another kind. */
    leaveWork?: () => void;
  }
}

export const strangerOf = ({ ip }: FastifyRequest): Holder => ({ who: `address ${networkOf(ip)}` });

type BeforeBody = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const MOST_KEYS = 1_000;

/** Identifies the caller before the body is read; a caller without the required credentials is refused then. */
export const makeCallers = ({ database, tokens, log }: Platform) => {
  const countOpenCall = makeRateWindow(openCalls);
  /** Recently valid keys. Their permissions are checked again in every transaction. */
  const known = makeRecentCache<string, Holder>(MOST_KEYS);

  const stranger: BeforeBody = async (request) => countOpenCall(networkOf(request.ip));

  const user: BeforeBody = async (request) => {
    const token = tokenOf(request.headers.authorization);
    const sessionId = tokens.sessionOf(token) ?? fail("auth.required");
    const company = database.sessionCache.get(sessionId)?.who.company?.id;
    request.caller = { who: `user ${tokens.userOf(token)}`, company };
  };

  const key =
    (endpoint: Endpoint): BeforeBody =>
    async (request, reply) => {
      const ask = credentialsOf(endpoint as Endpoint & { allow: KeyAllow }, request);
      const name = `${ask.keyHash.toString("hex")} ${ask.slug}`;
      request.caller = known.get(name);
      if (request.caller) return;
      const leave = request.server.slots.strangers.take(reply, strangerOf(request));
      try {
        const holder = await withApiKey({ database, log }, ask, async (scope) => ({
          who: `key ${scope.key.id}`,
          company: Number.isNaN(scope.companyId) ? undefined : scope.companyId,
        }));
        known.set(name, holder);
        request.caller = holder;
      } finally {
        leave();
      }
    };
  return { stranger, user, key };
};
