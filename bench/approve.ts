import { openBareApproval } from "./bare-approval.ts";
import { clientOf } from "./client.ts";
import { LARGE, MANAGER_ROLE, siteId } from "./data-plan.ts";
import { withClient } from "./database.ts";
import { CONCURRENT_CLIENTS } from "./measure.ts";
import type { Contender } from "./processes.ts";

type Name = "floor" | "bare" | "ours";
const NAMES: readonly Name[] = ["floor", "bare", "ours"];

interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly rate: number;
}
export type ApproveResult = Readonly<Record<Name, Measured>>;

const PREFIX = "WAIT-";

/** Orders pending one approval, created for this and deleted again. */
export const insertPendingOrders = (url: string, count: number): Promise<string[]> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into mcc.orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, line_count)
       select $1, '${PREFIX}' || n, $2::bigint + n % 700, $1::bigint * 10000 + 1 + n % 700, 2, now(), 100, 100, 0
       from generate_series(1, $3::int) as n`,
      [LARGE, siteId(LARGE, 1), count],
    );
    await client.query(
      `insert into mcc.order_steps (company_id, order_id, position, role_id, name, limit_amount, notified_at)
       select company_id, id, 1, $2, 'Manager', 0, now() from mcc.orders where company_id = $1 and identifier like '${PREFIX}%'`,
      [LARGE, MANAGER_ROLE],
    );
    return Array.from({ length: count }, (_, n) => `${PREFIX}${n + 1}`);
  });

/** The audit is there to stay, so its guard is off for this. */
export const deletePendingOrders = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`delete from mcc.orders where company_id = $1 and identifier like '${PREFIX}%'`, [
      LARGE,
    ]);
    await client.query("delete from mcc.events where company_id = $1 and type = 'order.approved'", [LARGE]);
    await client.query("set session_replication_role = replica");
    await client.query("delete from mcc.audit_entries where company_id = $1", [LARGE]);
    await client.query("delete from mcc.audit_hashes where company_id = $1", [LARGE]);
    await client.query("vacuum mcc.orders, mcc.order_steps, mcc.order_approvals");
  });

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const timed = async (orders: readonly string[], approve: (identifier: string) => Promise<unknown>) => {
  const times: number[] = [];
  for (const order of orders) {
    const at = performance.now();
    await approve(order);
    times.push(performance.now() - at);
  }
  return times;
};

const concurrentRate = async (
  orders: readonly string[],
  approve: (identifier: string) => Promise<unknown>,
) => {
  const left = [...orders];
  const began = performance.now();
  const caller = async () => {
    for (let order = left.pop(); order; order = left.pop()) await approve(order);
  };
  await Promise.all(Array.from({ length: CONCURRENT_CLIENTS }, caller));
  return (orders.length / (performance.now() - began)) * 1_000;
};

/** Each contender approves its own orders, in alternation, so that a slow moment of the machine affects them all. */
export const measureApprove = async (
  { ours, bare }: { ours: Contender; bare: Contender },
  url: string,
  token: string,
  quick: boolean,
): Promise<ApproveResult> => {
  const [rounds, alone, crowd] = quick ? [2, 20, 60] : [4, 60, 400];
  const floor = openBareApproval(url, CONCURRENT_CLIENTS);
  const clients = { bare: clientOf(bare.address), ours: clientOf(ours.address, token) };
  const approve: Record<Name, (identifier: string) => Promise<unknown>> = {
    floor: (identifier) => floor.approve(identifier),
    bare: (identifier) => clients.bare.post(`/approve/${identifier}`),
    ours: (identifier) => clients.ours.post(`/api/orders/${identifier}/approve/`),
  };
  await deletePendingOrders(url);
  const orders = await insertPendingOrders(url, rounds * NAMES.length * (alone + crowd));
  const take = (count: number) => orders.splice(0, count);
  const times: Record<Name, number[]> = { floor: [], bare: [], ours: [] };
  const rates: Record<Name, number[]> = { floor: [], bare: [], ours: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      for (const name of NAMES) {
        const spent = await timed(take(alone), approve[name]);
        const rate = await concurrentRate(take(crowd), approve[name]);
        // The first round only warms up.
        if (round === 0) continue;
        times[name].push(...spent);
        rates[name].push(rate);
      }
    }
  } finally {
    await floor.close();
    for (const client of Object.values(clients)) client.close();
    await deletePendingOrders(url);
  }
  const measured = (name: Name): Measured => {
    const sorted = times[name].toSorted((a, b) => a - b);
    const rate = quantile(
      rates[name].toSorted((a, b) => a - b),
      0.5,
    );
    return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), rate };
  };
  return { floor: measured("floor"), bare: measured("bare"), ours: measured("ours") };
};

export const approveSummary = ({ floor, bare, ours }: ApproveResult): string => {
  const ms = ({ p50, p95 }: Measured) => `${p50.toFixed(2)} / ${p95.toFixed(2)} ms`;
  return `Approving (p50 / p95): floor ${ms(floor)}, bare ${ms(bare)}, ours ${ms(ours)}, ${(ours.p50 / floor.p50).toFixed(2)} × floor; with 16 clients bare ${bare.rate.toFixed(0)} a second, ours ${ours.rate.toFixed(0)}, ${(ours.rate / bare.rate).toFixed(2)} ×.`;
};
