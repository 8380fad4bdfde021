import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  companyDeliveryList,
  eventDeliveryList,
  findEventDelivery,
  replayEvent,
} from "@mcc/contract/events/events.api.ts";
import { EVENT_TYPES } from "@mcc/contract/events/events.schema.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScope } from "../../platform/access/scope.ts";
import { openEventReceiver as openReceiver, type ReceivedEvent } from "../../testing/event-receiver.ts";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { addEvent, deliverSoon } from "./events.service.ts";

const SECRET = "event secret";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ MCC_EVENT_NETWORKS: "127.0.0.0/8" });
});

const addListener = async (url: string | null) => {
  const companyId = await addCompany(testServer);
  await testServer.sql(
    "update company_configurations set event_url = $2, event_secret = $3 where company_id = $1",
    [companyId, url, SECRET],
  );
  return companyId;
};

/** Adds an event like a feature: inside a request's transaction, with the job requested after its commit. */
const announce = async (companyId: number, payload: object, how: "commit" | "rollback" = "commit") => {
  const admin = await addPerson(testServer, companyId, { admin: true });
  const token = await tokenFor(testServer, admin.username);
  const sessionId = testServer.services.tokens.sessionOf(token) as string;
  const open = await openScope(testServer.services.database, { sessionId, token, readOnly: false });
  const id = await addEvent(open.company.db, { type: "order.approved", siteId: null, payload });
  open.company.afterCommit(() => deliverSoon(testServer.services.jobs, companyId));
  await open[how]();
  if (how === "commit") await open.runAfterCommit(testServer.services.log);
  return id;
};

const deliveriesOf = (companyId: number) =>
  testServer.sql(
    "select state, attempts, last_status, last_error, url from event_deliveries where company_id = $1 order by id",
    [companyId],
  );

/** Moves the time forward: retries become due, and the job is requested. */
const hasten = async (companyId: number) => {
  await testServer.sql("update event_deliveries set next_try_at = now() where company_id = $1", [companyId]);
  deliverSoon(testServer.services.jobs, companyId);
};

describe("an event", () => {
  test("is sent with a message id and a signature over time and body (API-026)", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    const seconds = () => Math.floor(Date.now() / 1000);
    const announced = seconds();
    const id = await announce(companyId, { order: "A-1", text: "naïve ✓" });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [{ headers, body }] = receiver.received as [ReceivedEvent];
    expect(headers["x-mcc-message-id"]).toBe(id);
    const timestamp = String(headers["x-mcc-timestamp"]);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(announced);
    expect(Number(timestamp)).toBeLessThanOrEqual(seconds());
    const mine = `sha256=${createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex")}`;
    expect(timingSafeEqual(Buffer.from(String(headers["x-mcc-signature"])), Buffer.from(mine))).toBe(true);
    expect(JSON.parse(body)).toEqual({
      id,
      type: "order.approved",
      created_at: expect.stringMatching(/Z$/),
      company: expect.stringMatching(/^company-/),
      data: { order: "A-1", text: "naïve ✓" },
    });
    await eventually(async () =>
      expect(await deliveriesOf(companyId)).toEqual([
        { state: "delivered", attempts: 1, last_status: 200, last_error: null, url: receiver.url },
      ]),
    );
  });

  test("of every kind is sent, oldest first (API-024)", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    for (const type of EVENT_TYPES) {
      await addEvent(testServer.services.database.platform, {
        type,
        siteId: null,
        payload: {},
        company_id: companyId,
      });
    }
    deliverSoon(testServer.services.jobs, companyId);
    await eventually(() => expect(receiver.received).toHaveLength(EVENT_TYPES.length));
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(EVENT_TYPES);
  });

  test("does not wait for another company's receiver, and is sent before the next event of its company (API-024)", async () => {
    const slow = await openReceiver();
    const answering = Promise.withResolvers<void>();
    slow.state.holding = answering.promise;
    const held = await addListener(slow.url);
    const first = await announce(held, { n: 1 });
    await eventually(() => expect(slow.received).toHaveLength(1));
    const second = await announce(held, { n: 2 });
    const quick = await openReceiver();
    await announce(await addListener(quick.url), {});
    await eventually(() => expect(quick.received).toHaveLength(1));
    expect(slow.state.hungUp).toBe(0);
    expect(slow.received).toHaveLength(1);
    // No transaction stays open while a receiver is slow; those of other jobs end by themselves.
    const idle =
      "select query from pg_stat_activity where application_name = 'mcc_platform' and state like 'idle in%'";
    await eventually(async () => expect(await testServer.sql(idle)).toEqual([]));
    answering.resolve();
    await eventually(() => expect(slow.received).toHaveLength(2));
    expect(slow.received.map(({ headers }) => headers["x-mcc-message-id"])).toEqual([first, second]);
    await eventually(async () =>
      expect(await deliveriesOf(held)).toMatchObject([
        { state: "delivered", attempts: 1 },
        { state: "delivered", attempts: 1 },
      ]),
    );
  });

  test("of a change that was undone is never sent (API-025)", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    await announce(companyId, { undone: true }, "rollback");
    expect(await testServer.sql("select 1 from events where company_id = $1", [companyId])).toEqual([]);
    const kept = await announce(companyId, { undone: false });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers["x-mcc-message-id"]).toBe(kept);
  });

  test("is retried with back-off until the receiver accepts it, then no more (API-027)", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    receiver.state.answers = [500, 503];
    const id = await announce(companyId, {});
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      await eventually(async () =>
        expect(await deliveriesOf(companyId)).toMatchObject([{ state: "waiting", attempts: tries }]),
      );
      const [row] = await testServer.sql<{ wait: number }>(
        "select extract(epoch from next_try_at - now())::float as wait from event_deliveries where company_id = $1",
        [companyId],
      );
      waits.push(row?.wait ?? 0);
      await hasten(companyId);
    }
    await eventually(async () =>
      expect(await deliveriesOf(companyId)).toMatchObject([{ state: "delivered", attempts: 3 }]),
    );
    expect(waits[1]).toBeGreaterThan(waits[0] as number);
    await hasten(companyId);
    expect(receiver.received.map(({ headers }) => headers["x-mcc-message-id"])).toEqual([id, id, id]);
    const signatures = receiver.received.map(({ headers, body }) => [
      headers["x-mcc-signature"],
      `sha256=${createHmac("sha256", SECRET).update(`${headers["x-mcc-timestamp"]}.${body}`).digest("hex")}`,
    ]);
    for (const [theirs, mine] of signatures) expect(theirs).toBe(mine);
  });

  test("whose job request was lost is found by the sweep (API-027)", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    await addEvent(testServer.services.database.platform, {
      type: "site.created",
      siteId: null,
      payload: {},
      company_id: companyId,
    });
    await testServer.services.jobs.requestJob("sweep-events", {}, "now");
    await eventually(() => expect(receiver.received).toHaveLength(1));
  });

  test("does not follow a redirect, and an unreachable receiver is noted (API-027)", async () => {
    const inside = await openReceiver();
    const receiver = await openReceiver();
    receiver.state.answers = [302];
    receiver.state.location = inside.url;
    const companyId = await addListener(receiver.url);
    await announce(companyId, {});
    await eventually(async () =>
      expect(await deliveriesOf(companyId)).toMatchObject([{ state: "waiting", last_status: 302 }]),
    );
    expect(inside.received).toEqual([]);
    const nowhere = await addListener("http://127.0.0.1:9/");
    await announce(nowhere, {});
    await eventually(async () =>
      expect(await deliveriesOf(nowhere)).toMatchObject([
        {
          ...{ state: "waiting", attempts: 1 },
          last_error: "The receiver could not be reached: it accepts no connections",
        },
      ]),
    );
    // Its admins learn no address.
    const admin = await addPerson(testServer, nowhere, { admin: true });
    const listed = await testServer.call(companyDeliveryList.page, {
      ...{ token: await tokenFor(testServer, admin.username), query: {} },
    });
    expect(listed.body.results.map(({ last_error }) => last_error)).toEqual([
      "The receiver could not be reached",
    ]);
  });

  test("fails permanently after its last try, and is logged without an address", async () => {
    const receiver = await openReceiver();
    const companyId = await addListener(receiver.url);
    receiver.state.answers = [500];
    await addEvent(testServer.services.database.platform, {
      type: "user.created",
      siteId: null,
      payload: {},
      company_id: companyId,
    });
    await testServer.sql("update event_deliveries set attempts = 39 where company_id = $1", [companyId]);
    deliverSoon(testServer.services.jobs, companyId);
    await eventually(async () => expect(await deliveriesOf(companyId)).toMatchObject([{ state: "failed" }]));
    const silent = await addListener(null);
    await announce(silent, {});
    expect(await deliveriesOf(silent)).toEqual([]);
    expect(await testServer.sql("select type from events where company_id = $1", [silent])).toHaveLength(1);
  });
});

test("only the platform reads the delivery log, and a delivery can be replayed with its message id (API-028)", async () => {
  const receiver = await openReceiver();
  const companyId = await addListener(receiver.url);
  const id = await announce(companyId, { order: "A-9" });
  await eventually(async () => expect(await deliveriesOf(companyId)).toMatchObject([{ state: "delivered" }]));
  const token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
  const log = await testServer.call(eventDeliveryList.page, {
    token,
    query: { state: "delivered", limit: "1" },
  });
  expect(log.body).toMatchObject({
    results: [{ event_id: id, type: "order.approved", company: { id: companyId }, attempts: 1 }],
    previous: null,
  });
  const first = log.body.results[0]?.id as number;
  const replayed = await testServer.call(replayEvent, { token, params: { id: first } });
  expect(replayed.body).toMatchObject({ event_id: id, state: "waiting", attempts: 0 });
  await eventually(() => expect(receiver.received).toHaveLength(2));
  expect(receiver.received.map(({ headers }) => headers["x-mcc-message-id"])).toEqual([id, id]);
  expect((await testServer.call(replayEvent, { token, params: { id: 999_999 } })).status).toBe(404);
  expect((await testServer.call(eventDeliveryList.page, { token, query: { state: "lost" } })).status).toBe(
    400,
  );
  const admin = await addPerson(testServer, companyId, { admin: true });
  const theirs = await tokenFor(testServer, admin.username);
  expect((await testServer.call(eventDeliveryList.page, { token: theirs, query: {} })).status).toBe(403);
  expect((await testServer.call(replayEvent, { token: theirs, params: { id: first } })).status).toBe(403);
});

test("a delivery shows what is sent and what each attempt got as a response; its replay is audited", async () => {
  const receiver = await openReceiver();
  const companyId = await addListener(receiver.url);
  receiver.state.answers = [500];
  const eventId = await announce(companyId, { order: "A-10" });
  await eventually(async () => expect(await deliveriesOf(companyId)).toMatchObject([{ attempts: 1 }]));
  await hasten(companyId);
  await eventually(async () => expect(await deliveriesOf(companyId)).toMatchObject([{ state: "delivered" }]));
  const operator = await addPerson(testServer, null);
  const token = await tokenFor(testServer, operator.username);
  const listed = await testServer.call(eventDeliveryList.page, {
    token,
    query: { event_id: eventId, state: "Delivered", type: "order.approved" },
  });
  const id = listed.body.results[0]?.id as number;
  const { body } = await testServer.call(findEventDelivery, { token, params: { id } });
  expect(body).toMatchObject({ id, payload: { order: "A-10" }, state: "delivered", next_try_at: null });
  expect(body.log).toEqual([
    { attempt: 2, at: expect.any(String), status: 200, error: null, response: "noted" },
    {
      attempt: 1,
      at: expect.any(String),
      status: 500,
      error: "The receiver answered 500.",
      response: "noted",
    },
  ]);
  await testServer.call(replayEvent, { token, params: { id } });
  const audited = await testServer.sql(
    "select action, actor_id::integer, company_id from audit_entries where record_id = $1",
    [eventId],
  );
  expect(audited).toEqual([{ action: "event.replayed", actor_id: operator.id, company_id: null }]);
  expect((await testServer.call(findEventDelivery, { token, params: { id: 999_999 } })).status).toBe(404);
  const theirs = await tokenFor(
    testServer,
    (await addPerson(testServer, companyId, { admin: true })).username,
  );
  expect((await testServer.call(findEventDelivery, { token: theirs, params: { id } })).status).toBe(403);
});

test("of a response only the beginning is read, however long or slow it is", async () => {
  const drip = createServer((_request, response) => {
    response.writeHead(200);
    response.write(`\0${"x".repeat(5_000)}`);
    // Never ended.
  });
  await new Promise<void>((resolve) => drip.listen(0, "127.0.0.1", resolve));
  afterAll(() => drip.closeAllConnections());
  afterAll(() => new Promise<void>((resolve) => drip.close(() => resolve())));
  const companyId = await addListener(`http://127.0.0.1:${(drip.address() as AddressInfo).port}/`);
  await announce(companyId, {});
  await eventually(async () => expect(await deliveriesOf(companyId)).toMatchObject([{ state: "delivered" }]));
  const [kept] = await testServer.sql<{ response: string }>(
    "select response from event_attempts a join event_deliveries d on d.id = a.delivery_id where d.company_id = $1",
    [companyId],
  );
  expect(kept?.response).toBe("x".repeat(1_999));
});

test("an event is not sent to a private network, whatever an address resolves to (API-026)", async () => {
  const receiver = await openReceiver();
  testServer = await startTestServer();
  for (const host of ["127.0.0.1", "localhost"]) {
    const companyId = await addListener(receiver.url.replace("127.0.0.1", host));
    await announce(companyId, {});
    await eventually(async () =>
      expect(await deliveriesOf(companyId)).toMatchObject([
        { state: "waiting", attempts: 1, last_error: expect.stringContaining("it has a private address") },
      ]),
    );
  }
  expect(receiver.received).toEqual([]);
});
