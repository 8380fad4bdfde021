import { isDeepStrictEqual } from "node:util";
import { approveOrder } from "@mcc/contract/decisions/decisions.api.ts";
import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { countCases, volume } from "../../testing/battery.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/**
 * A second implementation of the rules, as simple as possible: one order, one action at a time. Whatever really happens
 * when actions race must be what happens when the same actions come one after the other, in some order.
 */
interface Line {
  readonly name: string;
  readonly quantity: number;
  /** Cents for one piece, with tax; negative for a credit. */
  readonly each: number;
}
type StepState = "none" | "open" | "done" | "rejected" | "dropped";
interface State {
  readonly status: "Pending Approval" | "Accepted" | "Rejected" | "Canceled";
  readonly lines: readonly Line[];
  /** By limit: each rule is that of one approver. */
  readonly steps: readonly StepState[];
  readonly approvedBy: readonly number[];
  readonly po: string;
  /** What a sender may not change: removed lines, the most of reduced ones, and that an approver set the PO. */
  readonly removed?: readonly string[];
  readonly most?: Readonly<Record<string, number>>;
  readonly isPoSet?: boolean;
}
type Action =
  | { readonly kind: "approve"; readonly by: number; readonly total: number | undefined }
  | { readonly kind: "reject"; readonly by: number }
  | { readonly kind: "reduce"; readonly by: number; readonly line: string; readonly to: number }
  | { readonly kind: "remove"; readonly by: number; readonly line: string }
  | { readonly kind: "fields"; readonly by: number; readonly po: string }
  | { readonly kind: "send"; readonly line: Line }
  | { readonly kind: "cancel" };
type Answer = readonly [status: number, after: State];

const LIMITS = [0, 100_00, 500_00] as const;
const totalOf = ({ lines }: Pick<State, "lines">): number =>
  lines.reduce((sum, { quantity, each }) => sum + quantity * each, 0);
const isNeeded = (at: number, total: number): boolean => at === 0 || total >= (LIMITS[at] ?? 0);

const settled = (state: State): State =>
  state.steps.includes("open") ? state : { ...state, status: "Accepted" };

/** Steps after another total; approvals given before stay, or are asked for again. */
const reconsidered = (before: State, lines: readonly Line[], again: boolean): State => {
  const state = again
    ? { ...before, approvedBy: [], steps: before.steps.map((step) => (step === "done" ? "open" : step)) }
    : before;
  const [was, is] = [totalOf(before), totalOf({ lines })];
  const steps = state.steps.map((step, at): StepState => {
    if (step === "open" && !isNeeded(at, is)) return "dropped";
    return is > was && isNeeded(at, is) && (step === "none" || step === "dropped") ? "open" : step;
  });
  return settled({ ...state, lines, steps });
};

const applied = (state: State, action: Action, again: boolean): Answer => {
  const refused = (status: number): Answer => [status, state];
  const isPending = state.status === "Pending Approval";
  if (action.kind === "cancel") {
    if (state.status === "Rejected") return refused(409);
    const steps = state.steps.map((step) => (step === "open" ? "dropped" : step));
    return [200, { ...state, status: "Canceled", steps }];
  }
  if (action.kind === "send") {
    const { line } = action;
    const [was, is] = [totalOf(state), totalOf({ lines: [line] })];
    const bypasses = state.steps.some(
      (step, at) => is > was && isNeeded(at, is) && !isNeeded(at, was) && step !== "done",
    );
    const isRemoved = state.removed?.includes(line.name) === true;
    if (isPending || state.status === "Rejected" || isRemoved || bypasses) return refused(409);
    if (line.quantity > (state.most?.[line.name] ?? line.quantity)) return refused(409);
    return [200, { ...state, lines: [line], po: state.isPoSet ? state.po : SENT_PO }];
  }
  const current = isPending ? state.steps.indexOf("open") : -1;
  const hasApproved = state.approvedBy.includes(action.by);
  if (action.kind === "approve") {
    if (hasApproved) return refused(409);
    if (!isPending) return refused(400);
    if (current !== action.by) return refused(403);
    if (action.total !== undefined && action.total !== totalOf(state)) return refused(400);
    const steps = state.steps.with(current, "done");
    return [200, settled({ ...state, steps, approvedBy: [...state.approvedBy, action.by] })];
  }
  if (action.kind === "remove") {
    if (!isPending) return refused(400);
    const lines = state.lines.filter(({ name }) => name !== action.line);
    if (lines.length === state.lines.length || lines.length === 0) return refused(400);
    const removed = [...(state.removed ?? []), action.line].toSorted();
    return [200, { ...reconsidered(state, lines, false), removed }];
  }
  if (!isPending) return refused(400);
  if (hasApproved) return refused(409);
  if (current !== action.by) return refused(403);
  if (action.kind === "reject") {
    const steps = state.steps.map((step, at): StepState => {
      if (step !== "open") return step;
      return at === current ? "rejected" : "dropped";
    });
    return [200, { ...state, status: "Rejected", steps }];
  }
  if (action.kind === "fields") {
    if (state.po === action.po) return refused(400);
    return [200, { ...reconsidered(state, state.lines, again), po: action.po, isPoSet: true }];
  }
  const line = state.lines.find(({ name }) => name === action.line);
  if (!line) return refused(404);
  if (action.to >= line.quantity) return refused(400);
  const lines = state.lines.map((each) => (each === line ? { ...line, quantity: action.to } : each));
  const most = { ...state.most, [line.name]: action.to };
  return [200, { ...reconsidered(state, lines, again), most }];
};
const SENT_PO = "PO-9";

const orders = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));

const random = (below: number): number => Math.floor(Math.random() * below);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const drawLines = (): Line[] =>
  ["A", "B", "C"].slice(0, 2 + random(2)).map((name, at) => ({
    ...{ name, quantity: 1 + random(5) },
    each: at === 2 ? -pick([30_00, 120_50]) : pick([15_25, 60_00, 140_10, 260_00]),
  }));

/** The sender repeats one of the items that it has ordered, with another quantity. */
const drawAction = (state: State, ordered: readonly Line[]): Action => {
  const by = random(LIMITS.length);
  const chance = Math.random();
  if (chance < 0.3) return { kind: "approve", by, total: pick([undefined, totalOf(state)]) };
  if (chance < 0.36) return { kind: "reject", by };
  if (chance < 0.76)
    return { kind: "reduce", by: pick([by, 0]), line: pick(["A", "B", "C"]), to: 1 + random(4) };
  if (chance < 0.84) return { kind: "remove", by, line: pick(["A", "B", "C"]) };
  if (chance < 0.92) return { kind: "send", line: { ...pick(ordered.slice(0, 2)), quantity: 1 + random(5) } };
  return chance < 0.97
    ? { kind: "fields", by: pick([by, 0]), po: pick(["PO-1", "PO-2"]) }
    : { kind: "cancel" };
};

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const openCompany = async (again: boolean) => {
  const company = await setUpApprovalCompany(testServer);
  const admin = await company.person({ admin: true });
  const approvers: Awaited<ReturnType<typeof company.person>>[] = [];
  for (const limit of LIMITS) {
    const roleId = await company.role();
    await company.rule({ roleId, limit: limit / 100 });
    approvers.push(await company.person({ roleId }));
  }
  await testServer.call(updateReminderSettings, {
    token: admin.token,
    body: { after_change: again ? "again" : "keep", changeable_fields: ["po_number"] },
  });
  return { ...company, approvers, again };
};
type Company = Awaited<ReturnType<typeof openCompany>>;

const dollars = (cents: number): string => (cents / 100).toFixed(2);

const lineOf = ({ name, quantity, each }: Line) => {
  const tax = Math.trunc(each / 10);
  return {
    ...{ product: name, sku: name, text: name, quantity, base_unit_price_value: dollars(each - tax) },
    tax_amount: dollars(tax * quantity),
  };
};

const place = async (company: Company, lines: readonly Line[]) => {
  const order = await company.order("0", { fields: { po_number: "PO-0" }, lines: lines.map(lineOf) });
  const rows = await testServer.sql<{ id: number; sku: string }>(
    "select id, sku from order_lines where order_id = $1",
    [order.id],
  );
  return { ...order, lineOf: (name: string) => Number(rows.find(({ sku }) => sku === name)?.id ?? 0) };
};

const send = async (company: Company, order: Awaited<ReturnType<typeof place>>, action: Action) => {
  const { identifier } = order;
  const token = "by" in action ? (company.approvers[action.by]?.token ?? "") : "";
  const answer = await (() => {
    switch (action.kind) {
      case "approve": {
        const query = action.total === undefined ? {} : { total: dollars(action.total) };
        return testServer.call(approveOrder, { token, params: { identifier }, query });
      }
      case "reject":
        return company.reject(token, identifier);
      case "remove":
        return company.remove(token, identifier, action.line);
      case "reduce":
        return company.changeLine(token, identifier, order.lineOf(action.line), action.to);
      case "fields":
        return company.changeFields(token, identifier, { po_number: action.po });
      case "send":
        return testServer.call(upsertOrder, {
          params: { slug: company.slug, identifier },
          headers: company.headers,
          body: {
            ...{ ecommerce_username: company.site.shopUser, po_number: SENT_PO },
            lines: [lineOf(action.line)],
          } as never,
        });
      case "cancel":
        return testServer.call(updateOrderProgress, {
          params: { slug: company.slug, identifier },
          headers: company.headers,
          body: { status: "Canceled" },
        });
    }
  })();
  return answer.status;
};

/** What the order is now, in the words of the model; that it has a history of each change; and that no sum is wrong. */
const stateOf = async (company: Company, orderId: number): Promise<State> => {
  const [row] = await testServer.sql<{
    status: number;
    po_number: string;
    total: string;
    subtotal: string;
    lines: { name: string; quantity: number; total: string; taxless: string }[];
    steps: { limit: number; state: StepState }[] | null;
    approved: number[];
  }>(
    `select status, po_number, total, subtotal,
       (select json_agg(json_build_object('name', sku, 'quantity', quantity, 'total', line_total::text,
          'taxless', taxless_price::text) order by sku)
        from order_lines where order_id = orders.id) as lines,
       (select json_agg(json_build_object('limit', limit_amount, 'state', state)) from order_steps
        where order_id = orders.id) as steps,
       array(select user_id from order_approvals where order_id = orders.id order by approved_at) as approved
     from orders where id = $1`,
    [orderId],
  );
  if (!row) throw new Error("The order is gone.");
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const sum = (amounts: string[]) => amounts.reduce((all, one) => all + cents(one), 0);
  expect(cents(row.total)).toBe(sum(row.lines.map(({ total }) => total)));
  expect(cents(row.subtotal)).toBe(sum(row.lines.map(({ taxless }) => taxless)));
  const statuses = { 1: "Accepted", 2: "Pending Approval", 7: "Canceled", 8: "Rejected" } as const;
  return {
    status: statuses[row.status as keyof typeof statuses],
    lines: row.lines.map(({ name, quantity, total }) => ({ name, quantity, each: cents(total) / quantity })),
    steps: LIMITS.map((limit) => {
      const states = (row.steps ?? []).filter((step) => step.limit * 100 === limit).map(({ state }) => state);
      return states.find((state) => state !== "dropped") ?? (states.length > 0 ? "dropped" : "none");
    }),
    approvedBy: row.approved.map((id) => company.approvers.findIndex((person) => person.id === Number(id))),
    po: row.po_number,
  };
};

/** What the tables show of a state. */
const shown = ({ removed: _removed, most: _most, isPoSet: _isPoSet, ...state }: State): State => state;

const CASES = volume(60, 1_000);
const AT_ONCE = 4;

test("changes, approvals, rejections, removals, cancelations and what the sender repeats at once are some order of them (EDIT-001, EDIT-003, EDIT-004)", {
  timeout: 3_600_000,
}, async ({ task }) => {
  const companies = [await openCompany(false), await openCompany(true)];
  const met = new Set<string>();
  let started = 0;
  const run = async (): Promise<void> => {
    while (started < CASES) {
      const company = companies[started++ % 2] as Company;
      const lines = drawLines();
      const order = await place(company, lines);
      let before: State = await stateOf(company, order.id);
      // Three rounds: each begins with whatever the one before has left.
      for (let round = 0; round < 3; round++) {
        const actions = Array.from({ length: 2 + random(3) }, () => drawAction(before, lines));
        const statuses = await Promise.all(actions.map((action) => send(company, order, action)));
        const sent = actions
          .map((action, at) => ({ action, status: statuses[at] ?? 0 }))
          .filter(({ status }) => status !== 429);
        for (const { action, status } of sent) met.add(`${action.kind} ${status}`);
        const found = await stateOf(company, order.id);
        const results = orders(sent).flatMap((sequence) => {
          let state = before;
          for (const { action, status } of sequence) {
            const [answer, after] = applied(state, action, company.again);
            if (answer !== status) return [];
            state = after;
          }
          return [state];
        });
        const story = JSON.stringify({ again: company.again, before, sent, found });
        expect(results.map(shown), story).toContainEqual(found);
        // Where orders of the actions differ in what no table shows, nothing more can be said about this order.
        const same = results.filter((state) => isDeepStrictEqual(shown(state), found));
        if (same.some((state) => !isDeepStrictEqual(state, same[0]))) break;
        before = same[0] as State;
      }
      countCases(task);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  expect([...met]).toEqual(
    expect.arrayContaining([
      "approve 200",
      "reduce 200",
      "reduce 400",
      "reduce 403",
      "fields 200",
      "remove 200",
      "send 200",
      "send 409",
    ]),
  );
});
