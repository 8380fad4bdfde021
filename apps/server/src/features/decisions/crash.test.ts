import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpApprovers } from "../../testing/approval-actors.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { type ApprovalAction, expectConsistent } from "../../testing/approval-consistency.ts";
import { volume } from "../../testing/battery.ts";
import { eventually } from "../../testing/eventually.ts";
import { startProcess } from "../../testing/process.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
const dataDir = mkdtempSync(join(tmpdir(), "mcc-crash-"));

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Another process of the installation, with the same database. */
const startAnother = async () => {
  const { child, ready } = startProcess({
    DATABASE_URL: testServer.url,
    MCC_SECRET: SECRET,
    MCC_DATA_DIR: dataDir,
  });
  return { child, address: await ready };
};

const KILLS = volume(1, 3);
const ORDERS = 24;

test("a process killed under load loses nothing it acknowledged and does nothing twice (APPR-055)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const actors = await setUpApprovers(testServer, approvalCompany);
  const actions: ApprovalAction[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, address } = await startAnother();
    const orders = await Promise.all(Array.from({ length: ORDERS }, () => actors.placeOrder()));
    const drawn = orders.flatMap(({ identifier }) => actors.drawActions(identifier));
    let answered = 0;
    const dies = new Promise((resolve) => child.once("exit", resolve));
    const answers = drawn.map(async (plan) => {
      const action = await actors.act(address, plan);
      // Killed after a number of approvals and not after a time: at about a third.
      if (++answered === Math.floor(drawn.length / 3)) child.kill("SIGKILL");
      return action;
    });
    actions.push(...(await Promise.all(answers)));
    await dies;
    expect(actions.some(({ status }) => status === undefined)).toBe(true);
    await expectConsistent(testServer, approvalCompany.companyId, actions);
  }
  // After a restart, it continues where the other one was stopped.
  const { child, address } = await startAnother();
  const [left] = await testServer.sql<{ identifier: string }>(
    "select identifier from orders where company_id = $1 and status = 2 limit 1",
    [approvalCompany.companyId],
  );
  if (left)
    actions.push(
      ...(await Promise.all(actors.drawActions(left.identifier).map((plan) => actors.act(address, plan)))),
    );
  // A step whose job request was lost between commit and queue is found by the sweep, which runs every minute.
  await testServer.services.jobs.requestJob("sweep-approvers", {}, "now");
  await eventually(async () =>
    expect(
      await testServer.sql(
        "select 1 from order_steps where company_id = $1 and is_current and notified_at is null",
        [approvalCompany.companyId],
      ),
    ).toEqual([]),
  );
  await expectConsistent(testServer, approvalCompany.companyId, actions);
  child.kill("SIGTERM");
});
