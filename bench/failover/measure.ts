import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { addRule, addSite, orderOf } from "@mcc/server/src/testing/integration.ts";
import { addCompany, addPerson, PASSWORD } from "@mcc/server/src/testing/people.ts";
import { launch, SECRET } from "../processes.ts";
import type { Cluster } from "./cluster.ts";

const CLIENTS = 4;
/** How long it runs before the primary is killed, and after it has recovered. */
const BEFORE_MS = 8_000;
const AFTER_MS = 8_000;
const RECOVER_WITHIN = 120_000;

/** Everything the server has acknowledged. */
interface Ledger {
  readonly orders: Set<string>;
  readonly approvals: Set<string>;
  /** When something was acknowledged last, and the longest time without. */
  last: number;
  longest: number;
  refusals: Map<string, number>;
}

const acknowledge = (ledger: Ledger, kind: "orders" | "approvals", identifier: string): void => {
  ledger[kind].add(identifier);
  const now = performance.now();
  ledger.longest = Math.max(ledger.longest, now - ledger.last);
  ledger.last = now;
};

const send = async (ledger: Ledger, url: string, init: RequestInit): Promise<number> => {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    if (answer.status >= 400) note(ledger, String(answer.status));
    return answer.status;
  } catch (error) {
    note(ledger, (error as Error).name);
    return 0;
  }
};
const note = ({ refusals }: Ledger, what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);

/** Prepared by the owner of the tables, once for each run. */
const prepare = async (url: string) => {
  await migrate(url);
  const owner = openOwner(url);
  const slug = `failover-${randomBytes(4).toString("hex")}`;
  const companyId = await addCompany(owner, { slug, approvals: true });
  const site = await addSite(owner, companyId, { shopUser: `shop-${slug}` });
  const approver = await addPerson(owner, companyId, { admin: true, username: `approver-${slug}` });
  await addRule(owner, companyId, { userId: approver.id, limit: 0, siteIds: [site.id] });
  const database = openDatabase(url, () => {});
  const { key } = await createApiKey(
    database.platform,
    { id: null, name: "failover" },
    { name: "ERP", scopes: ["orders"] },
  );
  await database.close();
  await owner.close();
  return { slug, companyId, site, approver, key };
};

export const measureFailover = async (
  cluster: Cluster,
  title: string,
  variables: Record<string, string>,
  kills: number,
): Promise<number> => {
  const { slug, companyId, site, approver, key } = await prepare(cluster.url);
  const dataDir = mkdtempSync(join(tmpdir(), "mcc-failover-data-"));
  const start = (role: "web" | "worker") =>
    launch(
      ["apps/server/src/main.ts"],
      {
        ...variables,
        MCC_SECRET: SECRET,
        MCC_ROLE: role,
        MCC_DEMO: "off",
        MCC_DATA_DIR: dataDir,
        // A worker has no address to print.
        LOG_LEVEL: role === "worker" ? "info" : "fatal",
      },
      role === "worker" ? /"msg":"(ready)"/ : undefined,
    );
  const webs = [await start("web"), await start("web")];
  const worker = await start("worker");
  const ledger: Ledger = {
    orders: new Set(),
    approvals: new Set(),
    last: performance.now(),
    longest: 0,
    refusals: new Map(),
  };
  let stopped = false;
  const signIn = async (address: string): Promise<string> => {
    const answer = await fetch(`${address}/api/accounts/user-token/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: approver.username, password: PASSWORD }),
    });
    return ((await answer.json()) as { token: string }).token;
  };
  const token = await signIn(webs[0]?.address ?? "");
  const client = async (at: number): Promise<void> => {
    const { address } = webs[at % webs.length] as { address: string };
    for (let n = 0; !stopped; n++) {
      const identifier = `F-${at}-${n}`;
      const path = `${address}/api/integration/v1/companies/${slug}/orders/${identifier}/`;
      const json = { "content-type": "application/json" };
      const order = {
        method: "PUT",
        headers: { authorization: `ApiKey ${key}`, ...json },
        body: JSON.stringify(orderOf(site.shopUser)),
      };
      // Repeating is harmless; after a lost answer the order may be there already.
      while (!stopped && !ledger.orders.has(identifier)) {
        if ((await send(ledger, path, order)) === 200) acknowledge(ledger, "orders", identifier);
        else await wait(200);
      }
      const approval = { method: "POST", headers: { authorization: `JWT ${token}` } };
      while (!stopped && !ledger.approvals.has(identifier)) {
        const status = await send(ledger, `${address}/api/orders/${identifier}/approve/`, approval);
        if (status === 200) acknowledge(ledger, "approvals", identifier);
        else if (status === 400 || status === 409)
          break; // decided, but the answer was lost
        else await wait(200);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, at) => client(at));
  const gaps: number[] = [];
  try {
    await wait(BEFORE_MS);
    for (let kill = 0; kill < kills; kill++) {
      ledger.longest = 0;
      const killedAt = performance.now();
      const killed = await cluster.killPrimary();
      const known = ledger.orders.size;
      while (ledger.orders.size < known + 3 * CLIENTS) {
        if (performance.now() - killedAt > RECOVER_WITHIN) throw new Error("It did not go on.");
        await wait(100);
      }
      gaps.push(ledger.longest / 1000);
      await cluster.restart(killed);
      await wait(AFTER_MS);
    }
  } finally {
    stopped = true;
    await Promise.all(clients);
  }
  const lost = await lostOf(cluster.url, companyId, ledger);
  await Promise.all([...webs, worker].map((one) => one.stop()));
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${title}: ${ledger.orders.size} orders and ${ledger.approvals.size} approvals acknowledged, ${lost} lost; ` +
      `primary killed ${kills} times, nothing acknowledged for at most ${gaps.map((s) => s.toFixed(1)).join(", ")} s; ` +
      `refused meanwhile: ${[...ledger.refusals].map(([what, times]) => `${what} × ${times}`).join(", ") || "none"}.`,
  );
  return lost;
};

/** Acknowledged, but not in the database of the new primary. */
const lostOf = async (url: string, companyId: number, ledger: Ledger): Promise<number> => {
  const owner = openOwner(url);
  const rows = await owner.sql<{ identifier: string; approved: boolean }>(
    `select identifier, exists (select 1 from order_approvals where order_id = orders.id) as approved
     from orders where company_id = $1`,
    [companyId],
  );
  await owner.close();
  const stored = new Map(rows.map(({ identifier, approved }) => [identifier, approved]));
  const orders = [...ledger.orders].filter((identifier) => !stored.has(identifier));
  const approvals = [...ledger.approvals].filter((identifier) => stored.get(identifier) !== true);
  if (orders.length + approvals.length > 0) console.log({ orders, approvals });
  return orders.length + approvals.length;
};
