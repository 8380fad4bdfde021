import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { addKey } from "../../testing/integration.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { mountRoutes, route } from "./routes.ts";
import { makeHttpServer } from "./server.ts";

const reply = z.object({ path: z.string() });
const forPeople = endpoint({
  method: "POST",
  path: "/api/people/",
  summary: "For people",
  allow: "company:member",
  reply,
});
const forKeys = endpoint({
  method: "POST",
  path: "/api/keys/",
  summary: "For systems",
  allow: "key:orders",
  reply,
});

let testServer: TestServer;
let address: string;
let token: string;
let key: string;
const done: string[] = [];

beforeAll(async () => {
  testServer = await startTestServer();
  token = await tokenFor(testServer, (await addPerson(testServer, await addCompany(testServer))).username);
  key = (await addKey(testServer)).headers.authorization;
  const app = makeHttpServer(testServer.services.log, undefined);
  const handle = async (
    { afterCommit }: { afterCommit: (work: () => unknown) => void },
    _: object,
    { url }: { url: URL },
  ) => {
    afterCommit(() => {
      throw new Error("The queue is away.");
    });
    afterCommit(() => done.push(url.search));
    return { path: url.pathname };
  };
  mountRoutes(app, testServer.services, [route(forPeople, handle), route(forKeys, handle)]);
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  return () => app.close();
});

const call = async (path: string, authorization: string) => {
  const answer = await fetch(`${address}${path}`, { method: "POST", headers: { authorization } });
  return { status: answer.status, body: await answer.json() };
};

test("each kind of route passes on the requested address, and runs all tasks deferred until after the commit", async () => {
  expect(await call("/api/people/?who=people", `JWT ${token}`)).toEqual({
    status: 200,
    body: { path: "/api/people/" },
  });
  expect(await call("/api/keys/?who=keys", key)).toEqual({ status: 200, body: { path: "/api/keys/" } });
  await expect.poll(() => done.toSorted()).toEqual(["?who=keys", "?who=people"]);
});
