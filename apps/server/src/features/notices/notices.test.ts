import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { sendBatch } from "../../testing/integration.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

let sweeps = 0;
/** Runs the job that looks for steps without an approver, until its end. */
const sweepUnassigned = async () => {
  const key = `sweep-${++sweeps}`;
  await testServer.services.jobs.requestJob("sweep-unassigned", {}, key);
  const done =
    "select 1 from pgboss.job where name = 'sweep-unassigned' and singleton_key = $1 and state = 'completed'";
  await eventually(async () => expect(await testServer.sql(done, [key])).toHaveLength(1));
};

/** After every notification of pending orders is written. */
const allNotified = ({ companyId }: ApprovalCompany) =>
  eventually(async () => {
    const unnotified =
      "select 1 from order_steps where company_id = $1 and is_current and notified_at is null";
    expect(await testServer.sql(unnotified, [companyId])).toEqual([]);
  });

const messagesOf = async ({ companyId }: ApprovalCompany) => {
  const rows = await testServer.sql<{ id: number }>("select id from messages where company_id = $1", [
    companyId,
  ]);
  const own = new Set(rows.map(({ id }) => id));
  return (await latestMessages(testServer.services, 1_000)).filter(({ id }) => own.has(id));
};
const recipients = async (approvalCompany: ApprovalCompany) =>
  (await messagesOf(approvalCompany)).map(({ recipient }) => recipient).sort();

const openTestCompany = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const [siteRole, finance] = [await approvalCompany.role("Site"), await approvalCompany.role("Finance")];
  await approvalCompany.rule({ roleId: siteRole, limit: 0 });
  await approvalCompany.rule({ roleId: finance, limit: 500 });
  return {
    ...approvalCompany,
    siteRole,
    finance,
    sam: await approvalCompany.person({ roleId: siteRole, firstName: "Sam", lastName: "Site" }),
    fay: await approvalCompany.person({ roleId: finance, firstName: "Fay", lastName: "Finance" }),
    admin: await approvalCompany.person({ admin: true }),
  };
};

describe("when a step opens", () => {
  test("the users who may act, and no others, get one e-mail with a link to the order", async () => {
    const testCompany = await openTestCompany();
    const elsewhere = await testCompany.addSite();
    await testCompany.person({ roleId: testCompany.siteRole, sites: [elsewhere] });
    const second = await testCompany.person({ roleId: testCompany.siteRole });
    const placer = await testCompany.person({ roleId: testCompany.siteRole });
    const { identifier } = await testCompany.order("1234.50", { creator: placer.username });
    await allNotified(testCompany);
    expect(await recipients(testCompany)).toEqual([testCompany.sam.email, second.email].sort());
    const notification = (await messagesOf(testCompany)).find(
      ({ recipient }) => recipient === testCompany.sam.email,
    );
    expect(notification).toMatchObject({
      channel: "email",
      subject: `Order ${identifier} for $1,234.50 needs your approval`,
    });
    expect(notification?.body).toContain(`http://portal.test/?next=%2Forders%2F${identifier}`);
    expect(notification?.body).toContain("$1,234.50");
    expect(notification?.body).toContain("Approval: Site. Needed for every order.");
  });

  test("a step that another process is just writing about does not hold up the others", async () => {
    const testCompany = await openTestCompany();
    const held = await testCompany.order("10.00");
    await testCompany.order("20.00");
    await allNotified(testCompany);
    const [open] = await testServer.sql<{ id: number }>("select id from orders where identifier = $1", [
      held.identifier,
    ]);
    const other = new pg.Client({ connectionString: testServer.url });
    await other.connect();
    try {
      // The weakest lock: what is not yet told can still be set, and nobody else can take the step.
      await other.query("begin");
      await other.query("select from mcc.order_steps where order_id = $1 for key share", [open?.id]);
      await testServer.sql("update order_steps set notified_at = null where company_id = $1", [
        testCompany.companyId,
      ]);
      await testServer.services.jobs.requestJob(
        "notify-approvers",
        { companyId: testCompany.companyId },
        "held",
      );
      const unnotified = `select identifier from orders join order_steps step on step.order_id = orders.id
        where step.company_id = $1 and step.notified_at is null`;
      await eventually(async () =>
        expect(await testServer.sql(unnotified, [testCompany.companyId])).toEqual([
          { identifier: held.identifier },
        ]),
      );
    } finally {
      await other.end();
    }
    await testServer.services.jobs.requestJob(
      "notify-approvers",
      { companyId: testCompany.companyId },
      "held",
    );
    await allNotified(testCompany);
  });

  test("a text message is sent to users who enabled it and have a phone", async () => {
    const testCompany = await openTestCompany();
    const [wants, hasNone, wantsNone] = [
      await testCompany.person({ roleId: testCompany.siteRole }),
      await testCompany.person({ roleId: testCompany.siteRole }),
      await testCompany.person({ roleId: testCompany.siteRole }),
    ];
    const set = (id: number, on: boolean, phone: string | null) =>
      testServer.sql("update users set enable_text_messages = $2, phone = $3 where id = $1", [id, on, phone]);
    await set(wants.id, true, "+14325550117");
    await set(hasNone.id, true, "");
    await set(wantsNone.id, false, "+14325550118");
    const { identifier } = await testCompany.order("10.00");
    await allNotified(testCompany);
    const texts = (await messagesOf(testCompany)).filter(({ channel }) => channel === "text");
    expect(texts.map(({ recipient }) => recipient)).toEqual(["+14325550117"]);
    expect(texts[0]?.body).toContain(`http://portal.test/?next=%2Forders%2F${identifier}`);
    expect(await recipients(testCompany)).toHaveLength(5);
  });

  test("the next approvers are notified once each when the previous step is approved", async () => {
    const testCompany = await openTestCompany();
    const { identifier } = await testCompany.order("600.00");
    await allNotified(testCompany);
    expect(await recipients(testCompany)).toEqual([testCompany.sam.email]);
    await testCompany.approve(testCompany.sam.token, identifier);
    await allNotified(testCompany);
    expect(await recipients(testCompany)).toEqual([testCompany.fay.email, testCompany.sam.email].sort());
    await testCompany.approve(testCompany.fay.token, identifier);
    await allNotified(testCompany);
    expect(await recipients(testCompany)).toHaveLength(2);
  });

  test("no user is notified twice, however often the job runs", async () => {
    const testCompany = await openTestCompany();
    await testCompany.order("10.00");
    await allNotified(testCompany);
    for (let n = 0; n < 3; n++) {
      await testServer.sql("update order_steps set notified_at = null where company_id = $1", [
        testCompany.companyId,
      ]);
      await testServer.services.jobs.requestJob(
        "notify-approvers",
        { companyId: testCompany.companyId },
        `again-${testCompany.companyId}-${n}`,
      );
      await testServer.services.jobs.requestJob(
        "notify-approvers",
        { companyId: testCompany.companyId },
        `more-${testCompany.companyId}-${n}`,
      );
      await allNotified(testCompany);
    }
    expect(await recipients(testCompany)).toEqual([testCompany.sam.email]);
  });

  test("a notification whose job request was lost is found by the sweep", async () => {
    const testCompany = await openTestCompany();
    await testCompany.order("10.00");
    await allNotified(testCompany);
    await testServer.sql("delete from messages where company_id = $1", [testCompany.companyId]);
    await testServer.sql("update order_steps set notified_at = null where company_id = $1", [
      testCompany.companyId,
    ]);
    await testServer.services.jobs.requestJob("sweep-approvers", {}, "now");
    await allNotified(testCompany);
    expect(await recipients(testCompany)).toEqual([testCompany.sam.email]);
  });

  test("approvers are notified about every one of many orders, most of them in one message (ABUS-010 partly)", async () => {
    const testCompany = await openTestCompany();
    const lines = Array.from({ length: 130 }, (_, n) => ({
      identifier: `many-${testCompany.slug}-${n}`,
      ecommerce_username: testCompany.site.shopUser,
      lines: [{ text: "Nut", base_unit_price_value: "1.00" }],
    }));
    const { results } = await sendBatch(testServer, testCompany.slug, testCompany.headers, lines);
    expect(results.every(({ status }) => status === 200)).toBe(true);
    await allNotified(testCompany);
    expect(await messagesOf(testCompany)).toHaveLength(20);
    const [written] = await testServer.sql(
      `select count(*)::int as messages, count(distinct subject)::int as subjects,
         count(*) filter (where state = 'held')::int as held
       from messages where company_id = $1 and topic = 'approvals'`,
      [testCompany.companyId],
    );
    expect(written).toEqual({ messages: 130, subjects: 130, held: 110 });
    await testServer.sql("update recent_messages set held_until = now() where held_until is not null");
    await testServer.services.jobs.requestJob("sweep-messages", {}, crypto.randomUUID());
    await eventually(async () => expect(await messagesOf(testCompany)).toHaveLength(21));
    const gathered = (await messagesOf(testCompany)).find(({ subject }) => subject.startsWith("110 "));
    expect(gathered?.subject).toBe("110 more messages about approvals");
    expect(gathered?.body).toContain("And 60 others.");
  });
});

describe("when no one can decide about a step", () => {
  const adminMessages = async (testCompany: ApprovalCompany) =>
    (await messagesOf(testCompany)).map(({ recipient, subject }) => ({ recipient, subject }));

  test("every company admin is notified once, also one who may not decide (TOLD-003)", async () => {
    const testCompany = await openTestCompany();
    const placer = await testCompany.person({ admin: true });
    await testServer.sql("update users set role_id = null where id = $1", [testCompany.sam.id]);
    const { identifier } = await testCompany.order("10.00", { creator: placer.username });
    await allNotified(testCompany);
    for (let n = 0; n < 2; n++) await sweepUnassigned();
    const subject = `Order ${identifier} for $10.00 has no approver`;
    const expected = [testCompany.admin, placer].map(({ email }) => ({ recipient: email, subject }));
    expect((await adminMessages(testCompany)).sort((a, b) => (a.recipient < b.recipient ? -1 : 1))).toEqual(
      expected.sort((a, b) => (a.recipient < b.recipient ? -1 : 1)),
    );
    const bodyTo = async ({ email }: { email: string }) =>
      (await messagesOf(testCompany)).find(({ recipient }) => recipient === email)?.body;
    expect(await bodyTo(testCompany.admin)).toContain("you can approve or reject it yourself");
    expect(await bodyTo(placer)).toContain("you can't decide about it");
    expect(await bodyTo(testCompany.admin)).toContain(`http://portal.test/?next=%2Forders%2F${identifier}`);
  });

  test("and no admin while someone is eligible (TOLD-003)", async () => {
    const testCompany = await openTestCompany();
    await testCompany.order("10.00");
    await allNotified(testCompany);
    await sweepUnassigned();
    expect(await recipients(testCompany)).toEqual([testCompany.sam.email]);
  });

  test("admins get one message about the orders that lost their last approver, once per step (TOLD-003)", async () => {
    const testCompany = await openTestCompany();
    const [first, second] = [await testCompany.order("10.00"), await testCompany.order("20.00")];
    await allNotified(testCompany);
    await testServer.sql("delete from site_users where user_id = $1", [testCompany.sam.id]);
    for (let n = 0; n < 2; n++) await sweepUnassigned();
    const toAdmin = (await messagesOf(testCompany)).filter(
      ({ recipient }) => recipient === testCompany.admin.email,
    );
    expect(toAdmin.map(({ subject }) => subject)).toEqual(["2 pending orders have no approver"]);
    expect(toAdmin[0]?.body).toContain(`Orders: ${first.identifier}, ${second.identifier}`);
    expect(toAdmin[0]?.body).toContain("http://portal.test/?next=%2Fpending-approvals");
  });
});

describe("names in messages", () => {
  const HOSTILE =
    "Pump House\r\n\r\nPay here:\u2028https://evil.test/pay\n\u202eBcc: all@evil.test www.evil.test evil.test/pay";

  test("are one line of bounded text, without a link, in subject and body, by e-mail and as text", async () => {
    const approvalCompany = await setUpApprovalCompany(testServer);
    const roleId = await approvalCompany.role(HOSTILE);
    await approvalCompany.rule({ roleId, limit: 0 });
    const { id } = await approvalCompany.person({ roleId, firstName: HOSTILE, lastName: "x".repeat(200) });
    await testServer.sql(
      "update users set enable_text_messages = true, phone = '+14325550117' where id = $1",
      [id],
    );
    const site = await approvalCompany.addSite({ name: HOSTILE });
    await approvalCompany.assign(id, site.id);
    const identifier = `https://evil.test/${"y".repeat(100)}`;
    const fields = { ordered_by: `${HOSTILE} ${"z".repeat(120)}` };
    const lines = [{ product: "P", text: HOSTILE, sku: "P", quantity: 1, base_unit_price_value: "10.00" }];
    await approvalCompany.order("10.00", { site, fields, identifier, lines });
    await allNotified(approvalCompany);
    const messages = await messagesOf(approvalCompany);
    expect(messages.map(({ channel }) => channel).sort()).toEqual(["email", "text"]);
    for (const { subject, body, channel } of messages) {
      expect(subject).not.toMatch(/[\r\n\u2028\u202e]/);
      expect(subject.length).toBeLessThan(200);
      expect(body).not.toMatch(/[\r\u2028\u202e]/);
      const links = `${subject} ${body}`.match(/\b(?:https?:\/\/|www\.|\w+\.test\/)\S+/g);
      const order = `http://portal.test/?next=%2Forders%2F${encodeURIComponent(encodeURIComponent(identifier))}`;
      const decision = (what: string) =>
        expect.stringMatching(new RegExp(`^http://portal\\.test/decide/[\\w-]{43}\\?decision=${what}$`));
      expect(links).toEqual(
        channel === "email"
          ? [decision("approve"), decision("reject"), order, "http://portal.test/?next=%2Fprofile"]
          : [order],
      );
      // The lines of the e-mail are ours: text typed by users adds none.
      expect(body.split("\n")).toHaveLength(channel === "email" ? 25 : 1);
      for (const line of body.split("\n").filter((said) => !said.startsWith("http://portal.test/"))) {
        expect(line.length, line).toBeLessThan(channel === "email" ? 250 : 600);
      }
    }
  });
});
