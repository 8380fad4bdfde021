import { AsyncLocalStorage } from "node:async_hooks";

const addresses = new AsyncLocalStorage<string>();

/** Every handler runs with the address of its request, so that what it writes into the audit can name it. */
export const runWithAddress = <T>(address: string, work: () => T): T => addresses.run(address, work);

/** The network address of the request that is being served; null in jobs and commands. */
export const requestAddress = (): string | null => addresses.getStore() ?? null;
