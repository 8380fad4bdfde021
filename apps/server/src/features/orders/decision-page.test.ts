import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { changePassword } from "@mcc/contract/profile/profile.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBrowser, tokenSentTo } from "../../testing/decision-mail.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { PASSWORD } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

/** Two roles that approve one after the other: site managers every order, finance from $500. */
const openDesk = async ({ withoutSignIn = false } = {}) => {
  const company = await setUpApprovalCompany(testServer);
  const [siteRole, finance] = [await company.role("Site manager"), await company.role("Finance")];
  await company.rule({ roleId: siteRole, limit: 0 });
  await company.rule({ roleId: finance, limit: 500 });
  await testServer.sql(
    "update company_configurations set decide_without_sign_in = $2 where company_id = $1",
    [company.companyId, withoutSignIn],
  );
  const sam = await company.person({ roleId: siteRole, firstName: "Sam", lastName: "Site" });
  const pat = await company.person({ roleId: siteRole, firstName: "Pat", lastName: "Manager" });
  const admin = await company.person({ admin: true });
  return { ...company, siteRole, finance, sam, pat, admin };
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

/** An order that Sam has a message about, and Sam's browser with the page of the link. */
const openOrder = async (desk: Desk, total = "80.00", more: Parameters<ApprovalCompany["order"]>[1] = {}) => {
  const { identifier } = await desk.order(total, more);
  const token = await tokenSentTo(mail, desk.sam.email, identifier);
  return { identifier, token, browser: openBrowser(testServer, token) };
};
const openSignedIn = async (
  desk: Desk,
  ...order: Parameters<typeof openOrder> extends [Desk, ...infer R] ? R : never
) => {
  const opened = await openOrder(desk, ...order);
  expect(await opened.browser.signIn(desk.sam.token)).toBe(303);
  return opened;
};

const statusOf = async (desk: Desk, identifier: string) =>
  (await desk.look(desk.admin.token, identifier)).body.status;

const ENDED = "This link no longer works";

describe("the message", () => {
  test("states number, site, items, total, reason and who else can decide, with both decisions", async () => {
    const desk = await openDesk();
    const lines = Array.from({ length: 8 }, (_, at) => ({
      product: `P${at}`,
      text: `Valve ${at}`,
      sku: `P${at}`,
      quantity: 2,
      base_unit_price_value: "10.00",
    }));
    const { identifier } = await desk.order("160.00", { lines });
    const token = await tokenSentTo(mail, desk.sam.email, identifier);
    const { shown } = mail.received.find(({ shown }) => shown.includes(token)) as { shown: string };
    for (const words of [
      `Order ${identifier} for $160.00 needs your approval`,
      `Site: ${desk.site.name}`,
      "Total: $160.00",
      "Approval: Site manager. Needed for every order.",
      "Others asked: Pat Manager",
      "2 × Valve 0, $20.00",
      "and 2 more",
      `Approve:\nhttp://portal.test/decide/${token}?decision=approve`,
      `Reject:\nhttp://portal.test/decide/${token}?decision=reject`,
    ])
      expect(shown).toContain(words);
  });
});

describe("opening a link", () => {
  test("changes nothing, however often and by whomever, also without a body (DMAI-001)", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const { identifier, token } = await openOrder(desk);
    const before = await testServer.sql(
      "select to_jsonb(orders) as now from orders where company_id = $1 union all select to_jsonb(order_steps) from order_steps where company_id = $1 union all select to_jsonb(decision_links) from decision_links where company_id = $1",
      [desk.companyId],
    );
    for (const method of ["GET", "HEAD", "GET", "HEAD", "GET", "GET"]) {
      const { status } = await openBrowser(testServer, token).send(method);
      expect([method, status]).toEqual([method, 200]);
    }
    const opened = await Promise.all(Array.from({ length: 10 }, () => openBrowser(testServer, token).open()));
    expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(
      await testServer.sql(
        "select to_jsonb(orders) as now from orders where company_id = $1 union all select to_jsonb(order_steps) from order_steps where company_id = $1 union all select to_jsonb(decision_links) from decision_links where company_id = $1",
        [desk.companyId],
      ),
    ).toEqual(before);
    expect(await statusOf(desk, identifier)).toBe("Pending Approval");
    expect((await openBrowser(testServer, token).decide("approve")).status).toBe(200);
  });

  test("a scanner that posts the form without having kept the cookie, or from elsewhere, decides nothing", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const { identifier, token, browser } = await openOrder(desk);
    const { form = "" } = await browser.open();
    const scanner = openBrowser(testServer, token);
    const fields = { form, decision: "approve" };
    expect((await scanner.send("POST", fields)).status).toBe(403);
    expect((await scanner.send("POST", { decision: "approve" })).status).toBe(403);
    expect((await scanner.send("POST")).status).toBe(403);
    expect((await browser.send("POST", { ...fields, form: "" })).status).toBe(403);
    expect((await browser.send("POST", fields, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await browser.send("POST", fields, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect(await statusOf(desk, identifier)).toBe("Pending Approval");
    expect((await browser.send("POST", fields, { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect(await statusOf(desk, identifier)).toBe("Accepted");
  });
});

describe("a sign-in", () => {
  test("is needed first, and leads back to the decision (DMAI-003)", async () => {
    const desk = await openDesk();
    const { identifier, token, browser } = await openOrder(desk);
    const opened = await browser.open();
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toBe(`/decide/${token}/sign-in?decision=approve`);
    expect(opened.page).not.toContain(identifier);
    expect((await browser.send("POST", { decision: "approve" })).status).toBe(303);
    expect(await browser.signIn(desk.sam.token)).toBe(303);
    const page = await browser.open();
    expect(page.status).toBe(200);
    expect(page.page).toContain(`Order ${identifier} needs your approval`);
    expect((await browser.decide("approve")).page).toContain(`You approved order ${identifier}`);
    expect(await statusOf(desk, identifier)).toBe("Accepted");
  });

  test("of another user, or one that has ended, does not open the link", async () => {
    const desk = await openDesk();
    const { identifier, browser } = await openOrder(desk);
    expect(await browser.signIn(desk.pat.token)).toBe(404);
    expect(await browser.signIn((await openDesk()).sam.token)).toBe(404);
    expect(await browser.signIn(desk.sam.token)).toBe(303);
    const { form = "" } = await browser.open();
    await testServer.call(signOut, { token: desk.sam.token });
    expect((await browser.open()).status).toBe(303);
    expect((await browser.send("POST", { form, decision: "approve" })).status).toBe(303);
    expect(await statusOf(desk, identifier)).toBe("Pending Approval");
  });

  test("for one link opens no other", async () => {
    const desk = await openDesk();
    const [first, second] = [await openSignedIn(desk), await openOrder(desk)];
    second.browser.cookies.set("mcc-decision", first.browser.cookies.get("mcc-decision") ?? "");
    expect((await second.browser.open()).status).toBe(303);
  });

  test("is not needed where the company allows to decide without", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const { identifier, browser } = await openOrder(desk);
    expect((await browser.decide("reject", "Too many")).page).toContain(`You rejected order ${identifier}`);
    const { body } = await desk.look(desk.admin.token, identifier);
    expect(body).toMatchObject({
      status: "Rejected",
      rejected_by: [{ username: desk.sam.username, note: "Too many" }],
    });
  });
});

describe("a link", () => {
  test("is for one decision, by its user, about its order, step and total (DMAI-002 partly)", async () => {
    const desk = await openDesk();
    await desk.person({ roleId: desk.finance });
    const { identifier, browser } = await openSignedIn(desk, "700.00");
    const decided = await browser.decide("approve");
    expect(decided.page).toContain("The next step is Finance.");
    const { body } = await desk.look(desk.admin.token, identifier);
    expect(body.approved_by).toMatchObject([{ username: desk.sam.username }]);
    expect(body.current_required_approval).toEqual({ name: "Finance" });
    for (const answer of [await browser.open(), await browser.send("POST", { decision: "reject" })]) {
      expect(answer.status).toBe(404);
      expect(answer.page).toContain(ENDED);
    }
    expect(await statusOf(desk, identifier)).toBe("Pending Approval");
  });

  test("is stored as a hash only, and ends after 72 hours, with a password change and with its user (DMAI-002)", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const [expiring, changing, deleted] = [
      await openOrder(desk),
      await openOrder(desk),
      await openOrder(desk),
    ];
    const stored = await testServer.sql<{ row: string; hours: number }>(
      `select decision_links::text as row, extract(epoch from expires_at - now()) / 3600 as hours
       from decision_links where company_id = $1`,
      [desk.companyId],
    );
    for (const { row, hours } of stored) {
      expect(row).not.toContain(expiring.token);
      expect(Number(hours)).toBeGreaterThan(71.9);
      expect(Number(hours)).toBeLessThanOrEqual(72);
    }
    const { form = "" } = await expiring.browser.open();
    await testServer.sql(
      "update decision_links set expires_at = expires_at - interval '72 hours' where order_id = (select id from orders where company_id = $1 and identifier = $2)",
      [desk.companyId, expiring.identifier],
    );
    expect((await expiring.browser.send("POST", { form, decision: "approve" })).status).toBe(404);
    const openForm = (await changing.browser.open()).form ?? "";
    const { status } = await testServer.call(changePassword, {
      token: desk.sam.token,
      body: { current_password: PASSWORD, password: "Another-Horse-2" },
    });
    expect(status).toBe(200);
    expect((await changing.browser.send("POST", { form: openForm, decision: "approve" })).status).toBe(404);
    await testServer.sql(
      "update decision_links set password_digest = sha256(convert_to((select password_hash from users where id = $1), 'UTF8')) where user_id = $1",
      [desk.sam.id],
    );
    expect((await deleted.browser.open()).status).toBe(200);
    await testServer.sql("update users set deleted_at = now() where id = $1", [desk.sam.id]);
    expect((await deleted.browser.open()).status).toBe(404);
    for (const { identifier } of [expiring, changing, deleted])
      expect(await statusOf(desk, identifier)).toBe("Pending Approval");
  });

  test("that is wrong, has expired or was used answers the same, byte for byte", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const [used, expired] = [await openOrder(desk), await openOrder(desk)];
    await used.browser.decide("approve");
    await testServer.sql("update decision_links set expires_at = now() where token_hash = sha256($1)", [
      Buffer.from(expired.token),
    ]);
    const wrong = "x".repeat(43);
    const answers = await Promise.all(
      [used.token, expired.token, wrong, "short", "%00", "a".repeat(200)].map(async (token) => {
        const { status, page } = await openBrowser(testServer, token).open();
        return { status, page };
      }),
    );
    expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });

  test("decides nothing once the total has changed or the step is closed, and shows how the order stands (DMAI-004)", async () => {
    const desk = await openDesk();
    const lines = ["P1", "P2"].map((product) => ({
      product,
      text: product,
      sku: product,
      quantity: 1,
      base_unit_price_value: "40.00",
    }));
    const changed = await openSignedIn(desk, "80.00", { lines });
    const { form = "" } = await changed.browser.open();
    expect((await desk.remove(desk.pat.token, changed.identifier, "P2")).status).toBe(200);
    const refused = await changed.browser.send("POST", { form, decision: "approve" });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain("Its total has changed since the e-mail.");
    expect(refused.page).toContain("$40.00");
    expect(refused.page).not.toContain("<form");
    expect(await statusOf(desk, changed.identifier)).toBe("Pending Approval");

    const closed = await openSignedIn(desk);
    const open = await closed.browser.open();
    await desk.approve(desk.pat.token, closed.identifier);
    const late = await closed.browser.send("POST", { form: open.form ?? "", decision: "reject" });
    expect(late.status).toBe(409);
    expect(late.page).toContain("It is no longer pending: its status is Accepted.");
    expect(late.page).toContain("Approved by Pat Manager");
    expect(await statusOf(desk, closed.identifier)).toBe("Accepted");
    expect((await closed.browser.open()).status).toBe(200);
  });

  test("of a site that its user no longer sees, or of a user who may no longer decide, shows or decides nothing", async () => {
    const desk = await openDesk();
    const hidden = await openSignedIn(desk);
    await testServer.sql("delete from site_users where company_id = $1 and user_id = $2", [
      desk.companyId,
      desk.sam.id,
    ]);
    const answer = await hidden.browser.open();
    expect(answer.status).toBe(404);
    expect(answer.page).toContain(ENDED);
    await desk.assign(desk.sam.id, desk.site.id);
    const roleless = await openSignedIn(desk);
    const { form = "" } = await roleless.browser.open();
    await testServer.sql("update users set role_id = null where id = $1", [desk.sam.id]);
    const refused = await roleless.browser.send("POST", { form, decision: "approve" });
    expect([404, 409]).toContain(refused.status);
    expect(await statusOf(desk, roleless.identifier)).toBe("Pending Approval");
  });

  test("is not given for an order that its reader placed", async () => {
    const desk = await openDesk();
    const { identifier } = await desk.order("20.00", { creator: desk.sam.username });
    await tokenSentTo(mail, desk.pat.email, identifier);
    expect(mail.received.some(({ to, shown }) => to === desk.sam.email && shown.includes(identifier))).toBe(
      false,
    );
  });

  test("leaves an audit entry that names it", async () => {
    const desk = await openDesk();
    const { identifier, browser } = await openSignedIn(desk);
    await browser.decide("approve");
    const { body } = await testServer.call(auditList.page, { token: desk.admin.token, query: {} });
    const [entry] = (body as { results: Record<string, unknown>[] }).results.filter(
      ({ action, record_id }) => action === "order.approved" && record_id === identifier,
    );
    expect(entry).toMatchObject({ actor: "Sam Site", after: { via: "e-mail link", status: "Accepted" } });
  });
});

describe("at the same time", () => {
  test("a link used many times, and the portal beside it, give one decision each", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const twice = await openOrder(desk);
    const { form = "" } = await twice.browser.open();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        twice.browser.send("POST", { form, decision: at % 2 === 0 ? "approve" : "reject" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);

    for (let round = 0; round < 5; round++) {
      const { identifier, browser } = await openOrder(desk);
      const opened = await browser.open();
      const [byLink, byPortal] = await Promise.all([
        browser.send("POST", { form: opened.form ?? "", decision: "reject" }),
        desk.approve(desk.pat.token, identifier),
      ]);
      const won = [byLink.status === 200, byPortal.status === 200].filter(Boolean);
      expect(won).toHaveLength(1);
      expect(await statusOf(desk, identifier)).toBe(byLink.status === 200 ? "Rejected" : "Accepted");
      expect([200, 409]).toContain(byLink.status);
    }
  });
});

describe("the page", () => {
  test("needs no script of the portal, and is within the content security policy (DMAI-005 partly)", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const lines = [
      {
        product: "P",
        text: "<img src=x onerror=alert(1)>",
        sku: "P",
        quantity: 1,
        base_unit_price_value: "9.00",
      },
    ];
    const { browser } = await openOrder(desk, "9.00", { lines });
    const { page, headers } = await browser.open();
    expect(page).toContain("&#60;img src=x onerror=alert(1)&#62;");
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/local-time.js">',
    ]);
    expect(page).not.toMatch(/<[^>]* (on[a-z]+|style)=|<style|javascript:/);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self';.*form-action 'self'/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    const cookies = headers.getSetCookie();
    expect(cookies.every((cookie) => /HttpOnly; SameSite=Strict/.test(cookie))).toBe(true);
    expect(page.length).toBeLessThan(10_000);
  });

  test("says who decided in whose place, and warns of a likely duplicate", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const fay = await desk.person({ roleId: desk.finance });
    const dee = await desk.person({ firstName: "Dee", lastName: "Deputy" });
    await addDelegation(testServer, desk.companyId, desk.pat.id, dee.id);
    const lines = [{ product: "P", text: "Valve", sku: "P", quantity: 1, base_unit_price_value: "600.00" }];
    const first = await desk.order("600.00", { lines });
    const { identifier } = await desk.order("600.00", { lines });
    await vi.waitFor(
      async () => expect((await desk.look(desk.sam.token, identifier)).body.warnings).toHaveLength(1),
      { timeout: 30_000, interval: 50 },
    );
    expect((await desk.approve(dee.token, identifier)).status).toBe(200);
    const { page } = await openBrowser(testServer, await tokenSentTo(mail, fay.email, identifier)).open();
    expect(page).toContain("Approved by Dee Deputy for Pat Manager,");
    expect(page).toMatch(new RegExp(`<h2>Likely duplicate</h2><p>[^<]*\\b${first.identifier}\\b`));
    await testServer.sql(
      "update order_warnings set dismissed_at = now(), dismissed_by_name = 'Sam', dismissed_reason = 'Two jobs' where company_id = $1",
      [desk.companyId],
    );
    const again = await openBrowser(testServer, await tokenSentTo(mail, fay.email, identifier)).open();
    expect(again.page).not.toContain("Likely duplicate");
  });

  test("refuses a note that is too long or cannot be stored, and keeps it", async () => {
    const desk = await openDesk({ withoutSignIn: true });
    const { identifier, browser } = await openOrder(desk);
    for (const note of ["n".repeat(2_001), "a\u0000b"]) {
      const { status, page } = await browser.decide("reject", note);
      expect(status).toBe(400);
      expect(page).toContain('aria-invalid="true"');
    }
    const huge = await browser.decide("reject", "n".repeat(20_000));
    expect(huge.status).toBe(413);
    expect(
      (await browser.send("POST", { form: (await browser.open()).form ?? "", decision: "maybe" })).status,
    ).toBe(400);
    expect(await statusOf(desk, identifier)).toBe("Pending Approval");
  });

  test("limits how often one network opens links", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => openBrowser(testServer, "y".repeat(43)).open()),
      );
      statuses.push(...answers.map(({ status }) => status));
      if (statuses.includes(429)) break;
    }
    expect(statuses).toContain(429);
  });
});
