import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestServer } from "./test-server.ts";

/** Another address of the same loopback network. */
export const ELSEWHERE = "127.0.0.2";

/** A connection on which these bytes, and nothing else, were sent. */
export const sendBytes = async (
  { address }: Pick<TestServer, "address">,
  bytes: string,
  from = ELSEWHERE,
): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on("error", () => {});
  await once(socket, "connect");
  await new Promise((sent) => socket.write(bytes, sent));
  return socket;
};

/** Sends a request and disconnects before the response. */
export const abandon = async (testServer: Pick<TestServer, "address">, bytes: string): Promise<void> => {
  const socket = await sendBytes(testServer, bytes);
  const closed = once(socket, "close");
  socket.destroy();
  await closed;
};

/** The head of a request as it is sent. */
export const headOf = (line: string, headers: Readonly<Record<string, string | number>>): string =>
  [
    `${line} HTTP/1.1`,
    "host: localhost",
    ...Object.entries(headers).map((pair) => pair.join(": ")),
    "",
    "",
  ].join("\r\n");
