import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import * as contract from "@mcc/contract/webhooks/webhooks.api.ts";
import { WEBHOOK_KINDS } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openEventReceiver, type ReceivedEvent } from "../../testing/event-receiver.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer({
    MCC_EVENT_NETWORKS: "127.0.0.0/8",
    MCC_WEBHOOK_NETWORKS: "127.0.0.0/8",
  });
});

const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const { companyId } = company;
  const admin = await company.person({ admin: true, firstName: "Ada", lastName: "Byron" });
  const call = async (endpoint: Endpoint, request: object = {}) => {
    const { status, body } = await testServer.call(endpoint, { token: admin.token, ...request } as never);
    // biome-ignore lint/suspicious/noExplicitAny: what the server sends is asserted, not typed
    return { status, body: body as any };
  };
  const create = (url: string, more: object = {}) =>
    call(contract.createWebhook, { body: { url, kinds: WEBHOOK_KINDS, ...more } });
  const change = (id: number, body: object) => call(contract.updateWebhook, { params: { id }, body });
  const announce = async (type: (typeof WEBHOOK_KINDS)[number], siteId: number | null) => {
    const event = { type, siteId, payload: { site: siteId }, company_id: companyId };
    const id = await addEvent(testServer.services.database.platform, event);
    deliverSoon(testServer.services.jobs, companyId);
    return id;
  };
  const deliveries = async (id: number) =>
    (await call(contract.webhookDeliveryList.page, { params: { id }, query: {} })).body.results;
  return { ...company, admin, call, create, change, announce, deliveries };
};

const idsOf = (received: readonly ReceivedEvent[]) => received.map(({ headers }) => headers["webhook-id"]);
const verified = (secret: string, { body, headers }: ReceivedEvent) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** Moves the time forward for what is waiting, and looks for it. */
const hasten = async (companyId: number) => {
  await testServer.sql("update event_deliveries set next_try_at = now() where company_id = $1", [companyId]);
  deliverSoon(testServer.services.jobs, companyId);
};

describe("a receiver of a company's events", () => {
  test("gets what was chosen, and the library of Standard Webhooks verifies it; its secret is shown once (OPEN-002)", async () => {
    const { create, call, announce, companyId, deliveries } = await setUp();
    const [every, sites] = [await openEventReceiver(), await openEventReceiver()];
    const first = await create(every.url);
    expect(first).toMatchObject({
      status: 200,
      body: { url: every.url, sites: null, paused_at: null, created_by: "Ada Byron", last_delivery: null },
    });
    const { id, secret } = first.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const second = (await create(sites.url, { kinds: ["site.created"] })).body;
    const approved = await announce("order.approved", null);
    const created = await announce("site.created", null);
    await eventually(() => expect(idsOf(every.received).sort()).toEqual([approved, created].sort()));
    await eventually(() => expect(idsOf(sites.received)).toEqual([created]));
    const [event] = every.received as [ReceivedEvent];
    expect(verified(secret, event)).toMatchObject({ id: event.headers["webhook-id"], data: { site: null } });
    expect(() => verified(second.secret, event)).toThrow("No matching signature found");
    expect(() => verified(secret, { ...event, body: event.body.replace("null", "1") })).toThrow();
    expect(event.headers).not.toHaveProperty("x-mcc-signature");

    const listed = (await call(contract.webhooks)).body;
    expect(JSON.stringify(listed)).not.toContain("whsec");
    expect(listed.results.map((each: { id: number }) => each.id)).toEqual([id, second.id]);
    const [stored] = await testServer.sql<{ found: boolean }>(
      "select bool_or(to_jsonb(r)::text like '%' || $2 || '%') as found from event_receivers r where company_id = $1",
      [companyId, secret.slice("whsec_".length)],
    );
    expect(stored?.found).toBe(false);

    // The request and the answer.
    await eventually(async () =>
      expect(await deliveries(second.id)).toMatchObject([{ state: "delivered", type: "site.created" }]),
    );
    const [delivery] = await deliveries(second.id);
    const shown = await call(contract.findWebhookDelivery, { params: { id: delivery.id } });
    const [got] = sites.received as [ReceivedEvent];
    expect(shown.body).toMatchObject({
      ...{ webhook_id: second.id, url: sites.url, event_id: created, attempts: 1, last_status: 200 },
      request: { headers: { "webhook-id": created, "content-type": "application/json" }, body: got.body },
      log: [{ attempt: 1, status: 200, response: "noted", error: null }],
    });
    // A replay has the same message id.
    const replayed = await call(contract.replayWebhookDelivery, { params: { id: delivery.id } });
    expect(replayed).toMatchObject({ status: 200, body: { event_id: created, attempts: 0 } });
    await eventually(() => expect(idsOf(sites.received)).toEqual([created, created]));
    expect(idsOf(every.received)).toHaveLength(2);
  });

  test("gets two signatures while its secret is replaced, then one (OPEN-002 partly)", async () => {
    const { create, call, announce, companyId } = await setUp();
    const receiver = await openEventReceiver();
    const { id, secret: before } = (await create(receiver.url)).body;
    const replaced = await call(contract.createWebhookSecret, { params: { id } });
    expect(replaced.body.both_secrets_until).toEqual(expect.any(String));
    const after = replaced.body.secret;
    expect(after).not.toBe(before);
    await announce("site.created", null);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [both] = receiver.received as [ReceivedEvent];
    expect(String(both.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const secret of [before, after]) expect(verified(secret, both)).toMatchObject({ data: {} });
    await testServer.sql("update event_receivers set both_until = now() where company_id = $1", [companyId]);
    await announce("site.created", null);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const [, one] = receiver.received as [ReceivedEvent, ReceivedEvent];
    expect(verified(after, one)).toMatchObject({ data: {} });
    expect(() => verified(before, one)).toThrow("No matching signature found");
    expect((await call(contract.findWebhook, { params: { id } })).body.both_secrets_until).toBeNull();
  });

  test("keeps a secret for its time when the next one is replaced too; a third change is refused until then (OPEN-002 partly)", async () => {
    const { create, call, announce, companyId, site } = await setUp();
    const receiver = await openEventReceiver();
    const { id, secret: first } = (await create(receiver.url, { sites: [site.id] })).body;
    const replace = () => call(contract.createWebhookSecret, { params: { id } });
    const [second, third] = [(await replace()).body.secret, (await replace()).body.secret];
    expect(await replace()).toMatchObject({
      status: 409,
      body: {
        code: "secret.replaced",
        detail: expect.stringMatching(
          /^Two earlier secrets are still valid\. Replace it again after .+ \d{1,2}:\d\d [AP]M UTC\.$/,
        ),
      },
    });
    await announce("order.approved", site.id);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    for (const secret of [first, second, third])
      expect(verified(secret, receiver.received[0] as ReceivedEvent)).toMatchObject({ data: {} });
    // The first one has ended, the second one has not.
    await testServer.sql("update event_receivers set older_until = now() where company_id = $1", [companyId]);
    const fourth = (await replace()).body.secret;
    await announce("order.approved", site.id);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const [, later] = receiver.received as [ReceivedEvent, ReceivedEvent];
    for (const secret of [second, third, fourth]) expect(verified(secret, later)).toMatchObject({ data: {} });
    expect(() => verified(first, later)).toThrow("No matching signature found");
  });

  test("is named in the audit and in e-mails without the query of its address, which can hold a secret (OPEN-002 partly)", async () => {
    const { create, change, call, announce, companyId } = await setUp();
    const receiver = await openEventReceiver();
    const { id } = (await create(`${receiver.url}?token=first-s3cret`)).body;
    await change(id, { url: `${receiver.url}?token=second-s3cret` });
    await call(contract.createWebhookSecret, { params: { id } });
    receiver.state.answers = [500];
    await call(contract.testWebhook, { params: { id } });
    await testServer.sql(
      "update event_receivers set failing_since = now() - interval '24 hours' where id = $1",
      [id],
    );
    receiver.state.answers = [500];
    await announce("site.created", null);
    const entries = () =>
      testServer.sql<{ action: string; details: { name: string } }>(
        "select action, details from audit_entries where company_id = $1 and record_type like 'webhook%' order by id",
        [companyId],
      );
    await hasten(companyId);
    await eventually(async () => expect((await entries()).at(-1)?.action).toBe("webhook.paused"));
    const found = await entries();
    expect(found.map(({ action }) => action)).toEqual([
      ...["webhook.created", "webhook.updated", "webhook_secret.updated", "webhook.tested", "webhook.paused"],
    ]);
    expect(new Set(found.map(({ details }) => details.name))).toEqual(new Set([receiver.url]));
    expect(found[1]?.details).toMatchObject({ query: "changed" });
    const mails = await testServer.sql("select * from messages where company_id = $1", [companyId]);
    expect(mails.length).toBeGreaterThan(0);
    for (const secret of ["first-s3cret", "second-s3cret"])
      expect(JSON.stringify([found, mails])).not.toContain(secret);
    // The events themselves were sent to the whole address.
    expect(receiver.received.map(({ path }) => path)).toContain("/events?token=second-s3cret");
  });

  test("of some sites gets nothing of another site, and nothing that belongs to none (OPEN-003)", async () => {
    const { create, change, announce, deliveries, ...company } = await setUp();
    const [own, other] = [company.site, await company.addSite()];
    const [limited, whole] = [await openEventReceiver(), await openEventReceiver()];
    const { id, sites } = (await create(limited.url, { sites: [own.id] })).body;
    expect(sites).toMatchObject([{ id: own.id }]);
    await create(whole.url);
    // By decisions about orders, and by records.
    await company.rule({ roleId: await company.role("Approver"), limit: 0 });
    for (const site of [own, other]) await announce("order.approved", site.id);
    const pending = [await company.order("40.00"), await company.order("40.00", { site: other })];
    for (const { identifier } of pending)
      expect((await company.reject(company.admin.token, identifier, "No")).status).toBe(200);
    await announce("user.created", null);
    const created = await announce("site.created", other.id);
    await eventually(() => expect(idsOf(whole.received)).toContain(created));
    await eventually(() => expect(whole.received).toHaveLength(6));
    await eventually(async () =>
      expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual([
        "delivered",
        "delivered",
      ]),
    );
    const told = limited.received.map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type).sort()).toEqual(["order.approved", "order.rejected"]);
    expect(told.find(({ type }) => type === "order.approved").data).toEqual({ site: own.id });
    expect(told.find(({ type }) => type === "order.rejected").data.identifier).toBe(pending[0]?.identifier);

    // Limited further: what is waiting and no longer chosen is not sent, nor is its replay.
    expect((await change(id, { paused: true })).status).toBe(200);
    const late = await announce("order.approved", own.id);
    expect((await change(id, { paused: false, sites: [other.id] })).status).toBe(200);
    await eventually(async () =>
      expect(
        (await deliveries(id)).find((each: { event_id: string }) => each.event_id === late),
      ).toMatchObject({
        state: "failed",
        last_error: "Not sent: events of this kind or site are no longer chosen for the receiver.",
      }),
    );
    const replayed = await testServer.call(contract.replayWebhookDelivery, {
      token: company.admin.token,
      params: { id: (await deliveries(id))[0].id },
    });
    await eventually(async () =>
      expect((await deliveries(id))[0]).toMatchObject({ id: replayed.body.id, state: "failed" }),
    );
    expect(limited.received).toHaveLength(2);
  });

  test("that fails for a day is paused and its admins are told; resumed, it gets what happened since (OPEN-002 partly)", async () => {
    const { create, call, change, announce, companyId, admin, deliveries } = await setUp();
    const receiver = await openEventReceiver();
    const { id } = (await create(receiver.url)).body;
    const found = async () => (await call(contract.findWebhook, { params: { id } })).body;
    receiver.state.answers = [500, 500];
    const first = await announce("site.created", null);
    await eventually(async () =>
      expect(await found()).toMatchObject({
        ...{ failing_since: expect.any(String), paused_at: null },
        last_delivery: { state: "waiting", status: 500, error: "The receiver answered 500." },
      }),
    );
    await testServer.sql(
      "update event_receivers set failing_since = now() - interval '24 hours' where id = $1",
      [id],
    );
    await hasten(companyId);
    await eventually(async () => expect(await found()).toMatchObject({ paused_by: "failures" }));
    const mails = () =>
      testServer.sql<{ recipient: string; subject: string }>(
        "select recipient, subject from messages where company_id = $1 and channel = 'email'",
        [companyId],
      );
    const mail = {
      recipient: admin.email,
      subject: `Events are no longer sent to ${new URL(receiver.url).host}`,
    };
    await eventually(async () => expect(await mails()).toEqual([mail]));
    // Nothing is sent during the pause, whatever is due.
    const second = await announce("site.created", null);
    await hasten(companyId);
    for (const [endpoint, params] of [
      [contract.testWebhook, { id }],
      [contract.replayWebhookDelivery, { id: (await deliveries(id))[0].id }],
    ] as const)
      expect(await call(endpoint, { params })).toMatchObject({
        status: 409,
        body: { code: "webhook.paused" },
      });
    expect(receiver.received).toHaveLength(2);
    expect((await change(id, { paused: false })).body).toMatchObject({
      paused_at: null,
      failing_since: null,
    });
    await eventually(() =>
      expect(idsOf(receiver.received).sort()).toEqual([first, first, first, second].sort()),
    );
    expect(await mails()).toEqual([mail]);
  });

  test("paused for longer than a week gets nothing of that time (OPEN-002 partly)", async () => {
    const { create, change, announce } = await setUp();
    const receiver = await openEventReceiver();
    const { id } = (await create(receiver.url)).body;
    await change(id, { paused: true });
    await testServer.sql("update event_receivers set paused_at = now() - interval '8 days' where id = $1", [
      id,
    ]);
    await announce("site.created", null);
    await change(id, { paused: false });
    const sent = await announce("site.created", null);
    await eventually(() => expect(idsOf(receiver.received)).toEqual([sent]));
  });

  test("does not wait for another receiver of its company, nor does the provider (OPEN-002 partly)", async () => {
    const { create, announce, companyId } = await setUp();
    const [slow, quick, provider] = [
      await openEventReceiver(),
      await openEventReceiver(),
      await openEventReceiver(),
    ];
    const answering = Promise.withResolvers<void>();
    slow.state.holding = answering.promise;
    await testServer.sql(
      "update company_configurations set event_url = $2, event_secret = 'event secret' where company_id = $1",
      [companyId, provider.url],
    );
    await create(slow.url);
    await create(quick.url);
    const id = await announce("site.created", null);
    for (const receiver of [slow, quick, provider])
      await eventually(() => expect(idsOf(receiver.received)).toEqual([id]));
    // The provider's address has the signatures of Standard Webhooks too.
    const [event] = provider.received as [ReceivedEvent];
    const raw = new Webhook("event secret", { format: "raw" });
    expect(raw.verify(event.body, event.headers as Record<string, string>)).toMatchObject({ id });
    const next = await announce("site.created", null);
    await eventually(() => expect(idsOf(provider.received)).toEqual([id, next]));
    answering.resolve();
    await eventually(() => expect(idsOf(quick.received)).toEqual([id, next]));
  });

  test("is sent a test event, by itself (OPEN-002 partly)", async () => {
    const { create, call } = await setUp();
    const [one, other] = [await openEventReceiver(), await openEventReceiver()];
    const { id, secret } = (await create(one.url, { kinds: ["user.created"] })).body;
    await create(other.url);
    const sent = await call(contract.testWebhook, { params: { id } });
    expect(sent).toMatchObject({ status: 200, body: { type: "test", state: "waiting" } });
    await eventually(() => expect(idsOf(one.received)).toEqual([sent.body.event_id]));
    expect(verified(secret, one.received[0] as ReceivedEvent)).toMatchObject({
      type: "test",
      data: { message: "This is a test.", requested_by: "Ada Byron" },
    });
    expect(other.received).toEqual([]);
  });

  test("gets nothing once it is deleted, and its deliveries are gone", async () => {
    const { create, call, change, announce, companyId } = await setUp();
    const receiver = await openEventReceiver();
    const { id } = (await create(receiver.url)).body;
    await change(id, { paused: true });
    await announce("site.created", null);
    expect((await call(contract.deleteWebhook, { params: { id } })).status).toBe(200);
    await announce("site.created", null);
    expect(await testServer.sql("select 1 from event_deliveries where company_id = $1", [companyId])).toEqual(
      [],
    );
    for (const endpoint of [contract.findWebhook, contract.deleteWebhook, contract.webhookDeliveryList.page])
      expect((await call(endpoint, { params: { id }, query: {} })).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });
});

describe("adding a receiver", () => {
  test("is refused for a bad address, kind or site, in words (OPEN-002 partly)", async () => {
    const { create, change } = await setUp();
    const foreign = await setUp();
    const good = "https://erp.example.com/events";
    for (const [url, more, expected] of [
      [
        "ftp://erp.example.com/",
        {},
        { url: ["This must be an address that starts with http:// or https://."] },
      ],
      ["https://10.0.0.1/", {}, { url: ["This address is in a private network, where we send nothing."] }],
      ["https://[::1]/", {}, { url: ["This address is in a private network, where we send nothing."] }],
      ["http://8.8.8.8/", {}, { url: ["This must be an address that starts with https://."] }],
      ["https://me:pass@erp.example.com/", {}, { url: ["This can't contain a username or a password."] }],
      [good, { kinds: [] }, { kinds: ["Choose at least one kind of event."] }],
      [good, { sites: [] }, { sites: ["Choose at least one site, or all sites."] }],
      [good, { sites: [foreign.site.id] }, { sites: [expect.stringContaining("site")] }],
    ] as const)
      expect(await create(url, more), url).toEqual({ status: 400, body: expected });
    const unknown = await create(good, { kinds: ["test"] });
    expect(unknown.status).toBe(400);
    expect(JSON.stringify(unknown.body)).toContain("This must be one of order.approved");
    const { id } = (await create(good)).body;
    expect((await change(id, { url: "https://10.0.0.1/" })).status).toBe(400);
    expect((await foreign.change(id, { paused: true })).status).toBe(404);
  });

  test("ends at ten, also when many are added at the same time (OPEN-002 partly)", async () => {
    const { create } = await setUp();
    const urls = Array.from({ length: 12 }, (_, at) => `https://erp-${at}.example.com/`);
    const answers = await Promise.all(urls.map((url) => create(url)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "webhook.full" });
  });

  test("needs a fresh confirmation, as do changes of it (OPEN-002 partly)", async () => {
    const { create, change, call, admin } = await setUp();
    const { id } = (await create("https://erp.example.com/")).body;
    await testServer.sql("update sessions set confirmed_at = now() - interval '3 hours' where user_id = $1", [
      admin.id,
    ]);
    for (const refused of [
      await create("https://erp.example.com/"),
      await change(id, { paused: true }),
      await call(contract.createWebhookSecret, { params: { id } }),
      await call(contract.deleteWebhook, { params: { id } }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: "auth.confirmation_required" } });
    expect((await call(contract.webhooks)).status).toBe(200);
  });
});

test("networks that the operator allows for the provider are none for receivers of companies (OPEN-002 partly)", async () => {
  const receiver = await openEventReceiver();
  testServer = await startTestServer({ MCC_EVENT_NETWORKS: "127.0.0.0/8" });
  const { create, call, companyId } = await setUp();
  expect((await create(receiver.url)).status).toBe(400);
  const { id } = (await create("https://erp.example.com/")).body;
  // As if the name led there since.
  for (const host of ["127.0.0.1", "localhost"]) {
    await testServer.sql("update event_receivers set url = $2 where company_id = $1", [
      companyId,
      receiver.url.replace("127.0.0.1", host),
    ]);
    const sent = await call(contract.testWebhook, { params: { id } });
    await eventually(async () =>
      expect((await call(contract.findWebhookDelivery, { params: { id: sent.body.id } })).body).toMatchObject(
        {
          attempts: 1,
          last_error: "The receiver could not be reached: it has a private address",
        },
      ),
    );
  }
  expect(receiver.received).toEqual([]);
});
