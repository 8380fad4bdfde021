import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** An address that leads to one PostgreSQL after another, as a load balancer in front of a cluster does. */
export const startServerSwitch = async (firstUrl: string) => {
  let target: string | undefined = firstUrl;
  const streams = new Set<Socket>();
  const server = createServer((client) => {
    if (!target) return void client.destroy();
    const { hostname, port } = new URL(target);
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      streams.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        streams.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    target = undefined;
    for (const stream of streams) stream.destroy();
  };
  return {
    url: Object.assign(new URL(firstUrl), {
      port: String((server.address() as AddressInfo).port),
    }).toString(),
    /** Ends every connection, and opens none until there is another server. */
    cut,
    leadTo: (url: string) => {
      target = url;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
};
