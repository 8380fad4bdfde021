import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type House, openHouse } from "../testing/house.ts";
import { addKey } from "../testing/integration.ts";
import { addCompany, addPerson, tokenFor } from "../testing/people.ts";
import { makeHttp } from "./http.ts";
import { mount, on } from "./routes.ts";

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

let house: House;
let address: string;
let token: string;
let key: string;
const done: string[] = [];

beforeAll(async () => {
  house = await openHouse();
  token = await tokenFor(house, (await addPerson(house, await addCompany(house))).username);
  key = (await addKey(house)).headers.authorization;
  const app = makeHttp(house.platform.log, undefined);
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
  mount(app, house.platform, [on(forPeople, handle), on(forKeys, handle)]);
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  return () => app.close();
});

const call = async (path: string, authorization: string) => {
  const answer = await fetch(`${address}${path}`, { method: "POST", headers: { authorization } });
  return { status: answer.status, body: await answer.json() };
};

test("each door hands on the address that was called, and does all that was put off until after the commit", async () => {
  expect(await call("/api/people/?who=people", `JWT ${token}`)).toEqual({
    status: 200,
    body: { path: "/api/people/" },
  });
  expect(await call("/api/keys/?who=keys", key)).toEqual({ status: 200, body: { path: "/api/keys/" } });
  await expect.poll(() => done.toSorted()).toEqual(["?who=keys", "?who=people"]);
});
