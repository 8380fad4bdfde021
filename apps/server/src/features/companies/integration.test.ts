import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createEventSecret,
  findIntegration,
  updateIntegration,
} from "@mcc/contract/companies/integration.api.ts";
import { findEventDelivery, sendTestEvent } from "@mcc/contract/events/events.api.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let token: string;
let url: string;
const received: { headers: Record<string, unknown>; body: string }[] = [];

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.end("noted");
  });
});

beforeAll(async () => {
  testServer = await startTestServer({ MCC_EVENT_NETWORKS: "127.0.0.0/8, 10.1.0.0/16" });
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const params = (id: number) => ({ token, params: { id: String(id) } });
const find = async (id: number) => (await testServer.call(findIntegration, params(id))).body;
const patch = (id: number, body: object) => testServer.call(updateIntegration, { ...params(id), body });
const NONE = { event_url: null, has_event_secret: false, tracking_url_template: null };

test("the first address of events comes with a secret, which no other response has", async () => {
  const id = await addCompany(testServer);
  expect(await find(id)).toEqual(NONE);
  const event_url = "https://erp.example.com/events?from=mcc";
  const { event_secret, ...saved } = (await patch(id, { event_url: ` ${event_url} ` })).body;
  expect(event_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(saved).toEqual({ ...NONE, event_url, has_event_secret: true });
  expect(await find(id)).toEqual(saved);
  const template = "https://track.example.com/?order={identifier}";
  const second = await patch(id, { tracking_url_template: template });
  expect(second.body).toEqual({ ...saved, tracking_url_template: template, event_secret: null });
  const gone = await patch(id, { event_url: "", tracking_url_template: null });
  expect(gone.body).toEqual({ ...NONE, has_event_secret: true, event_secret: null });
});

test("a secret is neither stored as it is nor in the audit, and a change without effect is not on record", async () => {
  const id = await addCompany(testServer);
  const first = String((await patch(id, { event_url: "https://erp.example.com/" })).body.event_secret);
  await patch(id, { event_url: "https://erp.example.com/" });
  const second = String((await testServer.call(createEventSecret, params(id))).body.event_secret);
  expect(second).not.toBe(first);
  const entries = await testServer.sql<{ action: string; details: object }>(
    "select action, details from audit_entries where company_id = $1 order by id",
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual(["integration.updated", "event_secret.updated"]);
  const stored = await testServer.sql("select * from company_configurations where company_id = $1", [id]);
  for (const secret of [first, second]) {
    expect(JSON.stringify([entries, stored])).not.toContain(secret.slice("whsec_".length));
  }
});

test("a test event is signed with the secret that was shown, and its delivery tells the response", async () => {
  const id = await addCompany(testServer);
  const [before, after] = [
    (await patch(id, { event_url: url })).body.event_secret,
    (await testServer.call(createEventSecret, params(id))).body.event_secret,
  ];
  const sent = await testServer.call(sendTestEvent, params(id));
  expect(sent.body).toMatchObject({ type: "test", url, state: "waiting", attempts: 0, company: { id } });
  await eventually(async () => {
    const { body } = await testServer.call(findEventDelivery, params(sent.body.id));
    expect(body).toMatchObject({ state: "delivered", last_status: 200, log: [{ response: "noted" }] });
  });
  const [{ headers, body }] = received as [(typeof received)[number]];
  const expected = createHmac("sha256", String(after))
    .update(`${headers["x-mcc-timestamp"]}.${body}`)
    .digest("hex");
  expect(headers["x-mcc-signature"]).toBe(`sha256=${expected}`);
  // While it is replaced, both secrets verify the signatures of Standard Webhooks.
  for (const secret of [before, after])
    expect(new Webhook(String(secret)).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "test",
    });
  expect(JSON.parse(body)).toMatchObject({ id: sent.body.event_id, type: "test" });
});

test("a replaced secret stays valid when the next one is replaced too, and an address is audited without its query", async () => {
  const id = await addCompany(testServer);
  const first = String((await patch(id, { event_url: `${url}?token=s3cret` })).body.event_secret);
  const replace = () => testServer.call(createEventSecret, params(id));
  const secrets = [
    first,
    String((await replace()).body.event_secret),
    String((await replace()).body.event_secret),
  ];
  expect(await replace()).toMatchObject({ status: 409, body: { code: "secret.replaced" } });
  const sent = (await testServer.call(sendTestEvent, params(id))).body;
  const found = () => received.find(({ headers }) => headers["webhook-id"] === sent.event_id);
  await eventually(() => expect(found()).toBeDefined());
  const { body, headers } = found() as (typeof received)[number];
  for (const secret of secrets)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "test",
    });
  const entries = await testServer.sql("select details from audit_entries where company_id = $1", [id]);
  expect(JSON.stringify(entries)).toContain(url);
  expect(JSON.stringify(entries)).not.toContain("s3cret");
});

test("a secret that cannot be read any more is told by the delivery", async () => {
  const id = await addCompany(testServer);
  await patch(id, { event_url: url });
  await testServer.sql(
    "update company_configurations set event_secret = 'encrypted:AAAA' where company_id = $1",
    [id],
  );
  const sent = await testServer.call(sendTestEvent, params(id));
  await eventually(async () => {
    const { body } = await testServer.call(findEventDelivery, params(sent.body.id));
    expect(body.last_error).toBe("The company has no event secret to sign with.");
  });
});

const PRIVATE = "This address is in a private network. The operator can allow it by MCC_EVENT_NETWORKS.";
const PLAIN = "This must be an address that starts with https://, unless it is in an allowed network.";
const NO_ADDRESS = "This must be an address that starts with http:// or https://.";

test("events go to encrypted addresses outside, or into the networks that the operator allows", async () => {
  const id = await addCompany(testServer);
  for (const [event_url, message] of [
    ["https://10.2.0.1/events", PRIVATE],
    ["https://[::1]/events", PRIVATE],
    ["http://169.254.169.254/latest", PRIVATE],
    ["http://192.168.0.9/", PRIVATE],
    ["http://93.184.216.34/", PLAIN],
    ["http://no-such-host.invalid/", PLAIN],
    ["ftp://erp.example.com/", NO_ADDRESS],
    ["https://user:secret@erp.example.com/", "This can't contain a username or a password."],
    ["erp.example.com", NO_ADDRESS],
    [`https://erp.example.com/${"a".repeat(2_000)}`, "This can't be longer than 2000 characters."],
  ]) {
    const { status, body } = await patch(id, { event_url });
    expect([status, body], event_url).toEqual([400, { event_url: [message] }]);
  }
  for (const event_url of ["http://10.1.2.3/", "http://localhost:9000/", "https://[2606:4700::1111]/"]) {
    expect((await patch(id, { event_url })).status, event_url).toBe(200);
  }
});

test("a tracking address has the place of the order's number, behind its host, and no other one", async () => {
  const id = await addCompany(testServer);
  for (const [tracking_url_template, message] of [
    ["https://track.example.com/", "Write {identifier} where the number of the order belongs."],
    ["https://t.example.com/{number}", "Write {identifier} where the number of the order belongs."],
    [
      "https://t.example.com/{identifier}/{zip}",
      "Only {identifier} is replaced: there must be no other braces.",
    ],
    ["https://{identifier}.example.com/", "{identifier} must come after the host."],
    ["javascript:open('{identifier}')", NO_ADDRESS],
  ]) {
    const { status, body } = await patch(id, { tracking_url_template });
    expect([status, body.tracking_url_template?.[0]], tracking_url_template).toEqual([400, message]);
  }
});

test("a company has to exist and be configured, and needs an address for a test", async () => {
  const [bare] = await testServer.sql<{ id: number }>(
    "insert into companies (name, slug_name) values ('Bare', 'bare-integration') returning id",
  );
  const id = Number(bare?.id);
  expect(await find(id)).toEqual(NONE);
  for (const [company, status] of [
    [id, 409],
    [999_999, 404],
  ] as const) {
    expect((await patch(company, { event_url: "https://erp.example.com/" })).status).toBe(status);
    expect((await testServer.call(createEventSecret, params(company))).status).toBe(status);
    expect((await testServer.call(sendTestEvent, params(company))).status).toBe(status);
  }
  expect((await testServer.call(findIntegration, params(999_999))).status).toBe(404);
  const refused = await testServer.call(sendTestEvent, params(await addCompany(testServer)));
  expect(refused.body).toMatchObject({ code: "event.no_address" });
});
