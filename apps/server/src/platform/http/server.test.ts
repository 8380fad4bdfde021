import { renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { api, callNames } from "@mcc/contract/api.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, PASSWORD } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { makeLog } from "../log.ts";
import { makeHttpServer } from "./server.ts";

let testServer: TestServer;
let username: string;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_HOSTS: "manager.goacme.com, *.example.org" });
  username = (await addPerson(testServer, await addCompany(testServer))).username;
});

interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request exactly as written: any host, any bytes. */
const send = (
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<RawResponse>((resolve, reject) => {
    const { hostname, port } = new URL(testServer.address);
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });

const json = { "content-type": "application/json" };
const SIGN_IN = "/accounts/user-token/";
const credentials = () => JSON.stringify({ username, password: PASSWORD });

describe("refusals", () => {
  test("field errors are lists by field, everything else is a detail with code and request id (API-009)", async () => {
    const fields = await send("POST", `/api${SIGN_IN}`, { headers: json, body: "{}" });
    expect(fields.status).toBe(400);
    expect(Object.values(JSON.parse(fields.body)).every(Array.isArray)).toBe(true);
    const absent = await send("GET", "/api/nothing/here/");
    expect(absent.status).toBe(404);
    expect(JSON.parse(absent.body)).toEqual({
      detail: "Not found.",
      code: "not_found",
      request_id: absent.headers["x-request-id"],
    });
  });

  test("a value that is too long for an index of the database is too large", async () => {
    const app = makeHttpServer(makeLog("silent"), undefined);
    app.get("/long", () =>
      testServer.sql(
        `create temp table named (name text primary key);
         insert into named select string_agg(md5(n::text), '') from generate_series(1, 400) as n`,
      ),
    );
    const { statusCode, body } = await app.inject("/long");
    expect([statusCode, JSON.parse(body).code]).toEqual([413, "input.too_large"]);
    await app.close();
  });

  test("a body that is not JSON and one of another type have different errors (API-009)", async () => {
    const detail = async (headers: Record<string, string>, body: string) =>
      JSON.parse((await send("POST", `/api${SIGN_IN}`, { headers, body })).body);
    expect(await detail(json, "{")).toMatchObject({
      code: "input.not_json",
      detail: "The body is not JSON.",
    });
    for (const body of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'])
      expect(await detail(json, body)).toMatchObject({
        code: "input.forbidden_key",
        detail: errors["input.forbidden_key"][1],
      });
    // An empty body counts as none, and missing fields are named.
    expect(await detail(json, "")).toMatchObject({
      username: expect.any(Array),
      password: expect.any(Array),
    });
    expect(await detail({ "content-type": "text/xml" }, "<a/>")).toMatchObject({
      code: "input.media_type",
      detail: "The body must be sent as application/json.",
    });
  });

  test("a connection is closed that is late with its headers or its request, or on which nothing happens", () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = testServer.app.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 3_600_000,
      timeout: 60_000,
      keepAliveTimeout: 72_000,
    });
  });

  test("every response has a request id, never the caller's own", async () => {
    const answer = await send("GET", "/healthz", { headers: { "x-request-id": "mine" } });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["no token", "GET", "/api/accounts/v2/user/", {}, undefined, 401],
    ["broken JSON", "POST", `/api${SIGN_IN}`, json, '{"username":', 400],
    ["an array for a body", "POST", `/api${SIGN_IN}`, json, "[]", 400],
    ["null for a body", "POST", `/api${SIGN_IN}`, json, "null", 400],
    ["no body", "POST", `/api${SIGN_IN}`, {}, undefined, 400],
    ["another media type", "POST", `/api${SIGN_IN}`, { "content-type": "text/xml" }, "<a/>", 400],
    ["a prototype in the body", "POST", `/api${SIGN_IN}`, json, '{"__proto__":{"a":1}}', 400],
    ["numbers for texts", "POST", `/api${SIGN_IN}`, json, '{"username":1,"password":{}}', 400],
    ["a NUL", "POST", `/api${SIGN_IN}`, json, '{"username":"a\\u0000","password":"b"}', 400],
    ["a lone surrogate", "POST", `/api${SIGN_IN}`, json, '{"username":"a\\ud800","password":"b"}', 400],
    [
      "too long a text",
      "POST",
      `/api${SIGN_IN}`,
      json,
      JSON.stringify({ username: "a".repeat(256), password: "b" }),
      400,
    ],
    [
      "too large a body",
      "POST",
      `/api${SIGN_IN}`,
      json,
      JSON.stringify({ username: "a".repeat(1_100_000) }),
      413,
    ],
    [
      "deep nesting",
      "POST",
      `/api${SIGN_IN}`,
      json,
      `{"username":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      400,
    ],
    ["another method", "DELETE", `/api${SIGN_IN}`, {}, undefined, 404],
    ["a broken escape in the path", "GET", "/api/%zz/", {}, undefined, 400],
    ["a NUL in a theme", "GET", "/theme/styles/%00.css", {}, undefined, 404],
    ["a NUL in a logo", "GET", "/theme/logos/%00.svg", {}, undefined, 404],
    ["a NUL in a tracking link", "GET", "/api/orders/%00/", {}, undefined, 401],
  ] as const)(
    "%s is refused with its own status and no 5xx (API-010, API-011)",
    async (_, method, path, headers, body, status) => {
      const answer = await send(method, path, { headers, body });
      expect(answer.status).toBe(status);
      expect(answer.body).not.toMatch(/stack|node_modules|SELECT/);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(Object.keys(JSON.parse(answer.body))).not.toContain("error");
    },
  );

  test.each([
    [
      "headers without end",
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(40_000)}\r\n\r\n`,
      431,
      "input.headers_too_large",
    ],
    ["no HTTP at all", "HELLO\r\n\r\n", 400, "input.unreadable"],
    [
      "a body of two lengths",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "input.unreadable",
    ],
  ] as const)(
    "%s: bytes that never become a request are refused with our message (API-009)",
    async (_, bytes, status, code) => {
      const { hostname, port } = new URL(testServer.address);
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      const answer = Buffer.concat(await socket.toArray()).toString();
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toContain("content-type: application/json; charset=utf-8");
      const requestId = /x-request-id: (\S+)/.exec(head)?.[1];
      expect(JSON.parse(body)).toEqual({ detail: errors[code][1], code, request_id: requestId });
    },
  );

  test("an invalid address typed by a user returns a page", async () => {
    const answer = await send("GET", "/%zz");
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain("Page Not Found (404)");
  });
});

describe("hosts", () => {
  test("on one host the API is served under /api, with and without the final slash (API-003)", async () => {
    for (const path of [`/api${SIGN_IN}`, `/api${SIGN_IN.slice(0, -1)}`]) {
      expect((await send("POST", path, { headers: json, body: credentials() })).status).toBe(200);
    }
    expect((await send("POST", SIGN_IN, { headers: json, body: credentials() })).status).toBe(404);
  });

  test("a manager-api. host is served at the root (API-002)", async () => {
    const headers = { ...json, host: "manager-api.goacme.com" };
    expect((await send("POST", SIGN_IN, { headers, body: credentials() })).status).toBe(200);
    expect((await send("GET", "/healthz", { headers })).status).toBe(200);
  });

  test("an unknown host is refused with a message, for any path", async () => {
    const { port } = new URL(testServer.address);
    const statusOf = async (host: string, path: string) => {
      const { status, body } = await send("GET", path, { headers: { host } });
      if (status === 421) expect(JSON.parse(body)).toMatchObject({ code: "host.unknown" });
      return status;
    };
    const strange = [
      ...["evil.example", "portal.test.evil.example", "evilportal.test", "manager.evil.example"],
      ...["manager-api.evil.example", "10.9.8.7", "example.org", "localhost.evil.example", "x"],
    ];
    for (const host of strange) {
      expect([host, await statusOf(host, "/openapi.json")]).toEqual([host, 421]);
      expect([host, await statusOf(host, "/api/accounts/v2/user/")]).toEqual([host, 421]);
      expect([host, await statusOf(host, "/healthz")]).toEqual([host, 200]);
      expect([host, await statusOf(host, "/readyz")]).toEqual([host, 200]);
    }
    const ours = [
      ...["portal.test", "PORTAL.test:8443", "portal.test.", "manager.goacme.com", "a.example.org"],
      ...["localhost", `localhost:${port}`, `127.0.0.1:${port}`, "[::1]:3000", "manager.goacme.localhost"],
    ];
    for (const host of ours) expect([host, await statusOf(host, "/openapi.json")]).toEqual([host, 200]);
  });

  test("a host that a company was given is known, with its manager-api. host, without a setting (WORK-022 partly)", async () => {
    const id = await addCompany(testServer);
    const ask = async (host: string) =>
      (await testServer.app.inject({ url: "/openapi.json", headers: { host } })).statusCode;
    expect(await ask("manager.gonew-rig.example")).toBe(421);
    await testServer.sql("update companies set mcc_host = 'manager.gonew-rig.example' where id = $1", [id]);
    // Unknown names are looked up again after a second.
    await eventually(async () => expect(await ask("manager.gonew-rig.example")).toBe(200));
    expect(await ask("MANAGER-API.gonew-rig.example:8443")).toBe(200);
    expect(await ask("manager-api.manager.gonew-rig.example")).toBe(421);
  });

  test("behind a trusted proxy the forwarded host counts", async () => {
    const proxied = await startTestServer({ MCC_TRUSTED_PROXIES: "127.0.0.1" });
    const ask = (forwarded: string) =>
      proxied.app.inject({ url: "/openapi.json", headers: { "x-forwarded-host": forwarded } });
    expect((await ask("portal.test")).statusCode).toBe(200);
    expect((await ask("evil.example")).statusCode).toBe(421);
  });

  test("that only this machine can reach can be tried under any pair of manager. and manager-api. names", async () => {
    const local = await startTestServer({ MCC_PUBLIC_URL: "" });
    const ask = (host: string) => local.app.inject({ url: "/openapi.json", headers: { host } });
    for (const host of ["manager.goacme.com", "manager-api.goacme.com"]) {
      expect((await ask(host)).statusCode).toBe(200);
    }
    expect((await ask("evil.example")).statusCode).toBe(421);
    const reachable = await startTestServer({ MCC_PUBLIC_URL: "", HOST: "0.0.0.0" });
    const refused = await reachable.app.inject({
      url: "/openapi.json",
      headers: { host: "manager.goacme.com" },
    });
    expect(refused.statusCode).toBe(421);
  });

  test("only the page of the same company may call it from a browser", async () => {
    const ask = (origin: string) =>
      send("OPTIONS", SIGN_IN, {
        headers: { host: "manager-api.goacme.com", origin, "access-control-request-method": "POST" },
      });
    const own = await ask("http://manager.goacme.com");
    expect(own.status).toBe(204);
    // Every header that the portal sends.
    expect(own.headers["access-control-allow-headers"]).toBe(
      "authorization, content-type, last-event-id, x-background, x-page",
    );
    expect(own.headers["access-control-allow-origin"]).toBe("http://manager.goacme.com");
    const behindProxy = await ask("https://manager.goacme.com");
    expect(behindProxy.headers["access-control-allow-origin"]).toBe("https://manager.goacme.com");
    for (const origin of ["http://manager.goother.com", "http://goacme.com", "null"]) {
      expect((await ask(origin)).headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("around the API", () => {
  test("/healthz reports that the process is running (API-012)", async () => {
    expect(await send("GET", "/healthz")).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  });

  test("/readyz reports that database, storage and queue are reachable (API-013)", async () => {
    const { status, body } = await send("GET", "/readyz");
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ status: "ok", database: "ok", storage: "ok", queue: "ok" });
  });

  test("/readyz fails, and names the part, when one of them is not (API-013)", async () => {
    const folder = join(testServer.services.settings.dataDir, "documents");
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "in the way");
    const { status, headers, body } = await send("GET", "/readyz");
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("1");
    expect(JSON.parse(body)).toMatchObject({ status: "unavailable", database: "ok", storage: "unreachable" });
    expect((await send("GET", "/healthz")).status).toBe(200);
  });

  test("/openapi.json contains every endpoint and /docs/ shows it (API-014)", async () => {
    const description = JSON.parse((await send("GET", "/openapi.json")).body);
    const docs = (await send("GET", "/docs/")).body;
    expect(description.openapi).toBe("3.1.0");
    for (const e of Object.values(api).flat()) {
      const path = e.path.replace(/:(\w+)/g, "{$1}");
      const described = description.paths[path][e.method.toLowerCase()];
      expect([described.summary, described.operationId]).toEqual([e.summary, callNames.get(e)]);
      expect(docs).toContain(path);
      expect(docs).toContain(`${callNames.get(e)} } from`);
    }
  });

  test("/openapi.json names every parameter of a list, and what any call can be refused with (API-014, API-036)", async () => {
    const description = JSON.parse((await send("GET", "/openapi.json")).body);
    const docs = (await send("GET", "/docs/")).body;
    const namesAt = (path: string): string[] =>
      description.paths[path].get.parameters.map(({ name }: { name: string }) => name);
    const filters = [
      ...["search", "untrimmed", "site", "location_name", "business_unit", "region", "ordered_by"],
      ...["requested_by", "identifier", "po_number", "afe_number", "status", "payment_status"],
      ...["orderDate_after", "orderDate_before", "total_min", "total_max", "group_{id}"],
      ...["site_name", "site_region", "site_business_unit"],
      ...["decided_after", "decided_before", "decided_by", "decided_step", "decision", "rejection_reason"],
      ...["decided_minutes", "decided_whole", "pending_since_after", "pending_since_before"],
    ];
    expect(namesAt("/orders/").sort()).toEqual([...filters, "ordering", "limit", "offset"].sort());
    expect(namesAt("/orders/suggestions/").sort()).toEqual([...filters, "field"].sort());
    expect(namesAt("/orders/sum/").sort()).toEqual([...filters].sort());
    expect(namesAt("/sites/").sort()).toEqual(
      [
        ...[
          "search",
          "untrimmed",
          "name",
          "location_name",
          "site_type",
          "business_unit",
          "division",
          "region",
        ],
        ...["user", "group_{id}", "liteVersion", "named", "without_approver", "ordering", "limit", "offset"],
      ].sort(),
    );
    for (const name of filters) expect(docs).toContain(`<code>${name}</code>`);
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(
      description.paths,
    )) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const hasBody = "requestBody" in (operations[method] as object);
        const sent = ["429", "503", ...(hasBody ? ["400", "413"] : [])];
        expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining(sent)]);
      }
    }
    const conflict =
      description.paths["/integration/v1/companies/{slug}/orders/{identifier}/"].put.responses["409"];
    for (const code of ["order.pending", "order.rejected", "order.canceled"]) {
      expect(conflict.description).toContain(code);
    }
  });

  test("/openapi.json has an example of every error, by its code", async () => {
    const description = JSON.parse((await send("GET", "/openapi.json")).body);
    const { responses } = description.paths["/orders/{identifier}/approve/"].post;
    expect(
      responses["409"].content["application/json"].examples["order.already_approved"].value,
    ).toMatchObject({
      code: "order.already_approved",
      detail: "You already have approved this order",
    });
    const wrong = description.paths["/orders/"].get.responses["400"].content["application/json"];
    expect(wrong.schema.anyOf).toContainEqual({ $ref: "#/components/schemas/FieldErrors" });
  });

  test("/docs/ runs scripts of this host only and sends nothing elsewhere", async () => {
    const { body, headers } = await send("GET", "/docs/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    const scripts = [...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([
      '<script defer src="/docs/renderer.js">',
      '<script defer src="/docs/start.js">',
    ]);
    const renderer = await send("GET", "/docs/renderer.js");
    expect([renderer.status, renderer.body.includes("createApiReference")]).toEqual([200, true]);
    const { body: start } = await send("GET", "/docs/start.js");
    expect(start).toContain('"proxyUrl":""');
    expect(start).toContain('"telemetry":false');
    expect(start).toContain('"withDefaultFonts":false');
  });

  test("every response forbids sniffing, framing and foreign scripts", async () => {
    const { headers } = await send("GET", "/healthz");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("no API response may be cached by a proxy", async () => {
    const signedIn = await send("POST", `/api${SIGN_IN}`, { headers: json, body: credentials() });
    expect([signedIn.status, signedIn.headers["cache-control"]]).toEqual([200, "no-store"]);
    const { token } = JSON.parse(signedIn.body);
    const me = await send("GET", "/api/accounts/v2/user/", { headers: { authorization: `JWT ${token}` } });
    expect([me.status, me.headers["cache-control"]]).toEqual([200, "no-store"]);
  });

  test("an API response may do nothing when it is opened as a page", async () => {
    for (const path of ["/api/users/me/", "/api/nothing/here/"]) {
      const { headers } = await send("GET", path);
      expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });
});
