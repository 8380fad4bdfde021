import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import { BatchResult } from "@mcc/contract/integration/integration.schema.ts";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addKey, addRule, addShop, orderOf, sendBatch } from "../../testing/integration.ts";
import { addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;

/** The server's log lines, as they are written. */
const said = new EventEmitter();

beforeAll(async () => {
  const log = pino({ level: "warn" }, { write: (entry) => said.emit(JSON.parse(entry).msg) });
  testServer = await startTestServer({}, { log });
  shop = await addShop(testServer);
});

const line = (identifier: string, more: object = {}) => ({
  identifier,
  ...orderOf(shop.site.shopUser, more),
});
const send = (lines: readonly (string | object)[], type?: string) =>
  sendBatch(testServer, shop.slug, shop.headers, lines, type);
const countOf = async (like: string) => {
  const [row] = await testServer.sql<{ count: string }>(
    "select count(*) from orders where identifier like $1",
    [like],
  );
  return Number(row?.count);
};

describe("a batch", () => {
  test("returns a result per line, and an invalid line does not stop the rest (API-020)", async () => {
    await testServer.sql("update orders set status = 8 where identifier = 'B-9'");
    const { status, results } = await send([
      line("B-1"),
      "",
      "{not json",
      line("B-2", { ecommerce_username: "nobody" }),
      line("B-3", { status: "Lost", version: -1 }),
      "[]",
      '"text"',
      line("B-4", { po_number: "a\u0000b" }),
      { ...line("B-5"), identifier: undefined },
      line("B-6"),
      line("B-1"),
      line("B-1", { po_number: "CHANGED" }),
    ]);
    expect(status).toBe(200);
    for (const result of results) BatchResult.parse(result);
    expect(
      results.map((r) => [r.line, r.identifier, r.status, r.changed, Object.keys(r.errors ?? {})]),
    ).toEqual([
      [1, "B-1", 200, true, []],
      [3, null, 400, false, ["non_field_errors"]],
      [4, "B-2", 400, false, ["ecommerce_username"]],
      [5, "B-3", 400, false, ["version", "status"]],
      [6, null, 400, false, ["non_field_errors"]],
      [7, null, 400, false, ["non_field_errors"]],
      [8, "B-4", 400, false, ["po_number"]],
      [9, null, 400, false, ["identifier"]],
      [10, "B-6", 200, true, []],
      [11, "B-1", 200, false, []],
      [12, "B-1", 200, true, []],
    ]);
    expect(await countOf("B-%")).toBe(2);
    expect(await testServer.sql("select po_number from orders where identifier = 'B-1'")).toEqual([
      { po_number: "CHANGED" },
    ]);
  });

  test("reports a conflict by its code", async () => {
    const at = await addShop(testServer, { approvals: true });
    await addRule(testServer, at.companyId, { roleId: await addRole(testServer, at.companyId), limit: 0 });
    const sent = (more: object) => ({ identifier: "C-1", ...orderOf(at.site.shopUser, more) });
    const { results } = await sendBatch(testServer, at.slug, at.headers, [
      sent({}),
      sent({ po_number: "X" }),
      sent({ status: "Canceled" }),
    ]);
    expect(results).toEqual([
      { line: 1, identifier: "C-1", status: 200, changed: true },
      expect.objectContaining({ line: 2, status: 409, code: "order.pending", changed: false }),
      { line: 3, identifier: "C-1", status: 200, changed: true },
    ]);
  });

  test("reports why a line changed nothing (API-019)", async () => {
    const sent = (more: object) => ({ identifier: "R-1", ...orderOf(shop.site.shopUser, more) });
    const { results } = await sendBatch(testServer, shop.slug, shop.headers, [
      sent({ version: 5 }),
      sent({ version: 5 }),
      sent({ version: 5, po_number: "STUCK" }),
    ]);
    expect(results.map(({ changed, reason }) => [changed, reason])).toEqual([
      [true, undefined],
      [false, "unchanged"],
      [false, "outdated"],
    ]);
  });

  test("accepts any of its media types, other line endings, and a last line without one", async () => {
    for (const type of ["application/x-ndjson", "application/jsonlines", "text/plain", "application/json"]) {
      const body = `\ufeff${JSON.stringify(line("M-1"))}\r`;
      expect((await send([body, JSON.stringify(line("M-2"))], type)).results.map((r) => r.status)).toEqual([
        200, 200,
      ]);
    }
    expect(await send([])).toEqual({ status: 200, results: [] });
    expect((await send(["\n\n"])).results).toEqual([]);
  });

  test("returns 413 for a line above 1 MB and 400 for bytes that are not text, and continues", async () => {
    const huge = JSON.stringify(line("L-1", { po_number: "x".repeat(1_100_000) }));
    const { results } = await send([huge, line("L-2"), `{"identifier":${"[".repeat(9000)}`]);
    expect(results.map(({ line, status, code }) => [line, status, code])).toEqual([
      [1, 413, "input.too_large"],
      [2, 200, undefined],
      [3, 400, "input.too_nested"],
    ]);
    const answer = await fetch(
      `${testServer.address}/api/integration/v1/companies/${shop.slug}/orders/batch`,
      {
        method: "POST",
        headers: shop.headers,
        body: Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
      },
    );
    expect(JSON.parse(await answer.text())).toMatchObject({ line: 1, status: 400, code: "input.unreadable" });
  });

  test("gets results while it is still being sent, and every order with a result is stored", async () => {
    const { hostname, port } = new URL(testServer.address);
    const received: string[] = [];
    const upload = request({
      hostname,
      port,
      method: "POST",
      path: `/api/integration/v1/companies/${shop.slug}/orders/batch`,
      headers: shop.headers,
    });
    upload.on("response", (answer) => answer.on("data", (chunk) => received.push(String(chunk))));
    upload.on("error", () => {});
    for (let i = 0; i < 450; i++) upload.write(`${JSON.stringify(line(`W-${i}`))}\n`);
    const answered = () => received.join("").split("\n").filter(Boolean).length;
    await eventually(() => expect(answered()).toBe(400));
    expect(await countOf("W-%")).toBe(400);
    const ended = once(said, "a batch ended early");
    upload.destroy(); // orders without a result were not stored
    await ended;
    expect(await countOf("W-%")).toBe(400);
  });

  test("completes for a sender who reads nothing before everything is sent", async () => {
    const { hostname, port } = new URL(testServer.address);
    const bad = '{"status":0,"version":-1,"total":"x"}\n'.repeat(9_000);
    const text = await new Promise<string>((resolve, reject) => {
      const upload = request({
        hostname,
        port,
        method: "POST",
        path: `/api/integration/v1/companies/${shop.slug}/orders/batch`,
        headers: { ...shop.headers, "content-length": bad.length },
      });
      upload.on("error", reject);
      upload.end(bad, () =>
        upload.once("response", (answer) => {
          let said = "";
          answer.on("data", (chunk) => {
            said += chunk;
          });
          answer.on("end", () => resolve(said));
        }),
      );
    });
    expect(text.trimEnd().split("\n")).toHaveLength(9_000);
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
  });

  test("ends when 10,000 more lines were refused than accepted, and names the first line that was ignored (API-020 partly)", async () => {
    const { status, results } = await send([...Array(10_500).fill("{}"), line("E-1")]);
    expect([status, results.length]).toEqual([200, 10_001]);
    expect(results[9_999]).toMatchObject({ line: 10_000, status: 400, errors: expect.anything() });
    expect(results.at(-1)).toEqual({
      ...{ line: 10_001, identifier: null, status: 400, changed: false, code: "input.lines_refused" },
      detail:
        "Too many lines were refused. This line and those after it were ignored: correct them and send them again.",
    });
    expect(await countOf("E-%")).toBe(0);
  });

  test("goes on beyond 10,000 refused lines while enough others are accepted (API-020 partly)", async () => {
    const good = Array.from({ length: 400 }, (_, at) => line(`G-${at}`));
    const lines = [...Array(9_800).fill("{}"), ...good, ...Array(500).fill("{}"), line("G-last")];
    const { results } = await send(lines);
    expect(results).toHaveLength(lines.length);
    expect(results.at(-1)).toEqual({ line: lines.length, identifier: "G-last", status: 200, changed: true });
    expect(await countOf("G-%")).toBe(401);
  });

  test("stops when its key is revoked in between", async () => {
    const { id, headers } = await addKey(testServer);
    const lines = Array.from({ length: 250 }, (_, i) => line(`R-${i}`));
    await testServer.sql(
      `create function mcc.revoke_now() returns trigger language plpgsql security definer as $$
       begin update mcc.api_keys set revoked_at = now() where name = 'ERP' and id = tg_argv[0]::bigint; return null; end $$`,
    );
    await testServer.sql(
      `create trigger revoke_now after insert on mcc.order_lines for each statement execute function mcc.revoke_now(${id})`,
    );
    const { results } = await sendBatch(testServer, shop.slug, headers, lines);
    await testServer.sql("drop trigger revoke_now on mcc.order_lines");
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 200 }, () => 200),
      ...Array.from({ length: 50 }, () => 401),
    ]);
    expect(await countOf("R-%")).toBe(200);
  });

  test("falls back to one order at a time when the database objects to one of them", async () => {
    await testServer.sql(
      `create function mcc.object_once() returns trigger language plpgsql as $$
       begin if new.identifier = 'O-3' then raise exception 'no such luck'; end if; return new; end $$`,
    );
    await testServer.sql(
      "create trigger object_once before insert on mcc.orders for each row execute function mcc.object_once()",
    );
    const { results } = await send([1, 2, 3, 4].map((n) => line(`O-${n}`)));
    await testServer.sql("drop trigger object_once on mcc.orders");
    expect(results.map(({ status }) => status)).toEqual([200, 200, 500, 200]);
    expect(JSON.stringify(results)).not.toContain("luck");
    expect(await countOf("O-%")).toBe(3);
  });
});
