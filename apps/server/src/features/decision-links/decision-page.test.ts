import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { changePassword } from "@mcc/contract/profile/profile.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { updateUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "../../platform/access/tokens.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBrowser, tokenSentTo } from "../../testing/decision-mail.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { PASSWORD } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { addLink } from "./decision-links.queries.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

/** Two roles that approve one after the other: site managers every order, finance from $500. */
const openTestCompany = async ({ withoutSignIn = false } = {}) => {
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
type TestCompany = Awaited<ReturnType<typeof openTestCompany>>;

/** An order that Sam has a message about, and Sam's browser with the page of the link. */
const openOrder = async (
  testCompany: TestCompany,
  total = "80.00",
  more: Parameters<ApprovalCompany["order"]>[1] = {},
) => {
  const { identifier } = await testCompany.order(total, more);
  const token = await tokenSentTo(mail, testCompany.sam.email, identifier);
  return { identifier, token, browser: openBrowser(testServer, token) };
};
const openSignedIn = async (
  testCompany: TestCompany,
  ...order: Parameters<typeof openOrder> extends [TestCompany, ...infer R] ? R : never
) => {
  const opened = await openOrder(testCompany, ...order);
  expect(await opened.browser.signIn(testCompany.sam.token)).toBe(303);
  return opened;
};

const statusOf = async (testCompany: TestCompany, identifier: string) =>
  (await testCompany.look(testCompany.admin.token, identifier)).body.status;

const ENDED = "This link no longer works";

describe("the message", () => {
  test("states number, site, items, total, reason and who else can decide, with both decisions", async () => {
    const testCompany = await openTestCompany();
    const lines = Array.from({ length: 8 }, (_, at) => ({
      product: `P${at}`,
      text: `Valve ${at}`,
      sku: `P${at}`,
      quantity: 2,
      base_unit_price_value: "10.00",
    }));
    const { identifier } = await testCompany.order("160.00", { lines });
    const token = await tokenSentTo(mail, testCompany.sam.email, identifier);
    const { shown } = mail.received.find(({ shown }) => shown.includes(token)) as { shown: string };
    for (const words of [
      `Order ${identifier} for $160.00 needs your approval`,
      `Site: ${testCompany.site.name}`,
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
  test("shows what is left of the budgets before and after the order (BUDG-005 partly)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { status } = await testServer.call(budgetEndpoints.create, {
      token: testCompany.admin.token,
      body: { name: "Rig 117", amount: "50", period: "year", sites: [testCompany.site.id] },
    });
    expect(status).toBe(200);
    const { browser } = await openOrder(testCompany);
    const { page } = await browser.open();
    for (const words of [
      "Rig 117, ",
      "$30.00 beyond $50.00",
      "Left before",
      "$50.00",
      "Left after",
      "-$30.00",
    ])
      expect(page).toContain(words);
  });

  test("changes nothing, however often and by whomever, also without a body (DMAI-001)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { identifier, token } = await openOrder(testCompany);
    const before = await testServer.sql(
      "select to_jsonb(orders) as now from orders where company_id = $1 union all select to_jsonb(order_steps) from order_steps where company_id = $1 union all select to_jsonb(decision_links) from decision_links where company_id = $1",
      [testCompany.companyId],
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
        [testCompany.companyId],
      ),
    ).toEqual(before);
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
    expect((await openBrowser(testServer, token).decide("approve")).status).toBe(200);
  });

  test("a scanner that posts the form without having kept the cookie, or from elsewhere, decides nothing", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { identifier, token, browser } = await openOrder(testCompany);
    const { form = "" } = await browser.open();
    const scanner = openBrowser(testServer, token);
    const fields = { form, decision: "approve" };
    expect((await scanner.send("POST", fields)).status).toBe(403);
    expect((await scanner.send("POST", { decision: "approve" })).status).toBe(403);
    expect((await scanner.send("POST")).status).toBe(403);
    expect((await browser.send("POST", { ...fields, form: "" })).status).toBe(403);
    expect((await browser.send("POST", fields, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await browser.send("POST", fields, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
    expect((await browser.send("POST", fields, { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect(await statusOf(testCompany, identifier)).toBe("Accepted");
  });
});

describe("a sign-in", () => {
  test("is needed first, and leads back to the decision (DMAI-003)", async () => {
    const testCompany = await openTestCompany();
    const { identifier, token, browser } = await openOrder(testCompany);
    const opened = await browser.open();
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toBe(`/decide/${token}/sign-in?decision=approve`);
    expect(opened.page).not.toContain(identifier);
    expect((await browser.send("POST", { decision: "approve" })).status).toBe(303);
    expect(await browser.signIn(testCompany.sam.token)).toBe(303);
    const page = await browser.open();
    expect(page.status).toBe(200);
    expect(page.page).toContain(`Order ${identifier} needs your approval`);
    expect((await browser.decide("approve")).page).toContain(`You approved order ${identifier}`);
    expect(await statusOf(testCompany, identifier)).toBe("Accepted");
  });

  test("of another user, or one that has ended, does not open the link", async () => {
    const testCompany = await openTestCompany();
    const { identifier, browser } = await openOrder(testCompany);
    expect(await browser.signIn(testCompany.pat.token)).toBe(404);
    expect(await browser.signIn((await openTestCompany()).sam.token)).toBe(404);
    expect(await browser.signIn(testCompany.sam.token)).toBe(303);
    const { form = "" } = await browser.open();
    await testServer.call(signOut, { token: testCompany.sam.token });
    expect((await browser.open()).status).toBe(303);
    expect((await browser.send("POST", { form, decision: "approve" })).status).toBe(303);
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
  });

  test("for one link opens no other", async () => {
    const testCompany = await openTestCompany();
    const [first, second] = [await openSignedIn(testCompany), await openOrder(testCompany)];
    second.browser.cookies.set("mcc-decision", first.browser.cookies.get("mcc-decision") ?? "");
    expect((await second.browser.open()).status).toBe(303);
  });

  test("for one link stays when another one is opened in the same browser", async () => {
    const testCompany = await openTestCompany();
    const [first, second] = [await openSignedIn(testCompany), await openOrder(testCompany)];
    second.browser.cookies.set("mcc-decision", first.browser.cookies.get("mcc-decision") ?? "");
    expect(await second.browser.signIn(testCompany.sam.token)).toBe(303);
    first.browser.cookies.set("mcc-decision", second.browser.cookies.get("mcc-decision") ?? "");
    for (const { browser } of [first, second]) expect((await browser.open()).status).toBe(200);
  });

  test("is not needed where the company allows to decide without", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { identifier, browser } = await openOrder(testCompany);
    const note = "Too many.\nOrder ten.";
    const { page } = await browser.decide("reject", note);
    expect(page).toContain(`You rejected order ${identifier}`);
    // Whoever decides without signing in comes to the login first, which greets as usual.
    expect(page).toContain(`href="/?next=${encodeURIComponent(`/orders/${identifier}`)}"`);
    const { body } = await testCompany.look(testCompany.admin.token, identifier);
    expect(body).toMatchObject({
      status: "Rejected",
      rejected_by: [{ username: testCompany.sam.username, note }],
    });
  });
});

describe("a company that changes whether links need a sign-in", () => {
  test("leaves the links that were sent before with one, however often it changes its mind", async () => {
    const testCompany = await openTestCompany();
    const setTo = async (decide_without_sign_in: boolean) => {
      const body = { decide_without_sign_in };
      const { status } = await testServer.call(updateReminderSettings, {
        token: testCompany.admin.token,
        body,
      });
      expect(status).toBe(200);
    };
    const before = await openOrder(testCompany);
    await setTo(true);
    expect((await before.browser.open()).status).toBe(303);
    expect((await before.browser.send("POST", { decision: "approve" })).status).toBe(303);
    expect(await statusOf(testCompany, before.identifier)).toBe("Pending Approval");
    // The database does not open a scope for it either.
    const entered = (token: string) =>
      testServer.sql("select who from tenant.enter_with_decision_link($1)", [hashToken(token)]);
    expect(await entered(before.token)).toEqual([{ who: null }]);

    const after = await openOrder(testCompany);
    expect((await after.browser.open()).status).toBe(200);
    await setTo(false);
    await setTo(true);
    expect((await after.browser.open()).status).toBe(303);
    expect(await after.browser.signIn(testCompany.sam.token)).toBe(303);
    expect((await after.browser.decide("approve")).status).toBe(200);
    expect(await statusOf(testCompany, after.identifier)).toBe("Accepted");
  });
});

describe("the security policy of the company", () => {
  test("holds for links: a required second factor asks for a sign-in, other networks are refused (SIGN-006)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { browser, identifier } = await openOrder(testCompany);
    expect((await browser.open()).status).toBe(200);
    const setPolicy = (second_factor: string, networks: string[]) =>
      testServer.sql(
        `insert into security_policies (company_id, second_factor, networks) values ($1, $2, $3)
         on conflict (company_id) do update set second_factor = excluded.second_factor, networks = excluded.networks`,
        [testCompany.companyId, second_factor, networks],
      );
    await setPolicy("nobody", ["203.0.113.0/24"]);
    expect((await browser.open()).status).toBe(403);
    await setPolicy("approvers", []);
    expect((await browser.open()).status).toBe(303);
    expect((await browser.decide("approve")).status).toBe(303);
    expect(await browser.signIn(testCompany.sam.token)).toBe(403);
    await setPolicy("nobody", []);
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
    expect((await browser.decide("approve")).status).toBe(200);
  });
});

describe("a link", () => {
  test("is for one decision, by its user, about its order, step and total (DMAI-002 partly)", async () => {
    const testCompany = await openTestCompany();
    await testCompany.person({ roleId: testCompany.finance });
    const { identifier, browser } = await openSignedIn(testCompany, "700.00");
    const decided = await browser.decide("approve");
    expect(decided.page).toContain("The next step is Finance.");
    const { body } = await testCompany.look(testCompany.admin.token, identifier);
    expect(body.approved_by).toMatchObject([{ username: testCompany.sam.username }]);
    expect(body.current_required_approval).toEqual({ name: "Finance" });
    for (const answer of [await browser.open(), await browser.send("POST", { decision: "reject" })]) {
      expect(answer.status).toBe(404);
      expect(answer.page).toContain(ENDED);
    }
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
  });

  test("is stored as a hash only, and ends after 72 hours, with a password change and with its user (DMAI-002)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const [expiring, changing, deleted] = [
      await openOrder(testCompany),
      await openOrder(testCompany),
      await openOrder(testCompany),
    ];
    const stored = await testServer.sql<{ row: string; hours: number }>(
      `select decision_links::text as row, extract(epoch from expires_at - now()) / 3600 as hours
       from decision_links where company_id = $1`,
      [testCompany.companyId],
    );
    for (const { row, hours } of stored) {
      expect(row).not.toContain(expiring.token);
      expect(Number(hours)).toBeGreaterThan(71.9);
      expect(Number(hours)).toBeLessThanOrEqual(72);
    }
    const { form = "" } = await expiring.browser.open();
    await testServer.sql(
      "update decision_links set expires_at = expires_at - interval '72 hours' where order_id = (select id from orders where company_id = $1 and identifier = $2)",
      [testCompany.companyId, expiring.identifier],
    );
    expect((await expiring.browser.send("POST", { form, decision: "approve" })).status).toBe(404);
    const openForm = (await changing.browser.open()).form ?? "";
    const { status } = await testServer.call(changePassword, {
      token: testCompany.sam.token,
      body: { current_password: PASSWORD, password: "Another-Horse-2" },
    });
    expect(status).toBe(200);
    expect((await changing.browser.send("POST", { form: openForm, decision: "approve" })).status).toBe(404);
    await testServer.sql(
      "update decision_links set password_digest = sha256(convert_to((select password_hash from users where id = $1), 'UTF8')) where user_id = $1",
      [testCompany.sam.id],
    );
    expect((await deleted.browser.open()).status).toBe(200);
    await testServer.sql("update users set deleted_at = now() where id = $1", [testCompany.sam.id]);
    expect((await deleted.browser.open()).status).toBe(404);
    for (const { identifier } of [expiring, changing, deleted])
      expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
  });

  test("ends when its user gets another e-mail address, and so does one whose message was written meanwhile (PROF-004 partly)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { identifier, browser } = await openOrder(testCompany);
    const body = { email: `moved-${testCompany.sam.id}@example.com` };
    const params = { id: testCompany.sam.id };
    const moved = await testServer.call(updateUser, { token: testCompany.admin.token, params, body });
    expect(moved.status).toBe(200);
    expect(await browser.open()).toMatchObject({ status: 404, page: expect.stringContaining(ENDED) });
    expect((await browser.send("POST", { decision: "approve" })).status).toBe(404);
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");

    // The message that another process writes still goes to the former address.
    const token = "w".repeat(43);
    const target = { userId: testCompany.sam.id, orderId: 1, stepId: 1, total: "80.00" };
    const data = { db: testServer.services.database.platform, companyId: testCompany.companyId };
    await addLink(data, target, testCompany.sam.email, hashToken(token), 60);
    expect((await openBrowser(testServer, token).open()).status).toBe(404);

    const next = await testCompany.order("80.00");
    const own = await tokenSentTo(mail, body.email, next.identifier);
    expect((await openBrowser(testServer, own).decide("approve")).status).toBe(200);
  });

  test("that is wrong, has expired or was used answers the same, byte for byte", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const [used, expired] = [await openOrder(testCompany), await openOrder(testCompany)];
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
    const testCompany = await openTestCompany();
    const lines = ["P1", "P2"].map((product) => ({
      product,
      text: product,
      sku: product,
      quantity: 1,
      base_unit_price_value: "40.00",
    }));
    const changed = await openSignedIn(testCompany, "80.00", { lines });
    const { form = "" } = await changed.browser.open();
    expect((await testCompany.remove(testCompany.pat.token, changed.identifier, "P2")).status).toBe(200);
    const refused = await changed.browser.send("POST", { form, decision: "approve" });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain("Its total has changed since the e-mail.");
    expect(refused.page).toContain("$40.00");
    expect(refused.page).not.toContain("<form");
    expect(await statusOf(testCompany, changed.identifier)).toBe("Pending Approval");

    const closed = await openSignedIn(testCompany);
    const open = await closed.browser.open();
    await testCompany.approve(testCompany.pat.token, closed.identifier);
    const late = await closed.browser.send("POST", { form: open.form ?? "", decision: "reject" });
    expect(late.status).toBe(409);
    expect(late.page).toContain("It is no longer pending: its status is Accepted.");
    expect(late.page).toContain("Approved by Pat Manager");
    expect(await statusOf(testCompany, closed.identifier)).toBe("Accepted");
    expect((await closed.browser.open()).status).toBe(200);
  });

  test("of a site that its user no longer sees, or of a user who may no longer decide, shows or decides nothing", async () => {
    const testCompany = await openTestCompany();
    const hidden = await openSignedIn(testCompany);
    await testServer.sql("delete from site_users where company_id = $1 and user_id = $2", [
      testCompany.companyId,
      testCompany.sam.id,
    ]);
    const answer = await hidden.browser.open();
    expect(answer.status).toBe(404);
    expect(answer.page).toContain(ENDED);
    await testCompany.assign(testCompany.sam.id, testCompany.site.id);
    const roleless = await openSignedIn(testCompany);
    const { form = "" } = await roleless.browser.open();
    await testServer.sql("update users set role_id = null where id = $1", [testCompany.sam.id]);
    const refused = await roleless.browser.send("POST", { form, decision: "approve" });
    expect([404, 409]).toContain(refused.status);
    expect(await statusOf(testCompany, roleless.identifier)).toBe("Pending Approval");
  });

  test("is not given for an order that its reader placed", async () => {
    const testCompany = await openTestCompany();
    const { identifier } = await testCompany.order("20.00", { creator: testCompany.sam.username });
    await tokenSentTo(mail, testCompany.pat.email, identifier);
    expect(
      mail.received.some(({ to, shown }) => to === testCompany.sam.email && shown.includes(identifier)),
    ).toBe(false);
  });

  test("leaves an audit entry that names it", async () => {
    const testCompany = await openTestCompany();
    const { identifier, browser } = await openSignedIn(testCompany);
    await browser.decide("approve");
    const { body } = await testServer.call(auditList.page, { token: testCompany.admin.token, query: {} });
    const [entry] = (body as { results: Record<string, unknown>[] }).results.filter(
      ({ action, record_id }) => action === "order.approved" && record_id === identifier,
    );
    expect(entry).toMatchObject({ actor: "Sam Site", after: { via: "e-mail link", status: "Accepted" } });
  });
});

describe("at the same time", () => {
  test("a link used many times, and the portal beside it, give one decision each", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const twice = await openOrder(testCompany);
    const { form = "" } = await twice.browser.open();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        twice.browser.send("POST", { form, decision: at % 2 === 0 ? "approve" : "reject" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);

    for (let round = 0; round < 5; round++) {
      const { identifier, browser } = await openOrder(testCompany);
      const opened = await browser.open();
      const [byLink, byPortal] = await Promise.all([
        browser.send("POST", { form: opened.form ?? "", decision: "reject" }),
        testCompany.approve(testCompany.pat.token, identifier),
      ]);
      const won = [byLink.status === 200, byPortal.status === 200].filter(Boolean);
      expect(won).toHaveLength(1);
      expect(await statusOf(testCompany, identifier)).toBe(byLink.status === 200 ? "Rejected" : "Accepted");
      expect([200, 409]).toContain(byLink.status);
    }
  });
});

describe("the page", () => {
  test("needs no script of the portal, and is within the content security policy (DMAI-005 partly)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const lines = [
      {
        product: "P",
        text: "<img src=x onerror=alert(1)>",
        sku: "P",
        quantity: 1,
        base_unit_price_value: "9.00",
      },
    ];
    const { browser } = await openOrder(testCompany, "9.00", { lines });
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
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const fay = await testCompany.person({ roleId: testCompany.finance });
    const dee = await testCompany.person({ firstName: "Dee", lastName: "Deputy" });
    await addDelegation(testServer, testCompany.companyId, testCompany.pat.id, dee.id);
    const lines = [{ product: "P", text: "Valve", sku: "P", quantity: 1, base_unit_price_value: "600.00" }];
    const first = await testCompany.order("600.00", { lines });
    const { identifier } = await testCompany.order("600.00", { lines });
    await eventually(async () =>
      expect((await testCompany.look(testCompany.sam.token, identifier)).body.warnings).toHaveLength(1),
    );
    expect((await testCompany.approve(dee.token, identifier)).status).toBe(200);
    const { page } = await openBrowser(testServer, await tokenSentTo(mail, fay.email, identifier)).open();
    expect(page).toContain("Approved by Dee Deputy for Pat Manager,");
    expect(page).toMatch(new RegExp(`<h2>Likely duplicate</h2><p>[^<]*\\b${first.identifier}\\b`));
    await testServer.sql(
      "update order_warnings set dismissed_at = now(), dismissed_by_name = 'Sam', dismissed_reason = 'Two jobs' where company_id = $1",
      [testCompany.companyId],
    );
    const again = await openBrowser(testServer, await tokenSentTo(mail, fay.email, identifier)).open();
    expect(again.page).not.toContain("Likely duplicate");
  });

  test("shows a former deputy nothing, whether they decided or somebody else did (DELE-003 partly)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const dee = await testCompany.person({ sites: [] });
    const delegation = await addDelegation(testServer, testCompany.companyId, testCompany.pat.id, dee.id);
    const [decided, open] = [await testCompany.order("80.00"), await testCompany.order("90.00")];
    const tokens = [
      await tokenSentTo(mail, dee.email, decided.identifier),
      await tokenSentTo(mail, dee.email, open.identifier),
    ];
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await openBrowser(testServer, token).open()).status));
    // Decided in the portal: the link says how the order stands.
    expect((await testCompany.approve(dee.token, decided.identifier)).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
    await delegation.end();
    expect(await statuses()).toEqual([404, 404]);
    const { status } = await openBrowser(testServer, tokens[1] ?? "").decide("approve");
    expect([403, 404]).toContain(status);
    expect(await statusOf(testCompany, open.identifier)).toBe("Pending Approval");
  });

  test("shows open questions and the last comments beside the warnings, as text (WORK-009)", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const lou = await testCompany.person({ firstName: "Lou", lastName: "Looks" });
    const { identifier, browser } = await openOrder(testCompany);
    const say = async (who: { token: string }, text: string, asks: number | null = null) => {
      const { token } = who;
      const { status } = await testServer.call(createComment, {
        token,
        params: { identifier },
        body: { text, asks },
      });
      expect(status).toBe(200);
    };
    const before = (await browser.open()).page;
    expect(before).not.toMatch(/Open question|Last comments/);

    await testServer.sql(
      `insert into order_comments (company_id, order_id, author_id, author_name, text)
       select company_id, id, $3, 'Ada Admin', 'Remark ' || n from orders, generate_series(1, 6) n
       where company_id = $1 and identifier = $2 order by n`,
      [testCompany.companyId, identifier, testCompany.admin.id],
    );
    await say(testCompany.pat, "Is it <b>urgent</b>?\nOr not?", lou.id);
    const asked = (await browser.open()).page;
    expect(asked).toMatch(
      /<article class="warning"><h2>Open question<\/h2><p>Pat Manager asked Lou Looks, <time[^>]*>[^<]*<\/time><\/p><p class="said">Is it &#60;b&#62;urgent&#60;\/b&#62;\?\nOr not\?<\/p><\/article>/,
    );
    const comments = (page: string) => page.slice(page.indexOf("<h2>Last comments</h2>"));
    expect([...comments(asked).matchAll(/<p class="said">([^<]*)<\/p>/g)].map(([, text]) => text)).toEqual([
      "Remark 2",
      "Remark 3",
      "Remark 4",
      "Remark 5",
      "Remark 6",
    ]);
    expect(asked).toContain("<p>1 earlier in the portal</p>");

    // The answer closes the question: both are comments then.
    await say(lou, "It is.");
    const answered = (await browser.open()).page;
    expect(answered).not.toContain("Open question");
    expect(comments(answered)).toMatch(/Pat Manager asked Lou Looks,.*urgent.*Lou Looks,.*It is\./s);
    expect((await browser.decide("approve")).status).toBe(200);
  });

  test("refuses a note that is too long or cannot be stored, and keeps it", async () => {
    const testCompany = await openTestCompany({ withoutSignIn: true });
    const { identifier, browser } = await openOrder(testCompany);
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
    expect(await statusOf(testCompany, identifier)).toBe("Pending Approval");
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
