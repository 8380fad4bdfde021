import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let approvalCompany: ApprovalCompany;
let token: string;
let ids: number[];

beforeAll(async () => {
  testServer = await startTestServer();
  approvalCompany = await setUpApprovalCompany(testServer, { hierarchy: true });
  token = (await approvalCompany.person({ admin: true })).token;
  const roleId = await approvalCompany.role();
  const { id: userId } = await approvalCompany.person();
  ids = [roleId, userId, approvalCompany.site.id, await approvalCompany.rule({ roleId, limit: 0 })];
});

const send = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${testServer.address}/api${path}`, {
    method,
    headers: {
      authorization: `JWT ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

/** Almost valid and completely invalid values. */
const value = () =>
  fc.oneof(
    fc.constantFrom(
      ...ids,
      0,
      -1,
      1e10,
      2 ** 53,
      1.5,
      "",
      "5",
      "\u0000",
      "\ud800",
      true,
      null,
      "x".repeat(300),
    ),
    fc.array(fc.oneof(fc.constantFrom(...ids), fc.constantFrom(-1, 1e20, "a", null, [], {})), {
      maxLength: 4,
    }),
    fc.jsonValue({ maxDepth: 2 }),
  );

test("no input to the approval endpoints causes a server error (API-011)", async () => {
  const body = fc.oneof(
    fc.record(
      { limit: value(), role: value(), user: value(), sites: value(), nodes: value() },
      { requiredKeys: [] },
    ),
    fc.record({ note: value(), has_order_approval: value() }, { requiredKeys: [] }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const segment = fc.constantFrom(
    ...ids.map(String),
    "x",
    "-1",
    "99999999999999999999",
    "%00",
    "%ff",
    "..%2f",
    encodeURIComponent("ü'\"; --"),
  );
  const call = fc.record({
    target: fc.constantFrom<[string, (id: string) => string]>(
      ["POST", () => "/approvals/rules/"],
      ["PATCH", (id) => `/approvals/rules/${id}/`],
      ["DELETE", (id) => `/approvals/rules/${id}/`],
      ["GET", (id) => `/approvals/rules/${id}/`],
      ["GET", (id) => `/approvals/rules/?order_by=${id}&limit=${id}`],
      ["GET", (id) => `/approvals/users/${id}/nodes/`],
      ["GET", (id) => `/orders/pending/?ordering=${id}`],
      ["GET", (id) => `/orders/pending/?approved_by=${id}&group_${id}=${id}&search=${id}&offset=${id}`],
      ["GET", (id) => `/orders/pending/suggestions/?field=approved_by&approved_by=${id}`],
      ["GET", (id) => `/accounts/users/?search=${id}`],
      ["POST", (id) => `/orders/${id}/approve/`],
      ["POST", (id) => `/orders/${id}/reject/`],
      ["PATCH", (id) => `/accounts/company-configurations/${id}/`],
    ),
    segment,
    body,
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ target: [method, path], segment, body }) => {
      const { status, text } = await send(
        method,
        path(segment),
        ["GET", "DELETE"].includes(method) ? undefined : body,
      );
      expect({ method, path: path(segment), body, status }).not.toMatchObject({
        status: expect.toSatisfy((n) => n >= 500 || n === 422),
      });
      expect(text).not.toMatch(/select |insert |at .*\.ts:/);
    }),
    { numRuns: 400 },
  );
}, 60_000);
