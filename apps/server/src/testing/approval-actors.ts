import type { ApprovalCompany } from "./approval-company.ts";
import type { ApprovalAction } from "./approval-consistency.ts";
import { addDelegation } from "./delegations.ts";
import type { TestServer } from "./test-server.ts";

const LINES = [
  { product: "A", sku: "A", text: "Pump", quantity: 1, base_unit_price_value: "600.00" },
  { product: "B", sku: "B", text: "Hose", quantity: 1, base_unit_price_value: "250.00" },
  { product: "C", sku: "C", text: "Clamp", quantity: 1, base_unit_price_value: "60.00" },
];

const TOTAL = "910.00";

/** Something that is about to be done. */
interface PlannedAction extends Omit<ApprovalAction, "status"> {
  readonly token: string;
  readonly body: object | undefined;
  /** Approved together with others, in one request. */
  readonly isBulk?: boolean;
}

const PATHS = { approve: "approve", reject: "reject", remove: "remove_line" } as const;

/** What the response to one approval would have been. */
const BULK_STATUSES: Readonly<Record<string, number>> = {
  ...{ approved: 200, recorded: 200, not_pending: 400, total_changed: 400 },
  ...{ not_allowed: 403, already_approved: 409 },
};

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/**
 * Approvers of three steps, a user who is in two of them, a blanket approver, deputies of some of them, and an admin, to
 * whom some steps are escalated; and what they may do.
 */
export const setUpApprovers = async (testServer: TestServer, approvalCompany: ApprovalCompany) => {
  const roles = [
    await approvalCompany.role("First"),
    await approvalCompany.role("Second"),
    await approvalCompany.role("Third"),
  ] as const;
  for (const [at, limit] of [0, 100].entries()) await approvalCompany.rule({ roleId: roles[at], limit });
  const blanket = await approvalCompany.role("Blanket");
  const rules = {
    third: await approvalCompany.rule({ roleId: roles[2], limit: 800 }),
    blanket: await approvalCompany.rule({ roleId: blanket, limit: -1 }),
  };
  const twice = await approvalCompany.person({ roleId: roles[2] });
  await approvalCompany.rule({ userId: twice.id, limit: 0, siteIds: [approvalCompany.site.id] });
  const approvers = [twice];
  for (const roleId of [...roles, ...roles, blanket])
    approvers.push(await approvalCompany.person({ roleId }));
  const admin = await approvalCompany.person({ admin: true });
  const [, first, second] = approvers;
  const principals = [first, first, second, approvers.at(-1)].map((principal) => principal?.id ?? 0);
  for (const principal of principals) {
    const deputy = await approvalCompany.person();
    await addDelegation(testServer, approvalCompany.companyId, principal, deputy.id);
    approvers.push(deputy);
  }
  approvers.push(admin);

  const drawActions = (identifier: string): PlannedAction[] =>
    Array.from({ length: 4 + Math.floor(Math.random() * 5) }, (): PlannedAction => {
      const { id: userId, token } = pick(approvers);
      const chance = Math.random();
      const by = { userId, token, identifier };
      if (chance < 0.5) return { ...by, kind: "approve", body: undefined };
      if (chance < 0.65)
        return { ...by, kind: "approve", isBulk: true, body: { orders: [{ identifier, total: TOTAL }] } };
      if (chance < 0.75) return { ...by, kind: "reject", body: { note: "no" } };
      return { ...by, kind: "remove", body: { product: pick(["A", "B", "C"]) } };
    });

  /** Sends a request to a process of the installation; a process that is killed in between gives no response. */
  const act = async (
    address: string,
    { token, body, isBulk, ...action }: PlannedAction,
  ): Promise<ApprovalAction> => {
    const path = isBulk ? "pending/approve" : `${action.identifier}/${PATHS[action.kind]}`;
    try {
      const response = await fetch(`${address}/api/orders/${path}/`, {
        method: "POST",
        headers: { authorization: `JWT ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
        body: body && JSON.stringify(body),
      });
      const text = await response.text();
      if (!isBulk || response.status !== 200) return { ...action, status: response.status };
      const { results } = JSON.parse(text) as { results: { result: string }[] };
      return { ...action, status: BULK_STATUSES[results[0]?.result ?? ""] };
    } catch {
      return { ...action, status: undefined };
    }
  };

  return {
    approvers,
    admin,
    rules,
    act,
    drawActions,
    placeOrder: async () => {
      const order = await approvalCompany.order("0", { lines: LINES });
      await testServer.sql(
        "update order_steps set escalated_at = now() where order_id = $1 and is_current and order_id % 3 = 0",
        [order.id],
      );
      return order;
    },
  };
};
