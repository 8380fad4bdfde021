import { expect } from "vitest";
import type { TestServer } from "./test-server.ts";

/** An action on an order and its response status; undefined: there was no response. */
export interface ApprovalAction {
  readonly kind: "approve" | "reject" | "remove";
  readonly userId: number;
  readonly identifier: string;
  readonly status: number | undefined;
}

interface OrderFacts {
  identifier: string;
  status: number;
  matches_lines: boolean;
  items: number;
  steps: { state: string; limit: number; current: boolean; by: number | null }[];
  approved_by: number[];
  rejected_by: number[];
  approved_events: number;
  rejected_events: number;
}

const FACTS = `
  select identifier, status,
    total = (select coalesce(sum(line_total), 0) from order_lines where order_id = orders.id) as matches_lines,
    (select count(*) from order_lines where order_id = orders.id and display)::int as items,
    (select json_agg(json_build_object('state', state, 'limit', limit_amount, 'current', is_current, 'by', acted_by_id)
       order by position) from order_steps where order_id = orders.id) as steps,
    array(select user_id from order_approvals where order_id = orders.id) as approved_by,
    array(select user_id from order_rejections where order_id = orders.id) as rejected_by,
    (select count(*) from events where company_id = $1 and type = 'order.approved' and payload->>'identifier' = identifier)::int
      as approved_events,
    (select count(*) from events where company_id = $1 and type = 'order.rejected' and payload->>'identifier' = identifier)::int
      as rejected_events
  from orders where company_id = $1`;

const [ACCEPTED, PENDING, REJECTED] = [1, 2, 8];

const users = (actions: readonly ApprovalAction[], kind: ApprovalAction["kind"], status?: number) =>
  actions
    .filter((action) => action.kind === kind && (status === undefined || action.status === status))
    .map((action) => action.userId);

/** The invariants of one order after any concurrent actions, and that no response contradicts them. */
const expectConsistentOrder = (order: OrderFacts, actions: readonly ApprovalAction[]): void => {
  const states = order.steps.map(({ state }) => state);
  const limits = order.steps.map(({ limit }) => limit);
  expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  expect(order.matches_lines).toBe(true);
  expect(order.items).toBeGreaterThan(0);

  // One outcome, reported once: pending, accepted or rejected.
  expect([ACCEPTED, PENDING, REJECTED]).toContain(order.status);
  const firstOpen = states.indexOf("open");
  expect(order.steps.map(({ current }) => current)).toEqual(states.map((_, at) => at === firstOpen));
  expect(states.includes("open")).toBe(order.status === PENDING);
  expect(states.filter((state) => state === "rejected")).toHaveLength(order.status === REJECTED ? 1 : 0);
  expect(order.rejected_by).toHaveLength(order.status === REJECTED ? 1 : 0);
  expect(order.rejected_events).toBe(order.status === REJECTED ? 1 : 0);
  expect(order.approved_events).toBe(order.status === ACCEPTED ? 1 : 0);

  // A user who settled a step has approved; no user has approved twice.
  const doneBy = order.steps.filter(({ state }) => state === "done").map(({ by }) => by);
  expect(order.approved_by).toEqual(expect.arrayContaining(doneBy));
  expect(new Set(order.approved_by).size).toBe(order.approved_by.length);

  // Every acknowledged action is stored, and every stored action was requested.
  expect(order.approved_by).toEqual(expect.arrayContaining(users(actions, "approve", 200)));
  expect(users(actions, "approve")).toEqual(expect.arrayContaining(order.approved_by));
  expect(order.rejected_by).toEqual(expect.arrayContaining(users(actions, "reject", 200)));
  expect(users(actions, "reject")).toEqual(expect.arrayContaining(order.rejected_by));
  for (const { userId } of actions.filter(({ status }) => status === 409))
    expect(order.approved_by).toContain(userId);
};

const RECOUNT = `
  select coalesce(sum(orders), 0)::int as orders, coalesce(sum(total), 0.00) as total from order_site_counts
    where company_id = $1 and status = $2
  union all
  select coalesce(sum(orders), 0)::int, coalesce(sum(total), 0.00) from order_state_counts where company_id = $1 and status = $2
  union all
  select count(*)::int, coalesce(sum(total), 0.00) from orders where company_id = $1 and status = $2`;

/** Checks every order of a company after concurrent actions. */
export const expectConsistent = async (
  { sql }: TestServer,
  companyId: number,
  sent: readonly ApprovalAction[],
): Promise<void> => {
  // Refused because too many requests of one user were pending: as if it had never been sent.
  const actions = sent.filter(({ status }) => status !== 429);
  const orders = await sql<OrderFacts>(FACTS, [companyId]);
  const byOrder = Map.groupBy(actions, ({ identifier }) => identifier);
  for (const order of orders) expectConsistentOrder(order, byOrder.get(order.identifier) ?? []);
  for (const { status } of actions) expect([200, 400, 403, 409, undefined]).toContain(status);
  for (const status of [ACCEPTED, PENDING, REJECTED]) {
    const [bySite, byState, counted] = await sql(RECOUNT, [companyId, status]);
    expect([bySite, byState]).toEqual([counted, counted]);
  }
  const twice = `select step.id from order_steps step join messages on messages.sent_for like 'approval:' || step.id || ':%'
    where step.company_id = $1 group by step.id, messages.recipient, messages.channel having count(*) > 1`;
  expect(await sql(twice, [companyId])).toEqual([]);
};
