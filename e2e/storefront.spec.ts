import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn, switchUser } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

/** Whole on a phone; on a desktop and in the dark, what sizes and colors decide. */
const isAccessible = async (page: Page): Promise<void> => {
  const check = async (how: string, rules: readonly string[] = []) => {
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
    expect.soft(violations, `${page.url()}, ${how}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect.soft(overflow, `${page.url()}, ${how}: wider than the window`).toBe(false);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await check("on a phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });
  await check("dark", ["color-contrast", "link-in-text-block"]);
  await page.emulateMedia({ colorScheme: "light" });
};

test("an order is placed in the storefront as a site, approved in the portal after an e-mail, and acknowledged by a document (API-032 partly, SITE-078 partly)", async ({
  page,
}) => {
  const { admin, people } = await openOwnCompany({ roles: ["Keeper", "Approver"] });
  const { Keeper: keeper, Approver: approver } = people;
  await requestAs(page, admin, "PATCH", `/accounts/roles/${keeper.roleId}/`, { can_impersonate: true });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: approver.roleId, limit: 0 });

  // The storefront opens in a tab of its own.
  await openSignedIn(page, keeper.username, "/sites");
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Login to Ecommerce As First Site" }).click();
  const shop = await opened;
  await expect(shop.getByText("for First Site")).toContainText("Keeper is logged in as");
  await expect(shop).toHaveURL(/\/storefront\/$/);
  await isAccessible(shop);

  // A cart, and the order.
  await shop.getByLabel(/^Quantity of Ball valve 1 in/).fill("3");
  await shop.getByRole("button", { name: /^Add Ball valve 1 in/ }).click();
  await expect(shop.getByRole("status")).toContainText("Added to the cart: Ball valve 1 in");
  await shop.getByRole("link", { name: "Cart (3)" }).click();
  await shop.getByLabel("PO number").fill("PO-4711");
  await isAccessible(shop);
  await shop.getByRole("button", { name: "Place order" }).click();
  await expect(shop.getByRole("heading", { level: 1 })).toHaveText(/^Order WEB-/);
  const identifier = ((await shop.getByRole("heading", { level: 1 }).textContent()) ?? "").replace(
    "Order ",
    "",
  );
  await expect(shop.getByText("Pending approval by Approver")).toBeVisible();
  await isAccessible(shop);

  // In the portal: its page by the link, and its row in the list. 3 × 64.80 and 8.25 % tax.
  await shop.getByRole("link", { name: "Open the order in the portal" }).click();
  await expect(shop.getByRole("heading", { level: 1 })).toContainText(identifier);
  await shop.close();
  await page.goto("/orders");
  const row = page.locator("tbody tr").filter({ hasText: identifier });
  await expect(row).toContainText("Pending Approval");
  await expect(row).toContainText("$210.44");

  // The approver has an e-mail, and approves.
  const mails = async () =>
    (await page.request.get(`/mailbox?person=${approver.username}%40example.com`)).text();
  await expect
    .poll(async () =>
      (await mails())
        .split("<li>")
        .filter((mail) => mail.includes(identifier))
        .join(),
    )
    .toContain(`To ${approver.username}@example.com`);
  await switchUser(page, approver.username, `/orders/${identifier}`);
  await page.getByRole("main").getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Order approved")).toBeVisible();

  // The storefront hears of it and sends its acknowledgement.
  const documents = () => requestAs(page, approver.username, "GET", `/documents/order/${identifier}/`);
  await expect.poll(async () => (await documents()).count).toBe(1);
  await page.goto(`/orders/${identifier}/documents`);
  await expect(
    page.getByRole("link", { name: `View Order Acknowledgement ${identifier}.pdf` }),
  ).toBeVisible();
});
