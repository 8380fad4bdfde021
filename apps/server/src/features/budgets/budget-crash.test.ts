import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { batchCreateBudgets } from "@mcc/contract/imports/imports.api.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startProcess } from "../../testing/process.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { verifyBudgets } from "./budget-verification.ts";

let testServer: TestServer;
const dataDir = mkdtempSync(join(tmpdir(), "mcc-budgets-"));
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The status, or nothing when the process has died before it answered. */
const send = async (address: string, { method, path, headers, body }: Call): Promise<number | undefined> => {
  try {
    const answer = await fetch(`${address}/api${path}`, {
      ...{ method, headers: { ...headers, "content-type": "application/json", connection: "close" } },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
};

/** Sends each call twice at once to a process that is killed at a third of the answers, then what is left to another one. */
const sendToKilled = async (calls: readonly Call[]): Promise<void> => {
  const started = startProcess({
    ...{ DATABASE_URL: testServer.url, MCC_SECRET: SECRET, MCC_DATA_DIR: dataDir },
  });
  const address = await started.ready;
  let answered = 0;
  const statuses = await Promise.all(
    [...calls, ...calls].map(async (call) => {
      const status = await send(address, call);
      if (++answered === Math.floor((calls.length * 2) / 3)) started.child.kill("SIGKILL");
      return status;
    }),
  );
  await started.ended;
  expect(statuses).toContain(undefined);
  for (const call of calls) {
    let status = await send(testServer.address, call);
    while (status === 429 || status === 503) status = await send(testServer.address, call);
    expect(status).toBeLessThan(500);
  }
};

test("each order counts once in every budget, whatever races, is sent again or is killed (BUDG-003)", {
  timeout: 300_000,
}, async () => {
  const company = await setUpBudgetCompany(testServer);
  await company.rule({ roleId: await company.role("Finance"), limit: 0 });
  const role = await company.role("Controller");
  const first = await company.budget({ name: "First", amount: "10000" });
  const tight = await company.budget({ name: "Tight", amount: "0.01", beyond: "step", role });

  // 24 orders of two pieces for 5.05 each.
  const names = Array.from({ length: 24 }, (_, at) => `crash-${company.slug}-${at}`);
  await sendToKilled(
    names.map((identifier) => ({
      ...{ method: "PUT", path: `/integration/v1/companies/${company.slug}/orders/${identifier}/` },
      headers: company.headers,
      body: {
        ecommerce_username: company.site.shopUser,
        lines: [{ product: "P", sku: "P", text: "Valve", quantity: 2, base_unit_price_value: "5.05" }],
      },
    })),
  );
  expect(await company.figures(first.id)).toEqual(["242.40", "0.00", "9757.60"]);
  expect(await company.figures(tight.id)).toEqual(["242.40", "0.00", "-242.39"]);

  // Ten are approved, six rejected, four reduced to one piece, and four stay as they are.
  const rows = await testServer.sql<{ identifier: string; line: number }>(
    `select identifier, line.id::int as line from orders join order_lines line on line.order_id = orders.id
     where orders.company_id = $1`,
    [company.companyId],
  );
  const lineOf = new Map(rows.map(({ identifier, line }) => [identifier, line]));
  const headers = { authorization: `JWT ${company.token}` };
  await sendToKilled([
    ...names.slice(0, 10).map((one) => ({ method: "POST", path: `/orders/${one}/approve/`, headers })),
    ...names
      .slice(10, 16)
      .map((one) => ({ method: "POST", path: `/orders/${one}/reject/`, headers, body: { note: "No" } })),
    ...names.slice(16, 20).map((one) => ({
      ...{ method: "PATCH", path: `/orders/${one}/lines/${lineOf.get(one)}/`, headers },
      body: { quantity: 1, reason: "One will do" },
    })),
  ]);
  const reserved = "60.60"; // four of 5.05 and four of 10.10
  expect(await company.figures(first.id)).toEqual([reserved, "101.00", "9838.40"]);
  const kinds = new Map(names.map((name) => [name, [] as string[]]));
  for (const { order, kind } of await company.entries(first.id)) kinds.get(order ?? "")?.push(kind);
  expect([...kinds.values()]).toEqual([
    ...Array(10).fill(["reserve", "commit"]),
    ...Array(10).fill(["reserve", "release"]),
    ...Array(4).fill(["reserve"]),
  ]);

  // A budget that is counted by a job, whose connections are cut.
  const importId = randomUUID();
  const upload = () =>
    testServer.call(batchCreateBudgets, {
      token: company.token,
      query: {},
      body: {
        budgets: [{ row: 2, name: "Later", amount: "500", period: "year", sites: company.site.name }],
        import: { id: importId, batch: 0, file_name: "budgets.xlsx" },
      } as never,
    });
  expect((await upload()).status).toBe(200);
  await testServer.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'mcc_platform'",
  );
  const later = async () => {
    const { body } = await testServer.call(budgetEndpoints.list, { token: company.token, query: {} });
    return body.results.find(({ name }) => name === "Later");
  };
  await expect.poll(async () => (await later())?.recount, { timeout: 120_000 }).toBeNull();
  expect((await upload()).status).toBe(200);
  expect(await later()).toMatchObject({ reserved, committed: "101.00", left: "338.40" });
  expect(await company.drift()).toEqual([]);
  const { succeeded } = await verifyBudgets(testServer.services.database.platform);
  expect(succeeded).toBe(true);
});
