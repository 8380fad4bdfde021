import { beforeAll, describe, expect, test, vi } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

const PATIENCE = { timeout: 10_000, interval: 50 };

/** An approver, and a user who places orders; both see the site. */
const openDesk = async () => {
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
  await vi.waitFor(async () => {
    const open = `select 1 from messages where company_id = $1 and state = 'waiting'
      union all select 1 from order_steps where company_id = $1 and is_current and notified_at is null`;
    expect(await testServer.sql(open, [companyId])).toEqual([]);
  }, PATIENCE);
  return mail.received.filter(({ to }) => people.some(({ email }) => email === to));
};

const PHONE = "+14325550117";
const enableTexts = ({ id }: { id: number }) =>
  testServer.sql("update users set enable_text_messages = true, phone = $2 where id = $1", [id, PHONE]);

/** The text messages to this phone about an order. */
const textsAbout = async (identifier: string) =>
  (await latestMessages(testServer.platform, 1_000))
    .filter(({ channel, recipient }) => channel === "text" && recipient === PHONE)
    .map(({ body }) => body)
    .filter((body) => body.includes(`${identifier} `));

const subjectOf = ({ shown }: { shown: string }) => /^Subject: (.*)$/m.exec(shown)?.[1];

describe("the person who placed an order", () => {
  test("is notified of a rejection, with the whole note (TOLD-002)", async () => {
    const desk = await openDesk();
    const note = `Use the yard's own pumps. ${"They are as good. ".repeat(20)}Ask Dana.`;
    await enableTexts(desk.placer);
    const { identifier } = await desk.order("1234.50", { creator: desk.placer.username });
    expect((await desk.reject(desk.sam.token, identifier, note)).status).toBe(200);
    const [message, ...more] = await mailTo(desk, desk.placer);
    expect(more).toEqual([]);
    expect(subjectOf(message as never)).toBe(`Order ${identifier} for $1,234.50 was rejected`);
    expect(message?.shown).toContain(`Sam Site rejected it. Note: ${note}`);
    expect(message?.shown).toContain("Total: $1,234.50");
    expect(message?.shown).toContain(`http://portal.test/orders/${identifier}`);
    expect(await textsAbout(identifier)).toEqual([
      `Order ${identifier} for $1,234.50 (${desk.site.name}) was rejected: http://portal.test/orders/${identifier}`,
    ]);
  });

  test("is notified of the last approval, not of earlier ones, and once (TOLD-002)", async () => {
    const desk = await openDesk();
    await enableTexts(desk.placer);
    const { identifier } = await desk.order("600.00", {
      fields: { ordered_by: desk.placer.email.toUpperCase() },
    });
    await desk.approve(desk.sam.token, identifier);
    expect(await mailTo(desk, desk.placer)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => desk.approve(desk.fay.token, identifier)));
    const messages = await mailTo(desk, desk.placer);
    expect(messages.map(subjectOf)).toEqual([`Order ${identifier} for $600.00 is approved`]);
    expect(messages[0]?.shown).toContain("Fay Finance gave the last approval.");
    expect(await textsAbout(identifier)).toEqual([
      `Order ${identifier} for $600.00 (${desk.site.name}) is approved: http://portal.test/orders/${identifier}`,
    ]);
  });

  test("is notified when the removal of an item leaves nothing to approve (TOLD-002 partly)", async () => {
    const desk = await setUpApprovalCompany(testServer);
    const roleId = await desk.role("Finance");
    await desk.rule({ roleId, limit: 500 });
    const fay = await desk.person({ roleId, firstName: "Fay", lastName: "Finance" });
    const placer = await desk.person();
    const lines = ["P", "Q"].map((sku) => ({
      product: sku,
      sku,
      text: sku,
      quantity: 1,
      base_unit_price_value: "400.00",
    }));
    const { identifier } = await desk.order("0", { lines, creator: placer.username });
    expect((await desk.remove(fay.token, identifier, "Q")).status).toBe(200);
    const messages = await mailTo(desk, placer);
    expect(messages.map(subjectOf)).toEqual([`Order ${identifier} for $400.00 is approved`]);
    expect(messages[0]?.shown).toContain("Fay Finance removed an item");
  });

  test("gets one outcome when an approval and a rejection race (TOLD-002)", async () => {
    const desk = await openDesk();
    const other = await desk.person({ roleId: (await roleOf(desk.sam.id)) as number });
    for (let round = 0; round < 5; round++) {
      const { identifier } = await desk.order("10.00", { creator: desk.placer.username });
      const [approved, rejected] = await Promise.all([
        desk.approve(desk.sam.token, identifier),
        desk.reject(other.token, identifier, "No"),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 400]);
      const state = approved.status === 200 ? "is approved" : "was rejected";
      const about = (await mailTo(desk, desk.placer))
        .map(subjectOf)
        .filter((one) => one?.includes(identifier));
      expect(about).toEqual([`Order ${identifier} for $10.00 ${state}`]);
    }
  });

  test("is found by the full name; a namesake who can't see the order gets nothing (TOLD-002)", async () => {
    const desk = await openDesk();
    const name = { firstName: "Zoë", lastName: `Weiß ${desk.slug}` };
    const elsewhere = await desk.person({ ...name, sites: [await desk.addSite()] });
    const gone = await desk.person(name);
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    const fields = { requested_by: `  ZOË\u200b weiß ${desk.slug} ` };
    const { identifier } = await desk.order("10.00", { fields });
    await desk.reject(desk.sam.token, identifier);
    const messages = await mailTo(desk, desk.placer, elsewhere, gone);
    expect(messages.map(({ to }) => to)).toEqual([desk.placer.email]);
    expect(messages[0]?.shown).toContain("Sam Site rejected it without a note.");
  });

  test("is not written to when the order is canceled or needs no approval", async () => {
    const desk = await openDesk();
    const canceled = await desk.order("10.00", { creator: desk.placer.username });
    await desk.order("10.00", {
      identifier: canceled.identifier,
      creator: desk.placer.username,
      fields: { status: "Canceled" },
    });
    expect(await mailTo(desk, desk.placer)).toEqual([]);
  });
});

const roleOf = async (userId: number) =>
  (await testServer.sql<{ role_id: number }>("select role_id from users where id = $1", [userId]))[0]
    ?.role_id;
