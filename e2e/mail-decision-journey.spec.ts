import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { openMailbox } from "./mailbox.ts";
import { openOwnCompany } from "./own-company.ts";
import { PASSWORD } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

test.use({ viewport: { width: 390, height: 844 } });

const PORTAL = "Open the order in the portal";

/** Presses a button of the message about an order, which opens a new tab. */
const pressInMail = async (
  page: Page,
  { identifier, username }: { identifier: string; username: string },
  button: "Approve" | "Reject" | typeof PORTAL,
): Promise<Page> => {
  const title = new RegExp(`^Order ${identifier} for .* needs your approval`);
  const message = page.frameLocator(`iframe[title^="Order ${identifier} for"]`);
  await (await openMailbox(page, `${username}@example.com`, title)).first().click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.locator(`iframe[title^="Order ${identifier} for"]`).scrollIntoViewIfNeeded();
  // A frame that is still loading may lose the click; a second one opens the same page.
  let tab = page;
  await expect(async () => {
    const opened = page.waitForEvent("popup", { timeout: 10_000 });
    await Promise.all([opened, message.getByRole("link", { name: button, exact: true }).click()]);
    tab = await opened;
  }).toPass();
  return tab;
};

test("an approver signs in from an e-mail on a phone, approves one order and rejects another, without the portal's scripts (DMAI-003, DMAI-005)", async ({
  page,
  context,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Lead"] });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  const approved = await placeOrder(page, { at: { slug, site }, items: ["120.00", "80.50"] });
  const violations: string[] = [];
  context.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });

  const tab = await pressInMail(page, { ...people.Lead, identifier: approved }, "Approve");
  await expect(tab.getByText("Log in to see the order and decide about it.")).toBeVisible();
  await tab.getByLabel("Username or email address").fill(people.Lead.username);
  await tab.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await tab.getByRole("button", { name: "Log in" }).click();

  await expect(tab.getByRole("heading", { name: `Order ${approved} needs your approval` })).toBeVisible();
  await expect(tab).toHaveURL(/\/decide\/[\w-]{43}\?decision=approve$/);
  await expect(tab.getByText("$200.50")).toBeVisible();
  await expect(tab.getByRole("row", { name: /Item 1/ })).toContainText("$120.00");
  await expect(tab.getByRole("button", { name: "Approve" })).toBeInViewport({ ratio: 1 });
  await expect(tab.getByRole("button", { name: "Reject" })).toBeInViewport({ ratio: 1 });
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await tab.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname))).toEqual([
    "/local-time.js",
  ]);
  for (const colorScheme of ["light", "dark"] as const) {
    await tab.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page: tab }).analyze()).violations).toEqual([]);
  }
  await tab.getByRole("button", { name: "Approve" }).click();
  await expect(tab.getByRole("heading", { name: `You approved order ${approved}` })).toBeVisible();
  await tab.goBack();
  await expect(tab.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  // The portal knows the user already: the next message leads straight to the decision.
  const rejected = await placeOrder(page, { at: { slug, site }, total: "75.00" });
  const next = await pressInMail(page, { ...people.Lead, identifier: rejected }, "Reject");
  await expect(next.getByRole("heading", { name: `Order ${rejected} needs your approval` })).toBeVisible();
  await next.getByLabel("Note, if you reject it (optional)").fill("Ordered twice");
  await next.getByRole("button", { name: "Reject" }).click();
  await expect(next.getByRole("heading", { name: `You rejected order ${rejected}` })).toBeVisible();
  const order = await requestAs(page, admin, "GET", `/orders/${rejected}/`);
  expect(order).toMatchObject({ status: "Rejected", rejected_by: [{ note: "Ordered twice" }] });
  expect((await requestAs(page, admin, "GET", `/orders/${approved}/`)).status).toBe("Accepted");
  expect(violations).toEqual([]);
});

test("the link of an e-mail to an order asks for the sign-in as usual, opens the order, and leads there at once from then on (AUTH-007 partly)", async ({
  page,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Lead"] });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  const identifier = await placeOrder(page, { at: { slug, site }, total: "75.00" });
  const tab = await pressInMail(page, { ...people.Lead, identifier }, PORTAL);
  const logIn = tab.getByRole("button", { name: "Log in" });
  await expect(logIn).toBeVisible();
  await expect(tab.getByText("Oops, something went wrong.")).toBeHidden();
  await tab.getByLabel("Username or email address").fill(people.Lead.username);
  await tab.getByLabel("Password", { exact: true }).fill("Wrong#2026");
  await logIn.click();
  await expect(tab.getByText("Please enter a correct username or email address")).toBeVisible();
  await tab.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await logIn.click();
  await expect(tab.getByRole("heading", { level: 1 })).toContainText(identifier);
  await expect(tab).toHaveURL(`/orders/${identifier}`);

  // Back leads to the page before the link.
  await page.goto("/alerts");
  await page.goto(`/?next=${encodeURIComponent(`/orders/${identifier}`)}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
  await expect(page).toHaveURL(`/orders/${identifier}`);
  await page.goBack();
  await expect(page).toHaveURL("/alerts");
});
