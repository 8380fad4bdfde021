import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AllowedHosts, FileFetchError, fetchFile } from "./fetch-file.ts";

const servers: Server[] = [];
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** A byte now and then, without end. */
const trickle = (response: ServerResponse): void => {
  const sending = setInterval(() => response.write("x"), 5);
  response.on("close", () => clearInterval(sending));
};

let here: string;
let other: string;
let reached = 0;
beforeAll(async () => {
  other = await serve((_request, response) => {
    reached++;
    response.end("inside");
  });
  here = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://here");
    if (pathname === "/file%20one.pdf") response.end("%PDF one");
    else if (pathname === "/moved") response.writeHead(302, { location: "/file%20one.pdf" }).end();
    else if (pathname === "/round") response.writeHead(302, { location: "/round" }).end();
    else if (pathname === "/away") response.writeHead(302, { location: `http://${other}/secret` }).end();
    else if (pathname === "/scheme") response.writeHead(302, { location: "file:///etc/passwd" }).end();
    else if (pathname === "/cut")
      response.writeHead(200, { "content-length": 100 }).write("half", () => response.destroy());
    else if (pathname === "/silent") request.resume();
    else if (pathname === "/stalls") response.writeHead(200, { "content-length": 100 }).write("half");
    else if (pathname === "/endless") trickle(response);
    else response.writeHead(404).end();
  });
});

const HERE = () => ({ hosts: [here], networks: ["127.0.0.0/8"] });
const fetched = async (address: string, allowed: AllowedHosts, limits?: { idle: number; total: number }) => {
  const { content, name } = await fetchFile(address, allowed, limits);
  return { words: await text(content), name };
};

describe("a file is fetched", () => {
  test("from an allowed host, also after a redirect to an allowed host (API-023)", async () => {
    expect(await fetched(`http://${here}/file%20one.pdf`, HERE())).toEqual({
      words: "%PDF one",
      name: "file one.pdf",
    });
    expect((await fetched(`http://${here}/moved?x=1`, HERE())).words).toBe("%PDF one");
  });

  test("from no other host, and not after a redirect to another (API-023)", async () => {
    const port = here.split(":")[1];
    for (const hosts of [
      [],
      ["files.example.com"],
      ["127.0.0.1"],
      ["*.0.0.1"],
      [`127.0.0.1:${Number(port) + 1}`],
    ]) {
      const refused = fetched(`http://${here}/file%20one.pdf`, { hosts, networks: ["127.0.0.0/8"] });
      await expect(refused).rejects.toThrow("Files are not fetched from this host.");
    }
    for (const path of ["/away", "/scheme"])
      await expect(fetched(`http://${here}${path}`, HERE())).rejects.toThrow(FileFetchError);
    expect(reached).toBe(0);
  });

  test("from no private address, whatever the name of the host, unless its network is allowed", async () => {
    const port = here.split(":")[1];
    for (const [host, networks] of [
      [here, []],
      [`localhost:${port}`, []],
      [`localhost:${port}`, ["10.0.0.0/8"]],
      [`[::ffff:127.0.0.1]:${port}`, []],
      [`[::1]:${port}`, []],
      ["169.254.169.254", []],
    ] as const) {
      const { host: written } = new URL(`http://${host}`);
      const refused = fetched(`http://${host}/file%20one.pdf`, { hosts: [written], networks });
      await expect(refused).rejects.toThrow("This host has a private address.");
    }
    const named = { hosts: [`localhost:${port}`], networks: ["127.0.0.1", "::1"] };
    expect((await fetched(`http://localhost:${port}/file%20one.pdf`, named)).words).toBe("%PDF one");
  });

  test("not from a host without the file, with endless redirects, that disconnects or does not exist", async () => {
    await expect(fetched(`http://${here}/absent`, HERE())).rejects.toThrow("The host responded with 404.");
    await expect(fetched(`http://${here}/round`, HERE())).rejects.toThrow("The host redirects too often.");
    await expect(fetched(`http://${here}/cut`, HERE())).rejects.toThrow("The host ended the file early.");
    const gone = await serve(() => {});
    await new Promise((resolve) => servers.at(-1)?.close(resolve));
    const refused = fetched(`http://${gone}/x`, { hosts: [gone], networks: ["127.0.0.0/8"] });
    await expect(refused).rejects.toThrow("The host could not be reached.");
    const unknown = fetched("http://no-such-host.invalid/x", { hosts: ["*.invalid"], networks: [] });
    await expect(unknown).rejects.toThrow("Unknown host.");
  });

  test("not from a host that sends nothing, stops in the middle, or never comes to an end", async () => {
    const idle = { idle: 50, total: 600_000 };
    await expect(fetched(`http://${here}/silent`, HERE(), idle)).rejects.toThrow("The host took too long.");
    await expect(fetched(`http://${here}/stalls`, HERE(), idle)).rejects.toThrow(FileFetchError);
    const total = { idle: 600_000, total: 200 };
    await expect(fetched(`http://${here}/endless`, HERE(), total)).rejects.toThrow(FileFetchError);
  });
});
