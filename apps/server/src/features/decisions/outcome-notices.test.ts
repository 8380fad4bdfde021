import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

/** An approver, and a user who places orders; both see the site. */
const openTestCompany = async () => {
  const company = await setUpApprovalCompany(testServer);
  const roleId = await company.role("Site");
  const finance = await company.role("Finance");
  await company.rule({ roleId, limit: 0 });
  await company.rule({ roleId: finance, limit: 500 });
  return {
    ...company,
    sam: await company.person({ roleId, firstName: "Sam", lastName: "Site" }),
    fay: await company.person({ roleId: finance, firstName: "Fay", lastName: "Finance" }),
    placer: await company.person({ firstName: "Zoë", lastName: `Weiß ${company.slug}` }),
  };
};

/** The e-mails of the company that were sent to these users, after everything is sent. */
const mailTo = async ({ companyId }: ApprovalCompany, ...people: { email: string }[]) => {
  await eventually(async () => {
    const open = `select 1 from messages where company_id = $1 and state = 'waiting'
      union all select 1 from order_steps where company_id = $1 and is_current and notified_at is null`;
    expect(await testServer.sql(open, [companyId])).toEqual([]);
  });
  return mail.received.filter(({ to }) => people.some(({ email }) => email === to));
};

const PHONE = "+14325550117";
const enableTexts = ({ id }: { id: number }) =>
  testServer.sql("update users set enable_text_messages = true, phone = $2 where id = $1", [id, PHONE]);

/** The text messages to this phone about an order. */
const textsAbout = async (identifier: string) =>
  (await latestMessages(testServer.services, 1_000))
    .filter(({ channel, recipient }) => channel === "text" && recipient === PHONE)
    .map(({ body }) => body)
    .filter((body) => body.includes(`${identifier} `));

const subjectOf = ({ shown }: { shown: string }) => /^Subject: (.*)$/m.exec(shown)?.[1];

describe("the person who placed an order", () => {
  test("is notified of a rejection, with the whole note (TOLD-002)", async () => {
    const testCompany = await openTestCompany();
    const note = `Use the yard's own pumps. ${"They are as good. ".repeat(20)}Ask Dana.`;
    await enableTexts(testCompany.placer);
    const { identifier } = await testCompany.order("1234.50", { creator: testCompany.placer.username });
    expect((await testCompany.reject(testCompany.sam.token, identifier, note)).status).toBe(200);
    const [message, ...more] = await mailTo(testCompany, testCompany.placer);
    expect(more).toEqual([]);
    expect(subjectOf(message as never)).toBe(`Order ${identifier} for $1,234.50 was rejected`);
    expect(message?.shown).toContain(`Sam Site rejected it. Note: ${note}`);
    expect(message?.shown).toContain("Total: $1,234.50");
    expect(message?.shown).toContain(`http://portal.test/?next=%2Forders%2F${identifier}`);
    expect(await textsAbout(identifier)).toEqual([
      `Order ${identifier} for $1,234.50 (${testCompany.site.name}) was rejected: http://portal.test/?next=%2Forders%2F${identifier}`,
    ]);
  });

  test("is notified of the last approval, not of earlier ones, and once (TOLD-002)", async () => {
    const testCompany = await openTestCompany();
    await enableTexts(testCompany.placer);
    const { identifier } = await testCompany.order("600.00", {
      fields: { ordered_by: testCompany.placer.email.toUpperCase() },
    });
    await testCompany.approve(testCompany.sam.token, identifier);
    expect(await mailTo(testCompany, testCompany.placer)).toEqual([]);
    await Promise.all(
      Array.from({ length: 4 }, () => testCompany.approve(testCompany.fay.token, identifier)),
    );
    const messages = await mailTo(testCompany, testCompany.placer);
    expect(messages.map(subjectOf)).toEqual([`Order ${identifier} for $600.00 is approved`]);
    expect(messages[0]?.shown).toContain("Fay Finance gave the last approval.");
    expect(await textsAbout(identifier)).toEqual([
      `Order ${identifier} for $600.00 (${testCompany.site.name}) is approved: http://portal.test/?next=%2Forders%2F${identifier}`,
    ]);
  });

  test("is notified when the removal of an item leaves nothing to approve (TOLD-002 partly)", async () => {
    const testCompany = await setUpApprovalCompany(testServer);
    const roleId = await testCompany.role("Finance");
    await testCompany.rule({ roleId, limit: 500 });
    const fay = await testCompany.person({ roleId, firstName: "Fay", lastName: "Finance" });
    const placer = await testCompany.person();
    const lines = ["P", "Q"].map((sku) => ({
      product: sku,
      sku,
      text: sku,
      quantity: 1,
      base_unit_price_value: "400.00",
    }));
    const { identifier } = await testCompany.order("0", { lines, creator: placer.username });
    expect((await testCompany.remove(fay.token, identifier, "Q")).status).toBe(200);
    const messages = await mailTo(testCompany, placer);
    expect(messages.map(subjectOf)).toEqual([`Order ${identifier} for $400.00 is approved`]);
    expect(messages[0]?.shown).toContain("Fay Finance removed an item");
  });

  test("gets one outcome when an approval and a rejection race (TOLD-002)", async () => {
    const testCompany = await openTestCompany();
    const other = await testCompany.person({ roleId: (await roleOf(testCompany.sam.id)) as number });
    for (let round = 0; round < 5; round++) {
      const { identifier } = await testCompany.order("10.00", { creator: testCompany.placer.username });
      const [approved, rejected] = await Promise.all([
        testCompany.approve(testCompany.sam.token, identifier),
        testCompany.reject(other.token, identifier, "No"),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 400]);
      const state = approved.status === 200 ? "is approved" : "was rejected";
      const about = (await mailTo(testCompany, testCompany.placer))
        .map(subjectOf)
        .filter((one) => one?.includes(identifier));
      expect(about).toEqual([`Order ${identifier} for $10.00 ${state}`]);
    }
  });

  test("is found by the full name; a namesake who can't see the order gets nothing (TOLD-002)", async () => {
    const testCompany = await openTestCompany();
    const name = { firstName: "Zoë", lastName: `Weiß ${testCompany.slug}` };
    const elsewhere = await testCompany.person({ ...name, sites: [await testCompany.addSite()] });
    const gone = await testCompany.person(name);
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    const fields = { requested_by: `  ZOË\u200b weiß ${testCompany.slug} ` };
    const { identifier } = await testCompany.order("10.00", { fields });
    await testCompany.reject(testCompany.sam.token, identifier);
    const messages = await mailTo(testCompany, testCompany.placer, elsewhere, gone);
    expect(messages.map(({ to }) => to)).toEqual([testCompany.placer.email]);
    expect(messages[0]?.shown).toContain("Sam Site rejected it without a note.");
  });

  test("is not written to when the order is canceled or needs no approval", async () => {
    const testCompany = await openTestCompany();
    const canceled = await testCompany.order("10.00", { creator: testCompany.placer.username });
    await testCompany.order("10.00", {
      identifier: canceled.identifier,
      creator: testCompany.placer.username,
      fields: { status: "Canceled" },
    });
    expect(await mailTo(testCompany, testCompany.placer)).toEqual([]);
  });
});

const roleOf = async (userId: number) =>
  (await testServer.sql<{ role_id: number }>("select role_id from users where id = $1", [userId]))[0]
    ?.role_id;
