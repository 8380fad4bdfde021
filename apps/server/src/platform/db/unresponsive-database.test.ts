import { setImmediate as turn } from "node:timers/promises";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startServerSwitch } from "../../testing/server-switch.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let link: Awaited<ReturnType<typeof startServerSwitch>>;
let testServer: TestServer;
let token: string;

beforeAll(async () => {
  link = await startServerSwitch(inject("postgresUrl"));
  testServer = await startTestServer({}, { poolerUrl: link.url });
  const company = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await testServer.close();
  await link.stop();
});

const list = () => testServer.call(orderList.page, { token, query: {} });

/** Asks for a list, and lets so much time pass until it is answered. */
const answeredAfter = async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let answer: Awaited<ReturnType<typeof list>> | undefined;
  const asked = list().then((given) => {
    answer = given;
  });
  // It has been sent to the database, or waits for a connection to it.
  await eventually(() => {
    const [requests] = testServer.services.database.pools();
    expect((requests?.inUse ?? 0) + (requests?.waiting ?? 0)).toBeGreaterThan(0);
  });
  let seconds = 0;
  while (!answer && seconds < 60) {
    vi.advanceTimersByTime(1_000);
    seconds += 1;
    for (let turns = 0; turns < 50; turns++) await turn();
  }
  vi.useRealTimers();
  await asked;
  return { status: answer?.status, retry: answer?.headers.get("retry-after"), seconds };
};

test("a connection that stays open and carries nothing is given up after 15 seconds, and the next request is served", async () => {
  expect((await list()).status).toBe(200);
  link.stall();
  const { status, retry, seconds } = await answeredAfter();
  expect([status, retry]).toEqual([503, "1"]);
  expect(seconds).toBeGreaterThanOrEqual(15);
  expect(seconds).toBeLessThan(25);
  link.leadTo(inject("postgresUrl"));
  await eventually(async () => expect((await list()).status).toBe(200));
});

test("a database that accepts connections and says nothing is given up after 5 seconds", async () => {
  link.cut();
  link.leadTo(inject("postgresUrl"));
  link.stall();
  await eventually(() => expect(testServer.services.database.pools()[0]?.open).toBe(0));
  const { status, retry, seconds } = await answeredAfter();
  expect([status, retry]).toEqual([503, "1"]);
  expect(seconds).toBeLessThan(15);
  link.leadTo(inject("postgresUrl"));
  await eventually(async () => expect((await list()).status).toBe(200));
});
