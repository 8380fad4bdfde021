import { type ClientRequest, request } from "node:http";
import { readOrder } from "@mcc/contract/integration/integration.api.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addKey, addShop } from "../../testing/integration.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const PER_SECOND = 4;
const AT_ONCE = 2;
/** The rate is averaged over ten seconds. */
const MOST = PER_SECOND * 10;

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;

beforeAll(async () => {
  testServer = await startTestServer({
    MCC_KEY_REQUESTS_PER_SECOND: String(PER_SECOND),
    MCC_KEY_REQUESTS_AT_ONCE: String(AT_ONCE),
  });
  shop = await addShop(testServer);
});
/** Each test has a time window of its own. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 3_600_000);
});
afterEach(() => vi.useRealTimers());

const read = async (headers: Record<string, string>) => {
  const params = { slug: shop.slug, identifier: "L-1" };
  const { status, body, headers: sent } = await testServer.call(readOrder, { params, headers });
  return { status, body, retryAfter: Number(sent.get("retry-after")) };
};

test("a key that sends more than its rate is told how long to wait, and other keys are answered", async () => {
  const [loud, calm] = [await addKey(testServer), await addKey(testServer)];
  for (let sent = 0; sent < MOST; sent++) expect((await read(loud.headers)).status).toBe(404);
  vi.setSystemTime(Date.now() + 4_000);
  const refused = await read(loud.headers);
  expect([refused.status, refused.retryAfter]).toEqual([429, 6]);
  expect(refused.body).toMatchObject({
    code: "key.rate",
    detail:
      "This API key has sent too many requests. Please wait as many seconds as Retry-After says, and send again.",
  });
  expect((await read(calm.headers)).status).toBe(404);
  vi.setSystemTime(Date.now() + 6_000);
  expect((await read(loud.headers)).status).toBe(404);
});

/** A request whose body does not end. */
const begin = (headers: Record<string, string>): ClientRequest => {
  const url = `${testServer.address}/api/integration/v1/companies/${shop.slug}/orders/L-1`;
  const open = request(url, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json", "content-length": 100 },
  });
  open.on("error", () => {});
  open.write("{");
  return open;
};

test("a key has only so many requests in progress, and each place is free again however its request ends", async () => {
  const [busy, calm] = [await addKey(testServer), await addKey(testServer)];
  const open = Array.from({ length: AT_ONCE }, () => begin(busy.headers));
  const arriving = (count: number) => eventually(() => expect(testServer.app.slots.bodies.taken).toBe(count));
  await arriving(AT_ONCE);
  const refused = await read(busy.headers);
  expect([refused.status, refused.retryAfter]).toEqual([429, 1]);
  expect(refused.body).toMatchObject({
    code: "key.busy",
    detail:
      "Too many requests with this API key are in progress. Please wait for a response, and send again.",
  });
  expect((await read(calm.headers)).status).toBe(404);
  for (const one of open) one.destroy();
  await arriving(0);
  expect((await read(busy.headers)).status).toBe(404);
});
