import { setTimeout as wait } from "node:timers/promises";
import {
  createApprovalRule,
  deleteApprovalRule,
  updateApprovalRule,
} from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { approveOrders } from "@mcc/contract/decisions/decisions.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovers } from "../../testing/approval-actors.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { type ApprovalAction, expectConsistent } from "../../testing/approval-consistency.ts";
import { countCases, volume } from "../../testing/battery.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
type Actors = Awaited<ReturnType<typeof setUpApprovers>>;

beforeAll(async () => {
  testServer = await startTestServer();
});

const LEAST_ROUNDS = volume(60, 200);
/** Until every answer was met. */
const MOST_ROUNDS = 2_000 + LEAST_ROUNDS;
const AT_ONCE = 4;
const MET = [
  ...["approve 200", "approve 400", "approve 403", "approve 409"],
  ...["reject 200", "reject 400", "remove 200", "remove 400"],
];

test("concurrent approvals, rejections, removals and rule edits leave every order consistent (APPR-053, APPR-054, APPR-055)", async ({
  task,
}) => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const actors = await setUpApprovers(testServer, approvalCompany);
  const actions: ApprovalAction[] = [];
  const seen = new Set<string>();
  let started = 0;
  const isEnough = () =>
    started >= LEAST_ROUNDS && (MET.every((one) => seen.has(one)) || started >= MOST_ROUNDS);
  const run = async (): Promise<void> => {
    while (!isEnough()) {
      const round = started++;
      const { identifier } = await actors.placeOrder();
      const drawn = actors.drawActions(identifier);
      countCases(task);
      const edits =
        round % 10 === 0 ? [editRules(approvalCompany, actors.admin.token), editTheirs(actors)] : [];
      const answers = await Promise.all([
        ...drawn.map(async (action) => actors.act(testServer.address, action)),
        ...edits,
      ]);
      const given = answers.filter((answer) => answer !== undefined);
      actions.push(...given);
      for (const { kind, status } of given) seen.add(`${kind} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  await expectConsistent(testServer, approvalCompany.companyId, actions);
  expect([...seen]).toEqual(expect.arrayContaining(MET));
});

/** A machine that is too busy for it answers 429 after a while, and is asked again. */
const untilAnswered: TestServer["call"] = async (endpoint, request) => {
  for (;;) {
    const answer = await testServer.call(endpoint, request);
    if (answer.status !== 429) return answer;
    await wait(Number(answer.headers.get("retry-after")) * 1000);
  }
};

/** An unrelated rule is created, changed and deleted. */
const editRules = async ({ role }: ApprovalCompany, token: string): Promise<undefined> => {
  const { status, body } = await untilAnswered(createApprovalRule, {
    token,
    body: { limit: 9_000, role: await role() },
  });
  expect(status).toBe(200);
  await untilAnswered(updateApprovalRule, { token, params: { id: body.id }, body: { limit: 150 } });
  const gone = await untilAnswered(deleteApprovalRule, { token, params: { id: body.id } });
  // An order may have arrived in between and be pending for it: then the rule still exists.
  expect([200, 409]).toContain(gone.status);
  const after = await untilAnswered(updateApprovalRule, {
    token,
    params: { id: body.id },
    body: { limit: 1_000_000 },
  });
  expect(after.status).toBe(gone.status === 200 ? 404 : 200);
  return undefined;
};

/** Changes the rules of the racing orders: a blanket approver is removed briefly, a limit changes, a user changes role. */
const editTheirs = async ({ rules, admin, approvers }: Actors): Promise<undefined> => {
  for (const [id, limit] of [
    [rules.blanket, 10_000],
    [rules.third, 700],
    [rules.blanket, -1],
    [rules.third, 800],
  ] as const) {
    const { status } = await untilAnswered(updateApprovalRule, {
      token: admin.token,
      params: { id },
      body: { limit },
    });
    expect(status).toBe(200);
  }
  const [, one, two] = approvers;
  await testServer.sql(
    `update users set role_id = (select role_id from users other where other.id = $1 + $2 - users.id)
     where id in ($1, $2)`,
    [one?.id, two?.id],
  );
  return undefined;
};

test("of two approvers racing on one step exactly one succeeds, and the other gets the reason (APPR-053)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const [first, second] = [await approvalCompany.role(), await approvalCompany.role()];
  await approvalCompany.rule({ roleId: first, limit: 0 });
  await approvalCompany.rule({ roleId: second, limit: 100 });
  const people = [
    await approvalCompany.person({ roleId: first }),
    await approvalCompany.person({ roleId: first }),
  ];
  for (let round = 0; round < 10; round++) {
    for (const [total, late] of [
      ["50.00", 400],
      ["150.00", 403],
    ] as const) {
      const { identifier } = await approvalCompany.order(total);
      const answers = await Promise.all(
        people.map(({ token }) => approvalCompany.approve(token, identifier)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, late]);
    }
  }
});

test("of a principal, two deputies and a bulk approval racing on one step exactly one succeeds (DELE-008)", async () => {
  const company = await setUpApprovalCompany(testServer);
  const [first, second] = [await company.role(), await company.role()];
  await company.rule({ roleId: first, limit: 0 });
  await company.rule({ roleId: second, limit: 100 });
  const principal = await company.person({ roleId: first });
  const deputies = [await company.person(), await company.person(), await company.person()] as const;
  for (const { id } of deputies) await addDelegation(testServer, company.companyId, principal.id, id);
  for (let round = 0; round < 12; round++) {
    const total = round % 2 === 0 ? "50.00" : "150.00";
    const { identifier, id } = await company.order(total);
    const bulk = async (token: string) => {
      const { body } = await testServer.call(approveOrders, {
        token,
        body: { orders: [{ identifier, total }] },
      });
      const result = body.results[0]?.result;
      return { status: result === "approved" || result === "recorded" ? 200 : 400 };
    };
    const answers = await Promise.all([
      company.approve(principal.token, identifier),
      company.approve(deputies[0].token, identifier),
      company.reject(deputies[1].token, identifier, "no"),
      bulk(deputies[2].token),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 403]).toContain(status);
    const [step] = await testServer.sql<{ acted_by_id: number; principal_id: number | null }>(
      "select acted_by_id, principal_id from order_steps where order_id = $1 and position = 1",
      [id],
    );
    expect(Number(step?.principal_id ?? step?.acted_by_id)).toBe(principal.id);
    const decided = `select user_id from order_approvals where order_id = $1
      union all select user_id from order_rejections where order_id = $1`;
    expect(await testServer.sql(decided, [id])).toEqual([{ user_id: step?.acted_by_id }]);
  }
});

test("of a final approval and a rejection exactly one happens (APPR-054)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role();
  await approvalCompany.rule({ roleId, limit: 0 });
  const [yes, no] = [await approvalCompany.person({ roleId }), await approvalCompany.person({ roleId })];
  for (let round = 0; round < 20; round++) {
    const { identifier } = await approvalCompany.order("50.00");
    const both = [
      () => approvalCompany.approve(yes.token, identifier),
      () => approvalCompany.reject(no.token, identifier, "no"),
    ];
    if (round % 2 === 0) both.reverse();
    const answers = await Promise.all(both.map((one) => one()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const outcome = answers.find(({ status }) => status === 200)?.body.status ?? "";
    expect(["Accepted", "Rejected"]).toContain(outcome);
    const { body } = await testServer.call(findOrder, { token: yes.token, params: { identifier } });
    expect([body.status, body.rejected_by.length, body.approved_by.length]).toEqual(
      outcome === "Accepted" ? ["Accepted", 0, 1] : ["Rejected", 1, 0],
    );
  }
});

test("one user in twenty windows approves once (APPR-042)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const [first, second] = [await approvalCompany.role(), await approvalCompany.role()];
  await approvalCompany.rule({ roleId: first, limit: 0 });
  await approvalCompany.rule({ roleId: second, limit: 1 });
  const { token } = await approvalCompany.person({ roleId: first });
  const { identifier, id } = await approvalCompany.order("50.00");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => approvalCompany.approve(token, identifier)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await testServer.sql("select 1 from order_approvals where order_id = $1", [id])).toHaveLength(1);
});

/** Lets the insert of an approval fail this many times with this code. */
const failApprovals = async (times: number, code: string) => {
  await testServer.sql(`create sequence mcc.failures`);
  await testServer.sql(`
    create function mcc.fail_approval() returns trigger language plpgsql security definer as $$
    begin
      if nextval('mcc.failures') <= ${times} then raise exception 'not now' using errcode = '${code}'; end if;
      return new;
    end $$`);
  await testServer.sql(
    "create trigger fail_approval before insert on mcc.order_approvals for each row execute function mcc.fail_approval()",
  );
  return async () => {
    await testServer.sql("drop function mcc.fail_approval cascade");
    await testServer.sql("drop sequence mcc.failures");
  };
};

test("an approval that PostgreSQL rolled back is repeated, and only once (APPR-055)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role();
  await approvalCompany.rule({ roleId, limit: 0 });
  const { token } = await approvalCompany.person({ roleId });
  const { identifier, id } = await approvalCompany.order("50.00");
  const mend = await failApprovals(2, "40P01");
  try {
    expect(await approvalCompany.approve(token, identifier)).toMatchObject({
      status: 200,
      body: { status: "Accepted" },
    });
  } finally {
    await mend();
  }
  expect(await testServer.sql("select 1 from order_approvals where order_id = $1", [id])).toHaveLength(1);
  expect(
    await testServer.sql("select 1 from events where payload->>'identifier' = $1", [identifier]),
  ).toHaveLength(1);
});

test("a failed approval leaves nothing behind, and the next one finds the order unchanged (APPR-055)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role();
  await approvalCompany.rule({ roleId, limit: 0 });
  const { token } = await approvalCompany.person({ roleId });
  const { identifier } = await approvalCompany.order("50.00");
  const { body: before } = await approvalCompany.look(token, identifier);
  const mend = await failApprovals(1, "22000");
  try {
    expect((await approvalCompany.approve(token, identifier)).status).toBe(500);
    expect((await approvalCompany.look(token, identifier)).body).toEqual(before);
    expect(await testServer.sql("select 1 from audit_entries where record_id = $1", [identifier])).toEqual(
      [],
    );
    expect((await approvalCompany.approve(token, identifier)).body.status).toBe("Accepted");
  } finally {
    await mend();
  }
});
