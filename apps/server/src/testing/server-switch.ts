import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** An address that leads to one server after another, as a load balancer in front of a cluster does. */
export const startServerSwitch = async (firstUrl: string) => {
  let target: string | undefined = firstUrl;
  let isStalled = false;
  /** Where what a stream receives is sent to. */
  const streams = new Map<Socket, Socket>();
  const server = createServer((client) => {
    if (!target) return void client.destroy();
    const { hostname, port } = new URL(target);
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      streams.set(one, other);
      one.on("error", () => {});
      one.on("close", () => {
        streams.delete(one);
        other.destroy();
      });
      if (!isStalled) one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    target = undefined;
    for (const stream of streams.keys()) stream.destroy();
  };
  return {
    url: Object.assign(new URL(firstUrl), {
      port: String((server.address() as AddressInfo).port),
    }).toString(),
    /** Ends every connection, and opens none until there is another server. */
    cut,
    /** Connections stay open, and nothing comes through: as when a cable is pulled. */
    stall: () => {
      isStalled = true;
      for (const stream of streams.keys()) stream.unpipe().pause();
    },
    leadTo: (url: string) => {
      target = url;
      if (isStalled) for (const [stream, other] of streams) stream.pipe(other);
      isStalled = false;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
};
