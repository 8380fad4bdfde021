import { once } from "node:events";
import { Agent, request as ask, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openBystander } from "../../testing/bystander.ts";
import { eventually } from "../../testing/eventually.ts";
import { ELSEWHERE, headOf, sendBytes } from "../../testing/sockets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { bodyLimits, openCalls, slotLimits } from "./limits/limits.ts";

let testServer: TestServer;
let bystander: Awaited<ReturnType<typeof openBystander>>;

beforeAll(async () => {
  testServer = await startTestServer();
  bystander = await openBystander(testServer);
});
afterEach(() => {
  vi.useRealTimers();
});

const OPEN = "POST /api/accounts/user-token/";
const GUARDED = "PUT /api/accounts/preferences/columns:orders/";
const MEGABYTE = 1024 * 1024;
const announcing = (line: string, length: number, more: Record<string, string> = {}) =>
  headOf(line, { "content-type": "application/json", "content-length": length, ...more });

/** The bytes received on a connection, up to the end of its first response. */
const answerOn = async (socket: Socket): Promise<{ status: number; code: string; closes: boolean }> => {
  let text = "";
  while (!text.includes("\r\n\r\n{") || !text.endsWith("}")) {
    const [chunk] = (await once(socket, "data", { signal: AbortSignal.timeout(120_000) })) as [Buffer];
    text += chunk;
  }
  const [head = "", body = "{}"] = text.split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    code: JSON.parse(body).code,
    closes: /^connection: close$/im.test(head),
  };
};
/** The response to a request head whose body is never sent. */
const answerTo = async (head: string, from = ELSEWHERE) => {
  const socket = await sendBytes(testServer, head, from);
  const answer = await answerOn(socket);
  socket.destroy();
  return answer;
};

describe("half-sent bodies", () => {
  test("and heads are few for each address, or cost nothing, and take nothing from anybody else (ABUS-002)", async () => {
    // Their time does not run out on a busy machine.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // Longer than what is written meanwhile, however slow the machine is.
    const halves = [
      `${announcing(OPEN, bodyLimits.open.bytes)}{`,
      `${OPEN} HTTP/1.1\r\nhost: localhost\r\nx-late: `,
    ];
    const sockets = await Promise.all(
      Array.from({ length: 800 }, (_, n) => sendBytes(testServer, halves[n % 2] ?? "")),
    );
    // One byte after the other, on every open connection.
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(" ");
    }, 100);
    for (let rounds = 0; rounds < 3; rounds++) {
      expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
    }
    expect(testServer.app.slots.anonymous.taken).toBe(slotLimits.anonymous.each);
    expect(await answerTo(announcing(OPEN, 100))).toMatchObject({ status: 429, code: "rate.limited" });
    clearInterval(trickle);
    for (const socket of sockets) socket.destroy();
    vi.useRealTimers();
    await eventually(() => expect(testServer.app.slots.anonymous.taken).toBe(0));
    expect(testServer.app.slots.requests.taken).toBe(0);
  });

  test.each([
    ["an open endpoint", () => announcing(OPEN, 100), "anonymous", bodyLimits.open.within],
    [
      "a known caller",
      () => announcing(GUARDED, 100, { authorization: `JWT ${bystander.token}` }),
      "bodies",
      bodyLimits.known.within,
    ],
  ] as const)(
    "of %s are refused with a message after their time limit, and disconnected",
    async (_, head, kind, within) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const socket = await sendBytes(testServer, `${head()}{`);
      const answer = answerOn(socket);
      while (testServer.app.slots[kind].taken === 0) await turn();
      vi.advanceTimersByTime(within - 1);
      expect(testServer.app.slots[kind].taken).toBe(1);
      vi.advanceTimersByTime(1);
      expect(await answer).toEqual({ status: 408, code: "input.too_slow", closes: true });
      if (!socket.closed) await once(socket.resume(), "close");
      expect(testServer.app.slots[kind].taken).toBe(0);
    },
  );

  test("after an early response are disconnected soon", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = await sendBytes(testServer, announcing("GET /api/nothing/here/", 100));
    expect(await answerOn(socket)).toMatchObject({ status: 404 });
    await turn();
    vi.advanceTimersByTime(10_000);
    if (!socket.closed) await once(socket.resume(), "close");
  });
});

describe("before anything of a body is read", () => {
  test("an unauthenticated caller is refused where a session or a key is required", async () => {
    const { slug } = bystander;
    const keyed = `PUT /api/integration/v1/companies/${slug}/orders/X-1`;
    const unknown = { authorization: `ApiKey mcc_live_${"0".repeat(48)}` };
    expect(await answerTo(announcing(GUARDED, MEGABYTE))).toMatchObject({
      status: 401,
      code: "auth.required",
    });
    expect(await answerTo(announcing(keyed, MEGABYTE))).toMatchObject({ status: 401, code: "key.required" });
    expect(await answerTo(announcing(keyed, MEGABYTE, unknown))).toMatchObject({
      status: 401,
      code: "key.required",
    });
  });

  test("one that is too large is refused: small ones are enough for open endpoints, and for paths that are none", async () => {
    const tooLarge = { status: 413, code: "input.too_large", closes: true };
    const { bytes } = bodyLimits.open;
    expect(await answerTo(announcing(OPEN, bytes + 1))).toEqual(tooLarge);
    expect(await answerTo(announcing("POST /api/nothing/here/", bytes + 1))).toEqual(tooLarge);
    const known = { authorization: `JWT ${bystander.token}` };
    expect(await answerTo(announcing(GUARDED, MEGABYTE + 1, known))).toEqual(tooLarge);
    const chunked = headOf(OPEN, { "content-type": "application/json", "transfer-encoding": "chunked" });
    const size = (bytes + 1).toString(16);
    expect(await answerTo(`${chunked}${size}\r\n${" ".repeat(bytes + 1)}\r\n`)).toEqual(tooLarge);
  });

  test("an address that calls open endpoints without end is refused, and no other", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const from = "127.0.0.3";
    const { hostname, port } = new URL(testServer.address);
    const call = () =>
      new Promise<number>((resolve, reject) => {
        const headers = { "content-type": "application/json" };
        const path = "/api/accounts/password_reset/validate_token/";
        const options = { hostname, port, path, method: "POST", headers, agent, localAddress: from };
        const outgoing = ask(options, (answer: IncomingMessage) => {
          answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
        });
        outgoing.once("error", reject).end("{}");
      });
    const statuses = await Promise.all(Array.from({ length: openCalls.most }, call));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(await answerTo(announcing(OPEN, 100), from)).toMatchObject({ status: 429, code: "rate.limited" });
    agent.destroy();
    expect(await answerTo(`${announcing(OPEN, 2)}{}`)).toMatchObject({ status: 400 });
  });
});

describe("JSON is checked before it is parsed", () => {
  const send = async (body: string) => {
    const answer = await fetch(`${testServer.address}/api/accounts/preferences/columns:orders/`, {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: `JWT ${bystander.token}` },
      body,
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const refused = [400, "input.too_nested"];

  test.each([
    ["a megabyte of lists in lists", "[".repeat(MEGABYTE / 2) + "]".repeat(MEGABYTE / 2)],
    ["records in records, with escapes", `${'{"\\\\u0061":'.repeat(40)}1${"}".repeat(40)}`],
    ["a megabyte of empty records", `[${"{},".repeat(MEGABYTE / 4)}{}]`],
    ["a megabyte of numbers", `[${"0,".repeat(MEGABYTE / 3)}0]`],
    ["depth behind a text that ends with a backslash", `["\\\\",${"[".repeat(40)}`],
  ])("%s: refused with a message (ABUS-007)", async (_, body) => {
    expect(await send(body)).toEqual(refused);
    expect(errors["input.too_nested"][1]).toContain("nested too deeply");
  });

  test.each([
    ["brackets inside of texts", JSON.stringify({ note: "[{".repeat(1_000) })],
    ["quotes inside of texts", JSON.stringify({ note: '\\\\"[['.repeat(1_000) })],
    ["lists in lists as deep as they may be", `${"[".repeat(32)}${"]".repeat(32)}`],
  ])("%s: accepted", async (_, body) => {
    expect(await send(body)).not.toEqual(refused);
  });
});
