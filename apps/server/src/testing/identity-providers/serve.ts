import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterFile } from "../after-file.ts";

/** A server on this machine, as its address; it can be stopped before the file ends. */
export const serve = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterFile(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop };
};
