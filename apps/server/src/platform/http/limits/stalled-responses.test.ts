import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openBystander } from "../../../testing/bystander.ts";
import { addOrder, addSite } from "../../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../../testing/people.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { destroyWhenStalled } from "./stalled-responses.ts";

describe("a list that is streamed", () => {
  let testServer: TestServer;
  let company: number;
  let token: string;

  beforeAll(async () => {
    testServer = await startTestServer();
    company = await addCompany(testServer);
    token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
    const site = await addSite(testServer, company);
    await addOrder(testServer, site, { identifier: "S-0", tracking: ["T".repeat(16_000)] });
    // Far more than the buffers between the server and a reader can hold.
    await testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, tracking_numbers)
       select company_id, 'S-' || n, site_id, site_snapshot_id, status, order_date, total, subtotal, tracking_numbers
       from orders, generate_series(1, 2_400) n where company_id = $1`,
      [company],
    );
  });

  /** Asks for everything and reads nothing of it. */
  const pausedReader = async (by = token): Promise<IncomingMessage> => {
    const outgoing = get(`${testServer.address}/api/orders/?limit=${ALL_ROWS}&untrimmed=true`, {
      headers: { authorization: `JWT ${by}` },
      agent: false,
    });
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    answer.on("error", () => {});
    return answer;
  };

  test("allows two at a time per user, and leaves connections for other users (API-007)", async () => {
    const readers = [await pausedReader(), await pausedReader()];
    const third = await testServer.call(orderList.page, { token, query: { limit: String(ALL_ROWS) } });
    expect(third.status).toBe(429);
    expect(third.body).toMatchObject({ code: "export.running", detail: errors["export.running"][1] });
    expect(third.headers.get("retry-after")).toBe("5");
    expect((await testServer.call(orderList.page, { token })).status).toBe(200);
    for (const reader of readers) reader.destroy();
    const few = { limit: String(ALL_ROWS), identifier: "S-11" };
    const again = async () => (await testServer.call(orderList.page, { token, query: few })).status;
    await expect.poll(again).toBe(200);
  });

  test("of a whole company leaves other companies their lists, approvals and downloads", async () => {
    const bystander = await openBystander(testServer);
    const people = await Promise.all([1, 2].map(() => addPerson(testServer, company, { admin: true })));
    const tokens = await Promise.all(people.map(({ username }) => tokenFor(testServer, username)));
    const readers: IncomingMessage[] = [];
    for (const one of [token, token, ...tokens, ...tokens]) readers.push(await pausedReader(one));
    expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
    const query = { limit: String(ALL_ROWS) };
    expect((await testServer.call(orderList.page, { token: bystander.token, query })).status).toBe(200);
    for (const reader of readers) reader.destroy();
    await expect.poll(() => testServer.app.slots.exports.taken).toBe(0);
  });

  test("a connection cut in the middle of it ends the answer, not the server", async () => {
    // Whatever it is doing at the moment, an export that is not read to its end is in a transaction of a request.
    const under = `from pg_stat_activity
      where datname = current_database() and application_name = 'mcc_request' and xact_start is not null`;
    await expect.poll(() => testServer.sql(`select pid ${under}`)).toEqual([]);
    const reader = await pausedReader();
    const closed = new Promise((resolve) => reader.once("close", resolve));
    expect(await testServer.sql(`select pg_terminate_backend(pid) as cut ${under}`)).toEqual([{ cut: true }]);
    reader.resume();
    await closed;
    expect(reader.complete).toBe(false);
    expect((await testServer.call(currentUser, { token })).status).toBe(200);
  });
});

describe("a reader", () => {
  const STALLED_AFTER = 50;
  afterEach(() => {
    vi.useRealTimers();
  });

  const serve = async (stream: Readable) => {
    const server = createServer((_, response) => {
      destroyWhenStalled(stream, response, STALLED_AFTER);
      stream.pipe(response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const outgoing = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { agent: false });
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    answer.on("error", () => {});
    return { server, answer };
  };
  const CHUNK = Buffer.alloc(1024 * 1024);

  test("that stops reading is disconnected", async () => {
    const stream = Readable.from(Array.from({ length: 64 }, () => CHUNK));
    const { server, answer } = await serve(stream);
    await once(stream, "close");
    expect(stream.readableEnded).toBe(false);
    answer.destroy();
    server.close();
  });

  test("that waits for a slow database is not", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const answered = Promise.withResolvers<void>();
    const slow = async function* () {
      yield CHUNK;
      await answered.promise;
      yield CHUNK;
    };
    const { server, answer } = await serve(Readable.from(slow()));
    let read = 0;
    const readAll = Promise.withResolvers<void>();
    answer.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read === CHUNK.length) readAll.resolve();
    });
    await readAll.promise;
    vi.advanceTimersByTime(10 * STALLED_AFTER);
    answered.resolve();
    await once(answer, "end");
    expect(read).toBe(2 * CHUNK.length);
    server.close();
  });
});
