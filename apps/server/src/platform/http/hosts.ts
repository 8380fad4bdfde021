import { fail } from "@mcc/contract/kit/errors.ts";
import { apiHostOf, isApiHost, isPageHost } from "@mcc/contract/kit/host.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "../../env.ts";
import { nameIn } from "../hosts/host-name.ts";
import { isLoopbackHost, unmapped } from "../ip-addresses.ts";

/** Requested by monitoring, under any host name. */
const HEALTH = /^\/(?:healthz|readyz|metrics)\/?(?:\?|$)/;

/** Each with its `manager-api.` host; `*.example.com` means every name below it. */
const matcherOf = (hosts: readonly string[]): ((name: string) => boolean) => {
  const all = hosts.flatMap((host) => (isPageHost(host) ? [host, apiHostOf(host)] : [host]));
  const exact = new Set(all);
  const below = all.filter((host) => host.startsWith("*.")).map((host) => host.slice(1));
  return (name) => exact.has(name) || below.some((end) => name.endsWith(end) && name.length > end.length);
};

/**
 * Which names this server answers for. While nobody but this machine can reach it, it may be tried under any pair of
 * `manager.` and `manager-api.` names; else it answers for its public address and for what the operator has named.
 */
const hostsOf = ({ publicUrl, hosts, host }: Pick<Settings, "publicUrl" | "hosts" | "host">) => {
  const own = publicUrl ? new URL(publicUrl).hostname : "localhost";
  const isNamed = matcherOf([nameIn(own), host.toLowerCase(), ...hosts]);
  const isTried = isLoopbackHost(own) && isLoopbackHost(host) && hosts.length === 0;
  return (name: string, listening: string): boolean =>
    isLoopbackHost(name) ||
    isNamed(name) ||
    name === unmapped(listening) ||
    (isTried && (isPageHost(name) || isApiHost(name)));
};

/** Hosts of companies are known from the database. An unknown host name may be an attack: to put it into links, or to make a browser confuse us with another site. */
export const refuseStrangeHosts = (
  app: FastifyInstance,
  settings: Settings,
  isCompanyHost: (name: string) => Promise<boolean>,
): void => {
  const isOurs = hostsOf(settings);
  app.addHook("onRequest", async (request: FastifyRequest) => {
    if (HEALTH.test(request.url)) return;
    const name = nameIn(request.host ?? "");
    if (isOurs(name, request.socket.localAddress ?? "")) return;
    if (!(await isCompanyHost(name))) fail("host.unknown");
  });
};
