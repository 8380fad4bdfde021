import { type KeyCall, keyCallOf } from "@mcc/contract/access/company-key-kinds.ts";
import type { KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkKey, knownKey } from "../access/keys/api-key-scope.ts";
import {
  type CompanyKeyCaller,
  checkCompanyKey,
  companyKeyHash,
  knownCompanyKey,
} from "../access/keys/company-key-scope.ts";
import type { KnownKey } from "../access/session-cache.ts";
import { tokenOf } from "../access/tokens.ts";
import { networkOf } from "../ip-addresses.ts";
import type { Services } from "../services.ts";
import { credentialsOf } from "./api-key-routes.ts";
import { whenOver } from "./exchange.ts";
import { KEY_RATE_SECONDS, openCalls, slotLimits } from "./limits/limits.ts";
import { makeRateWindow } from "./limits/rate-window.ts";
import { type Holder, makeSlots } from "./limits/slots.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, if known before the body is read; undefined for an unauthenticated caller. */
    caller?: Holder;
    /** The key of a company that the request came with. */
    companyKey?: CompanyKeyCaller;
    /** Removes this request from the count of requests in progress: for one that uses a slot of another kind. */
    leaveWork?: () => void;
  }
}

export const anonymousCallerOf = ({ ip }: FastifyRequest): Holder => ({ who: `address ${networkOf(ip)}` });

type BeforeBody = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Written down once the request was answered, with the path as it was sent and without its query. */
const noteKeyCall = (
  { companyKeyUse }: Services,
  { method, url, ip }: FastifyRequest,
  reply: FastifyReply,
  { known, call }: { readonly known: KnownKey; readonly call: KeyCall | undefined },
): void => {
  const [path = ""] = url.split("?");
  whenOver(reply, () =>
    companyKeyUse.note({
      ...{ keyId: known.id, companyId: known.companyId ?? 0, call },
      ...{ method, path, status: reply.statusCode, address: ip },
    }),
  );
};

/** Identifies the caller before the body is read. A caller without the required token or key is refused. */
export const makeCallers = (services: Services) => {
  const { database, tokens, settings } = services;
  const countOpenCall = makeRateWindow(openCalls);
  const { perSecond, atOnce } = settings.keyRequests;
  const countKeyCall = makeRateWindow({
    most: perSecond * KEY_RATE_SECONDS,
    seconds: KEY_RATE_SECONDS,
    refusal: "key.rate",
  });
  const keySlots = makeSlots({ ...slotLimits.requests, each: atOnce, refusal: "key.busy" });

  const anonymous: BeforeBody = async (request) => countOpenCall(networkOf(request.ip));

  const user =
    (endpoint: Endpoint): BeforeBody =>
    async (request, reply) => {
      const hash = companyKeyHash(request.headers.authorization);
      if (hash) return companyKey(request, reply, hash, keyCallOf(endpoint));
      const token = tokenOf(request.headers.authorization);
      const sessionId = tokens.sessionOf(token) ?? fail("auth.required");
      const company = database.sessionCache.get(sessionId)?.who.company?.id;
      request.caller = { who: `user ${tokens.userOf(token)}`, company };
    };

  /** A key of the company instead of a user; what needs a person is refused whatever the key may do. */
  const companyKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    hash: Buffer,
    call: KeyCall | undefined,
  ): Promise<void> => {
    const check = () => checkCompanyKey(database, hash, networkOf(request.ip));
    const known = knownCompanyKey(database, hash) ?? (await checkUnknownKey(request, reply, check));
    countKeyCall(`company ${known.id}`);
    request.caller = { who: `company key ${known.id}`, company: known.companyId };
    noteKeyCall(services, request, reply, { known, call });
    keySlots.take(reply, request.caller);
    request.companyKey = { hash, known, call: call ?? fail("key.person") };
  };

  const key =
    (endpoint: Endpoint): BeforeBody =>
    async (request, reply) => {
      const ask = credentialsOf(endpoint as Endpoint & { allow: KeyAllow }, request);
      const check = () => checkKey(database, ask);
      const known = knownKey(database, ask) ?? (await checkUnknownKey(request, reply, check));
      countKeyCall(String(known.id));
      request.caller = { who: `key ${known.id}`, company: known.companyId };
      keySlots.take(reply, request.caller);
    };
  const checkUnknownKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    check: () => Promise<KnownKey>,
  ) => {
    const leave = request.server.slots.anonymous.take(reply, anonymousCallerOf(request));
    try {
      return await check();
    } finally {
      leave();
    }
  };
  return { anonymous, user, key };
};
