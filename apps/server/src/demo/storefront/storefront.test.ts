import { createHmac } from "node:crypto";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { loginAsSite } from "@mcc/contract/sites/login-as.api.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { putTrigger } from "../../testing/alerts.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { storefrontKeys } from "./keys.ts";
import { registerStorefront } from "./register.ts";

const KEYS = storefrontKeys(SECRET);
const VALVE = "VLV-10012";

let testServer: TestServer;
let company: ApprovalCompany;
let roleId: number;
let buyer: Awaited<ReturnType<ApprovalCompany["person"]>>;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_DEMO: "on", MCC_EVENT_NETWORKS: "127.0.0.0/8" });
  await registerStorefront(testServer.url, testServer.address, KEYS);
});

/** A company whose storefront and event receiver is that of the demo, and a buyer who may log in as its site. */
beforeEach(async () => {
  company = await setUpApprovalCompany(testServer);
  await testServer.sql("update companies set ecommerce_url = $1 where id = $2", [
    `${testServer.address}/storefront/`,
    company.companyId,
  ]);
  await testServer.sql(
    "update company_configurations set event_url = $1, event_secret = $2 where company_id = $3",
    [`${testServer.address}/storefront/events`, KEYS.eventSecret, company.companyId],
  );
  roleId = await company.role("Store Keeper");
  await testServer.sql("update roles set can_impersonate = true where id = $1", [roleId]);
  buyer = await company.person({ roleId });
});

/** A browser without scripts: it keeps cookies and sends forms. */
const openBrowser = () => {
  const jar = new Map<string, string>();
  const send = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(path, testServer.address), {
      redirect: "manual",
      method: form ? "POST" : "GET",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return {
      status: response.status,
      location: response.headers.get("location"),
      cookies,
      html: await response.text(),
    };
  };
  return { jar, send };
};

const linkFor = async (token = buyer.token, id = company.site.id) => {
  const { body } = await testServer.call(loginAsSite, { token, params: { id } });
  return body.auth_redirect_url;
};

const signedInBrowser = async () => {
  const browser = openBrowser();
  expect((await browser.send(await linkFor())).status).toBe(303);
  return browser;
};

/** Orders two valves, and returns the number of the order. */
const placeOrder = async ({ send }: ReturnType<typeof openBrowser>, more: Record<string, string> = {}) => {
  await send("/storefront/cart/items", { sku: VALVE, quantity: "2" });
  const { status, location } = await send("/storefront/cart", {
    [`quantity:${VALVE}`]: "2",
    do: "order",
    ...more,
  });
  expect(status).toBe(303);
  return /\/orders\/(WEB-[A-Z0-9]{8})\?/.exec(location ?? "")?.[1] ?? "";
};

const readOrder = (identifier: string, token = buyer.token) =>
  testServer.call(findOrder, { token, params: { identifier } });

describe("logging in", () => {
  test("redeems the token, keeps a session of its own, and shows who acts as whom (API-030)", async () => {
    const { send } = openBrowser();
    const entered = await send(await linkFor());
    expect(entered.location).toBe("/storefront/");
    expect(entered.cookies).toEqual([
      expect.stringMatching(
        /^storefront_session=[^;]+; Max-Age=28\d{3}; Path=\/storefront; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const { html } = await send("/storefront/");
    const text = html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(text).toContain(`is logged in as ${company.site.shopUser} for ${company.site.name}`);
    expect(text).toContain("Pat Doe");
  });

  test("works once: after that, the page says what to do", async () => {
    const address = await linkFor();
    expect((await openBrowser().send(address)).status).toBe(303);
    const second = openBrowser();
    const refused = await second.send(address);
    expect([refused.status, refused.cookies]).toEqual([403, []]);
    expect(refused.html).toContain("This login is not valid or has expired");
    expect((await second.send("/storefront/cart")).html).toContain("Open the storefront from the portal");
  });

  test("a session that somebody has changed is none", async () => {
    const browser = await signedInBrowser();
    const [head, , signature] = (browser.jar.get("storefront_session") ?? "").split(".");
    const claims = Buffer.from(JSON.stringify({ shopUser: "x", siteId: 1, exp: 9_999_999_999 })).toString(
      "base64url",
    );
    browser.jar.set("storefront_session", `${head}.${claims}.${signature}`);
    expect((await browser.send("/storefront/")).html).not.toContain("is logged in as");
  });

  test("ends with signing out", async () => {
    const { send, jar } = await signedInBrowser();
    expect((await send("/storefront/sign-out", {})).location).toBe("/storefront/");
    expect([...jar]).toEqual([]);
    expect((await send("/storefront/")).html).toContain("Open the storefront from the portal");
  });

  test("names are text, never markup", async () => {
    await testServer.sql("update sites set name = $1 where id = $2", [
      "<img src=x onerror=alert(1)>",
      company.site.id,
    ]);
    const { send } = await signedInBrowser();
    expect((await send("/storefront/")).html).not.toContain("<img src=x");
  });
});

describe("the cart", () => {
  test("adds, changes and removes items, and adds up to the cent", async () => {
    const { send } = await signedInBrowser();
    await send("/storefront/cart/items", { sku: VALVE, quantity: "2" });
    await send("/storefront/cart/items", { sku: VALVE, quantity: "1" });
    await send("/storefront/cart/items", { sku: "FAS-80030", quantity: "10" });
    // 3 × 64.80 + 10 × 1.28 = 207.20; 8.25 % tax of each: 16.04 + 1.06
    const { html } = await send("/storefront/cart");
    for (const amount of ["$194.40", "$12.80", "$207.20", "$17.10", "$224.30"])
      expect(html).toContain(amount);
    await send("/storefront/cart", {
      [`quantity:${VALVE}`]: "1",
      "quantity:FAS-80030": "10",
      remove: "FAS-80030",
    });
    const changed = (await send("/storefront/cart")).html;
    expect(changed).not.toContain("FAS-80030");
    expect(changed).toContain("$70.15");
  });

  test.each(["0", "-1", "1.5", "1000", "", "many"])("refuses a quantity of %j", async (quantity) => {
    const { send } = await signedInBrowser();
    const { status, html } = await send("/storefront/cart/items", { sku: VALVE, quantity });
    expect(status).toBe(400);
    expect(html).toContain("Enter a whole number from 1 to 999.");
  });

  test("refuses a product that is not there, and an empty order", async () => {
    const { send } = await signedInBrowser();
    expect((await send("/storefront/cart/items", { sku: "X-1", quantity: "1" })).status).toBe(400);
    const { status, html } = await send("/storefront/cart", { do: "order" });
    expect(status).toBe(400);
    expect(html).toContain("Your cart is empty.");
  });

  test("of one site is not that of another", async () => {
    const other = await company.addSite();
    await company.assign(buyer.id, other.id);
    const { send } = await signedInBrowser();
    await send("/storefront/cart/items", { sku: VALVE, quantity: "2" });
    await send(await linkFor(buyer.token, other.id));
    expect((await send("/storefront/cart")).html).toContain("Your cart is empty.");
  });
});

describe("an order", () => {
  test("arrives in the portal, placed by the real person for the site (API-031)", async () => {
    const browser = await signedInBrowser();
    const identifier = await placeOrder(browser, {
      po_number: "PO-77",
      afe_number: "AFE-1",
      notes: "Gate 4",
    });
    const { body } = await testServer.call(orderList.page, { token: buyer.token, query: { identifier } });
    expect(body.results).toEqual([
      expect.objectContaining({
        identifier,
        po_number: "PO-77",
        afe_number: "AFE-1",
        taxful_total_price_value: "140.29",
      }),
    ]);
    const order = (await readOrder(identifier)).body;
    expect(order.custom_checkout_data).toMatchObject({
      Notes: "Gate 4",
      "Storefront account": company.site.shopUser,
    });
    expect(order.lines).toEqual([
      expect.objectContaining({
        sku: VALVE,
        quantity: "2",
        image_url: expect.stringContaining("/storefront/pictures/"),
      }),
    ]);
    const page = await browser.send(`/storefront/orders/${identifier}`);
    expect(page.html).toContain(`href="/orders/${identifier}"`);
    expect((await browser.send("/storefront/cart")).html).toContain("Your cart is empty.");
  });

  test("that needs no approval is accepted at once, with its acknowledgement", async () => {
    const identifier = await placeOrder(await signedInBrowser());
    const { body } = await testServer.call(documentList.page, {
      token: buyer.token,
      query: { order_identifier: identifier },
    });
    expect(body.results).toMatchObject([
      { document_name: `Order Acknowledgement ${identifier}.pdf`, document_type: 7 },
    ]);
  });

  test("is gone through from the login to the document: login as, order, alert, approval, acknowledgement (API-032)", async () => {
    const approverRole = await company.role("Approver");
    await company.rule({ roleId: approverRole, limit: 0 });
    const approver = await company.person({ roleId: approverRole, firstName: "Ann", lastName: "Chen" });
    await putTrigger(testServer, company.companyId, { user: approver.id, site: company.site.id });
    const browser = await signedInBrowser();
    const identifier = await placeOrder(browser);
    expect((await browser.send(`/storefront/orders/${identifier}`)).html).toContain(
      "Pending approval by Approver",
    );
    const alerts = async () =>
      (await testServer.call(alertList.page, { token: approver.token, query: {} })).body.results;
    await eventually(async () => expect(JSON.stringify(await alerts())).toContain(identifier));
    const documents = async () =>
      (
        await testServer.call(documentList.page, {
          token: buyer.token,
          query: { order_identifier: identifier },
        })
      ).body.results;
    expect(await documents()).toEqual([]);
    expect((await company.approve(approver.token, identifier)).status).toBe(200);
    await eventually(async () => expect(await documents()).toHaveLength(1));
    const [row] = await documents();
    const file = await fetch(new URL(new URL(row?.download_url ?? "").pathname, testServer.address));
    const pdf = Buffer.from(await file.arrayBuffer()).toString("latin1");
    for (const text of ["%PDF-", identifier, "Ball valve 1 in threaded", "$140.29"])
      expect(pdf).toContain(text);
    expect((await browser.send(`/storefront/orders/${identifier}`)).html).toContain(
      "We have accepted this order",
    );
  });

  test("of another site is not shown", async () => {
    const other = await company.addSite();
    const { identifier } = await company.order("10.00", { site: other });
    const { send } = await signedInBrowser();
    const hidden = await send(`/storefront/orders/${identifier}`);
    const absent = await send("/storefront/orders/NONE-1");
    expect([hidden.status, hidden.html]).toEqual([404, absent.html]);
  });
});

test("an event that the portal has not signed, or long ago, changes nothing", async () => {
  const body = JSON.stringify({ type: "order.approved", company: "x", data: { identifier: "WEB-1" } });
  const send = (timestamp: string, signature: string) =>
    fetch(`${testServer.address}/storefront/events`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-mcc-timestamp": timestamp,
        "x-mcc-signature": signature,
      },
      body,
    });
  const signed = (timestamp: string) =>
    `sha256=${createHmac("sha256", KEYS.eventSecret).update(`${timestamp}.${body}`).digest("hex")}`;
  const now = String(Math.floor(Date.now() / 1000));
  const old = String(Number(now) - 3_600);
  expect((await send(now, "sha256=00")).status).toBe(401);
  expect((await send(now, "")).status).toBe(401);
  expect((await send(old, signed(old))).status).toBe(401);
  expect((await send(now, signed(old))).status).toBe(401);
  expect((await send(now, signed(now))).status).toBe(204);
});

test("the storefront is part of the demo only", async () => {
  const plain = await startTestServer();
  expect((await fetch(`${plain.address}/storefront/`)).status).toBe(404);
});
