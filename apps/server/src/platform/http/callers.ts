import type { KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkKey, type KeyCredentials, knownKey } from "../access/api-key-scope.ts";
import { tokenOf } from "../access/tokens.ts";
import { networkOf } from "../ip-addresses.ts";
import type { Services } from "../services.ts";
import { credentialsOf } from "./api-key-routes.ts";
import { KEY_RATE_SECONDS, openCalls, slotLimits } from "./limits/limits.ts";
import { makeRateWindow } from "./limits/rate-window.ts";
import { type Holder, makeSlots } from "./limits/slots.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, if known before the body is read; undefined for an unauthenticated caller. */
    caller?: Holder;
    /** Removes this request from the count of requests in progress: for one that uses a slot of another kind. */
    leaveWork?: () => void;
  }
}

export const anonymousCallerOf = ({ ip }: FastifyRequest): Holder => ({ who: `address ${networkOf(ip)}` });

type BeforeBody = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Identifies the caller before the body is read. A caller without the required token or key is refused. */
export const makeCallers = ({ database, tokens, settings }: Services) => {
  const countOpenCall = makeRateWindow(openCalls);
  const { perSecond, atOnce } = settings.keyRequests;
  const countKeyCall = makeRateWindow({
    most: perSecond * KEY_RATE_SECONDS,
    seconds: KEY_RATE_SECONDS,
    refusal: "key.rate",
  });
  const keySlots = makeSlots({ ...slotLimits.requests, each: atOnce, refusal: "key.busy" });

  const anonymous: BeforeBody = async (request) => countOpenCall(networkOf(request.ip));

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
      const known = knownKey(database, ask) ?? (await checkUnknownKey(request, reply, ask));
      countKeyCall(String(known.id));
      request.caller = { who: `key ${known.id}`, company: known.companyId };
      keySlots.take(reply, request.caller);
    };
  const checkUnknownKey = async (request: FastifyRequest, reply: FastifyReply, ask: KeyCredentials) => {
    const leave = request.server.slots.anonymous.take(reply, anonymousCallerOf(request));
    try {
      return await checkKey(database, ask);
    } finally {
      leave();
    }
  };
  return { anonymous, user, key };
};
