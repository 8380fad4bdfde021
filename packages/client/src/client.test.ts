import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ApiError, isApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { connect } from "./connection.ts";
import { eachPage, eachRow, type Page } from "./paging.ts";
import { eventCall, lineCall } from "./streams.ts";

/** The network: what was asked, and the answers that are still to be given. */
let asked: { url: string; method: string; body: unknown; headers: Record<string, string> }[] = [];
let answers: (() => Response)[] = [];
let waited: number[] = [];

const network = (async (url: string, { method, body, headers, signal }: RequestInit) => {
  signal?.throwIfAborted();
  asked.push({ url, method: String(method), body, headers: headers as Record<string, string> });
  const answer = answers.shift();
  if (!answer) throw new TypeError("fetch failed");
  return answer();
}) as typeof fetch;

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);
const refused = (status: number, headers: Record<string, string> = {}) =>
  json({ detail: "No.", code: "unavailable", request_id: "req-7" }, { status, headers });
const portal = connect({ url: "https://portal.example/api/", token: "secret", fetch: network });

const find = call("GET", "/orders/:identifier/");
const create = call("POST", "/sites/");

beforeEach(() => {
  [asked, answers, waited] = [[], [], []];
  // Waits end at once, and say how long they would have been.
  vi.stubGlobal("setTimeout", (done: () => void, milliseconds: number) => {
    waited.push(milliseconds / 1000);
    queueMicrotask(done);
  });
});
afterEach(() => vi.unstubAllGlobals());

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isApiError(error)) throw new Error(`No ApiError: ${error}`);
  return error;
};

test("a call sends its params, query and body, and who is calling", async () => {
  answers = [json({ id: 1 }), json({ id: 2 }), () => new Response(null, { status: 204 })];
  const input = {
    params: { identifier: "A/1 ü" },
    query: { site: ["Rig 1", "Rig 2"], limit: 5, region: undefined },
  };
  expect(await find(portal, input)).toEqual({ id: 1 });
  const keyed = connect({ url: "https://portal.example", key: async () => "k", fetch: network });
  expect(await create(keyed, { body: { name: "Rig" } })).toEqual({ id: 2 });
  expect(await create(keyed)).toBeUndefined();
  expect(asked).toEqual([
    {
      url: "https://portal.example/api/orders/A%2F1%20%C3%BC/?site=Rig+1&site=Rig+2&limit=5",
      method: "GET",
      headers: { authorization: "JWT secret" },
    },
    {
      url: "https://portal.example/sites/",
      method: "POST",
      body: '{"name":"Rig"}',
      headers: { authorization: "ApiKey k", "content-type": "application/json" },
    },
    { url: "https://portal.example/sites/", method: "POST", headers: { authorization: "ApiKey k" } },
  ]);
  await expect(find(portal)).rejects.toThrow("params.identifier is missing.");
  expect(() => connect({ url: "ftp://portal.example" })).toThrow(TypeError);
});

test("a file is sent in a form, after the fields", async () => {
  answers = [json({})];
  await call("PUT", "/documents/")(portal, {
    body: { name: "Bill", site: null, file: new File(["x"], "a.txt") },
  });
  const form = asked[0]?.body as FormData;
  expect([...form.keys()]).toEqual(["name", "file"]);
  expect(asked[0]?.headers).toEqual({ authorization: "JWT secret" });
});

test("a refusal has its code, its status and its sentence; wrong fields have their messages", async () => {
  answers = [
    json({ detail: "Not found.", code: "not_found", request_id: "req-7" }, { status: 404 }),
    json({ name: ["This field is required."] }, { status: 400 }),
    () => new Response("<h1>Bad gateway</h1>", { status: 500, headers: { "x-request-id": "req-8" } }),
  ];
  const missing = await failureOf(find(portal, { params: { identifier: "A" } }));
  expect(missing).toMatchObject({ code: "not_found", status: 404, detail: "Not found.", requestId: "req-7" });
  expect([isApiError(missing, "not_found"), isApiError(missing, "unavailable")]).toEqual([true, false]);
  const wrong = await failureOf(create(portal, { body: {} }));
  expect(wrong).toMatchObject({ code: "input.invalid", fields: { name: ["This field is required."] } });
  const other = await failureOf(create(portal, { body: {} }));
  expect(other).toMatchObject({ code: "unexpected", status: 500, requestId: "req-8" });
  expect(waited).toEqual([]);
});

test("a response that is no JSON, or is cut off, is told as such", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
  answers = [() => new Response("<!doctype html>"), () => new Response(broken)];
  const page = await failureOf(find(portal, { params: { identifier: "A" } }));
  expect(page).toMatchObject({ code: "unexpected", status: 200 });
  expect(page.detail).toContain("is the url that of the API?");
  expect((await failureOf(find(portal, { params: { identifier: "A" } }))).code).toBe("network");
});

test("a request that the server had no time for is sent again after as long as it says, also a POST", async () => {
  answers = [refused(429, { "retry-after": "7" }), refused(503, { "retry-after": "2" }), json({ id: 3 })];
  expect(await create(portal, { body: {} })).toEqual({ id: 3 });
  expect([asked.length, waited]).toEqual([3, [7, 2]]);
});

test("a date says until when to wait", async () => {
  const until = new Date(Date.now() + 30_000).toUTCString();
  answers = [refused(503, { "retry-after": until }), json({})];
  await create(portal, { body: {} });
  expect(waited[0]).toBeGreaterThan(25);
  expect(waited[0]).toBeLessThanOrEqual(30);
});

test("without a response only what may arrive twice is sent again, with growing waits and not forever", async () => {
  const gone = await failureOf(find(portal, { params: { identifier: "A" } }));
  expect([gone.code, gone.status, asked.length]).toEqual(["network", 0, 4]);
  expect(waited.map((seconds, at) => seconds >= 0.375 * 2 ** at && seconds <= 0.625 * 2 ** at)).toEqual([
    true,
    true,
    true,
  ]);
  asked = [];
  expect((await failureOf(create(portal, { body: {} }))).code).toBe("network");
  answers = [refused(502)];
  expect((await failureOf(create(portal, { body: {} }))).status).toBe(502);
  answers = [refused(503)];
  expect((await failureOf(create(portal, { body: {} }))).status).toBe(503);
  expect(asked).toHaveLength(3);
});

test("a longer wait than the caller accepts is left to the caller, as are further attempts", async () => {
  answers = [refused(429, { "retry-after": "900" })];
  expect((await failureOf(create(portal, { body: {} }))).retryAfter).toBe(900);
  answers = [refused(429, { "retry-after": "1" })];
  const once = connect({ url: "https://portal.example", retries: 0, fetch: network });
  expect((await failureOf(create(once, { body: {} }))).status).toBe(429);
  expect(asked).toHaveLength(2);
});

test("a signal ends a request, and the wait before the next one", async () => {
  await expect(
    find(portal, { params: { identifier: "A" } }, { signal: AbortSignal.abort("enough") }),
  ).rejects.toBe("enough");
  const stop = new AbortController();
  vi.stubGlobal("setTimeout", () => queueMicrotask(() => stop.abort("enough")));
  answers = [refused(429, { "retry-after": "5" }), json({})];
  await expect(create(portal, { body: {} }, { signal: stop.signal })).rejects.toBe("enough");
  expect(asked).toHaveLength(1);
});

const list = call("GET", "/orders/") as (...given: Parameters<typeof find>) => Promise<Page<{ id: number }>>;
const pageOf = (ids: number[], next: string | null) =>
  json({ count: 3, next, previous: null, current_url: "", results: ids.map((id) => ({ id })) });

test("a list is read page by page, as far as it is used", async () => {
  const second = "https://elsewhere.example/orders/?limit=2&offset=2";
  answers = [pageOf([1, 2], second), pageOf([3], null)];
  const ids: number[] = [];
  for await (const { id } of eachRow(list, portal, { query: { status: "Accepted" } })) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(asked.map(({ url }) => url)).toEqual([
    "https://portal.example/api/orders/?limit=100&status=Accepted",
    "https://portal.example/api/orders/?limit=100&status=Accepted&offset=2",
  ]);
  [asked, answers] = [[], [pageOf([1, 2], second), pageOf([3], null)]];
  for await (const { results } of eachPage(list, portal, { query: { limit: 2 } })) {
    expect(results).toHaveLength(2);
    break;
  }
  expect(asked).toHaveLength(1);
});

const streamed = (pieces: string[]) => () =>
  new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  );

test("lines are sent in parts, and every result has the number of its line", async () => {
  const results = (count: number) =>
    Array.from({ length: count }, (_, at) => `${JSON.stringify({ line: at + 1 })}\n`).join("");
  const first = results(1000);
  answers = [streamed([first.slice(0, 777), first.slice(777)]), streamed([results(2)])];
  const lines = Array.from({ length: 1002 }, (_, at) => ({ identifier: `A-${at}` }));
  const numbers: number[] = [];
  for await (const result of lineCall("POST", "/batch/")(portal, { lines })) {
    numbers.push((result as { line: number }).line);
  }
  expect(numbers).toEqual(lines.map((_, at) => at + 1));
  expect(asked.map(({ body }) => String(body).split("\n").length)).toEqual([1000, 2]);
});

test("events are received one by one", async () => {
  answers = [
    streamed([': hello\n\nevent: ready\ndata: {"ki', 'nd":"ready"}\n\nid: 4\ndata: {"kind":"alert"}\n\n']),
  ];
  const kinds: unknown[] = [];
  for await (const event of eventCall("GET", "/stream/")(portal)) kinds.push(event);
  expect(kinds).toEqual([{ kind: "ready" }, { kind: "alert" }]);
});
