import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PrivateAddressError, sendOutgoingRequest } from "./outgoing-request.ts";

let port: number;
let connections = 0;

beforeAll(async () => {
  const server = createServer((_, response) => response.end("inside"));
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
});

const call = (host: string, networks: string[], addresses: string[] = []) =>
  sendOutgoingRequest(new URL(`http://${host}:${port}/`), {
    method: "GET",
    headers: {},
    signal: AbortSignal.timeout(120_000),
    networks,
    ...(addresses.length > 0
      ? {
          resolve: async () =>
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        }
      : {}),
  });

describe("an address entered by a user", () => {
  test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"])(
    "is not called at %s, which is our own machine (API-026)",
    async (host) => {
      await expect(call(host, [])).rejects.toBeInstanceOf(PrivateAddressError);
      expect(connections).toBe(0);
    },
  );

  test.each(["127.0.0.1", "169.254.169.254", "10.1.2.3", "::1", "fd00::1", "::ffff:10.0.0.1"])(
    "is not called when its public name resolves to %s (API-026)",
    async (address) => {
      await expect(call("hooks.example.com", [], [address])).rejects.toBeInstanceOf(PrivateAddressError);
      expect(connections).toBe(0);
    },
  );

  test("is called inside a network that the operator allows, and no other", async () => {
    const loopback = ["127.0.0.0/8"];
    for (const host of ["127.0.0.1", "hooks.example.com"]) {
      const answer = await call(host, loopback, ["10.0.0.1", "127.0.0.1"]);
      expect(answer.statusCode).toBe(200);
      answer.destroy();
    }
    await expect(call("hooks.example.com", loopback, ["10.0.0.1"])).rejects.toBeInstanceOf(
      PrivateAddressError,
    );
  });
});
