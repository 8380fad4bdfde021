import type { FastifyInstance, FastifyRequest } from "fastify";
import { nameIn } from "../hosts/host-name.ts";
import { isInNetworks, isLoopback, isLoopbackHost, parseNetworks, unmapped } from "../ip-addresses.ts";
import type { Services } from "../services.ts";
import { makeMetrics } from "./metrics.ts";
import { makeRequestTally } from "./request-tally.ts";

const FORWARDED = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Who may read the metrics: a caller whose own connection comes from this machine or from a named network. What a proxy
 * says about the caller never opens them, and whatever a proxy has passed on is refused: behind a proxy on this machine,
 * everybody's connection comes from this machine.
 */
const makeGate = ({ settings }: Pick<Services, "settings">) => {
  const networks = parseNetworks(settings.metricsNetworks);
  const publicName = settings.publicUrl && nameIn(new URL(settings.publicUrl).host);
  return ({ socket, headers }: FastifyRequest): boolean => {
    if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
    const caller = unmapped(socket.remoteAddress ?? "");
    const host = nameIn(headers.host ?? "");
    if (isLoopback(caller)) return isLoopbackHost(host);
    return isInNetworks(networks, caller) && host !== publicName;
  };
};

/** `/metrics` in the format of Prometheus. Everybody else finds nothing there. */
export const mountMetrics = (app: FastifyInstance, services: Services): void => {
  const requests = makeRequestTally();
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    requests.add(
      { method, route: routeOptions.url ?? "none", status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  const inProgress = () =>
    Object.fromEntries(Object.entries(app.slots).map(([kind, { taken }]) => [kind, taken]));
  const mayRead = makeGate(services);
  let metrics: ReturnType<typeof makeMetrics> | undefined;
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound();
    metrics ??= makeMetrics({ services, requests, inProgress });
    const { contentType, text } = await metrics;
    return reply
      .header("cache-control", "no-store")
      .type(contentType)
      .send(await text());
  });
};
