import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { gzipSync } from "node:zlib";
import { savePreference } from "@mcc/contract/preferences/preferences.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addKey, addShop, orderOf } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer);
});

type Headers = Record<string, string>;

const send = async (method: string, path: string, body: string | Buffer, headers: Headers = {}) => {
  const answer = await fetch(`${testServer.address}/api/integration/v1/companies/${shop.slug}/${path}`, {
    method,
    headers: { ...shop.headers, "content-type": "application/json", ...headers },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text.trimEnd().split("\n")[0] ?? "") };
};
const put = (more: object) =>
  send("PUT", "orders/BOUND-1", JSON.stringify(orderOf(shop.site.shopUser, more)));
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), null]));

describe("the size of one request", () => {
  test("is counted before any of it is read (API-011)", async () => {
    const most = (of: string) => [`This can't hold more than ${of}.`];
    const tooMany = [
      [{ custom_checkout_data: keys(80_000) }, { custom_checkout_data: most("100 labels") }],
      [{ custom_confirm_data: keys(101) }, { custom_confirm_data: most("100 labels") }],
      [{ lines: Array(2_001).fill(0) }, { lines: most("2000 lines") }],
      [{ tracking_numbers: Array(501).fill(0) }, { tracking_numbers: most("500 tracking numbers") }],
    ] as const;
    for (const [more, fields] of tooMany) expect(await put(more)).toEqual({ status: 400, body: fields });
    const line = JSON.stringify({ identifier: "BOUND-2", ...orderOf(shop.site.shopUser, tooMany[0][0]) });
    expect((await send("POST", "orders/batch", line)).body).toMatchObject({ errors: tooMany[0][1] });
    const token = await tokenFor(testServer, (await addPerson(testServer, shop.companyId)).username);
    const preferences = await testServer.call(savePreference, {
      token,
      params: { key: "columns:orders" },
      body: { value: Array(201).fill(0) } as never,
    });
    expect(preferences.body).toEqual({ value: ["This must have at most 200 entries."] });
  });

  test("a response names a hundred invalid fields (API-011)", async () => {
    const unknown = await send("PATCH", "orders/BOUND-1", JSON.stringify(keys(80_000)));
    const lines = await put({ lines: Array.from({ length: 2_000 }, () => ({ sku: [], text: "x" })) });
    const texts = await put({ custom_checkout_data: { a: 1 }, extra: Array(2_000).fill("\u0000") });
    for (const { status, body } of [unknown, lines, texts]) {
      expect(status).toBe(400);
      expect(Object.keys(body)).toHaveLength(101);
      expect(body.non_field_errors).toEqual([
        "More than 100 fields are invalid: these are the first of them.",
      ]);
    }
  });
});

describe("a batch", () => {
  /** A batch without an end: sent lines get results, and the server waits for the rest. */
  const openBatch = async (
    headers: Headers,
    slug = shop.slug,
  ): Promise<{ outgoing: ClientRequest; answer: IncomingMessage }> => {
    const { hostname, port } = new URL(testServer.address);
    const path = `/api/integration/v1/companies/${slug}/orders/batch`;
    const outgoing = request({ hostname, port, method: "POST", path, headers, agent: false });
    outgoing.on("error", () => {});
    outgoing.write("x\n".repeat(401)); // complete groups get their results at once
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    answer.on("error", () => {});
    return { outgoing, answer };
  };

  test("is limited to four per key, eight per company and sixteen in all; further senders have to retry later (API-011)", async () => {
    const other = await addShop(testServer);
    const open: Awaited<ReturnType<typeof openBatch>>[] = [];
    const fill = async (headers: Headers, slug: string) => {
      const four = await Promise.all(Array.from({ length: 4 }, () => openBatch(headers, slug)));
      expect(four.map(({ answer }) => answer.statusCode)).toEqual(Array(4).fill(200));
      open.push(...four);
    };
    const refusal = async (headers: Headers) => {
      const { status, body } = await send("POST", "orders/batch", "{}", headers);
      return [status, body.code];
    };
    await fill(shop.headers, shop.slug);
    expect(await refusal(shop.headers)).toEqual([429, "rate.limited"]);
    await fill((await addKey(testServer)).headers, shop.slug);
    const third = await addKey(testServer);
    expect(await refusal(third.headers)).toEqual([429, "rate.company"]);
    await fill(other.headers, other.slug);
    await fill((await addKey(testServer)).headers, other.slug);
    const last = await addShop(testServer);
    const elsewhere = await openBatch(last.headers, last.slug);
    expect(elsewhere.answer.statusCode).toBe(503);
    for (const { outgoing } of [...open, elsewhere]) outgoing.destroy();
    const again = async () => (await send("POST", "orders/batch", "{}")).status;
    await expect.poll(again).toBe(200);
  });

  test("is refused as anything but lines, and packed (API-020)", async () => {
    const refused = (headers: Headers, body: string | Buffer = "{}") =>
      send("POST", "orders/batch", body, headers);
    for (const type of [
      "text/html",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=b",
    ]) {
      expect(await refused({ "content-type": type })).toMatchObject({
        status: 400,
        body: { code: "input.not_lines" },
      });
    }
    expect(await refused({ "content-encoding": "gzip" }, gzipSync("{}"))).toMatchObject({
      status: 400,
      body: { code: "input.encoded" },
    });
    expect((await refused({ "content-encoding": "identity" })).status).toBe(200);
  });
});

test("a JSON key for a prototype is refused in an order, in a batch and together with a file (API-011)", async () => {
  const more = (identifier: string) =>
    JSON.stringify({ identifier, ...orderOf(shop.site.shopUser) }).replace(
      /}$/,
      ',"custom_checkout_data":{"\\u005f_proto__":"x","constructor":"y"}}',
    );
  const forbidden = { code: "input.forbidden_key" };
  expect(await send("PUT", "orders/PROTO-1", more("PROTO-1"))).toMatchObject({
    status: 400,
    body: forbidden,
  });
  expect((await send("POST", "orders/batch", more("PROTO-2"))).body).toMatchObject({
    status: 400,
    ...forbidden,
  });
  const { headers } = await addKey(testServer, { scopes: ["documents"] });
  expect(await send("PUT", "documents/PROTO-3", '{"constructor":{"prototype":1}}', headers)).toMatchObject({
    status: 400,
    body: forbidden,
  });
  expect(await send("PUT", "documents/PROTO-3", "{", headers)).toMatchObject({
    status: 400,
    body: { code: "input.not_json" },
  });
  expect(await testServer.sql("select 1 from orders where identifier like 'PROTO-%'")).toEqual([]);
});
