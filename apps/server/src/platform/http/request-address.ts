import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

const addresses = new AsyncLocalStorage<string>();

/** Every handler runs with the address of its request, so that what it writes into the audit can name it. */
export const rememberAddresses = (app: FastifyInstance): void => {
  app.addHook("preHandler", (request, _reply, done) => addresses.run(request.ip, done));
};

/** The network address of the request that is being served; null in jobs and commands. */
export const requestAddress = (): string | null => addresses.getStore() ?? null;
