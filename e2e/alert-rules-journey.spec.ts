import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder } from "./placed-orders.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");
const rulesOf = (page: Page) => page.getByRole("list", { name: "Your rules" }).getByRole("listitem");

/** The subjects of the e-mails about alerts to a company, oldest first. A job writes them within a minute. */
const subjects = async (companyId: number) =>
  (
    await queryDatabase<{ subject: string }>(
      "select subject from messages where company_id = $1 and topic = 'alerts' and channel = 'email' order by id",
      [companyId],
    )
  ).map(({ subject }) => subject);

test("a company admin is notified of large orders at any site by e-mail, then of those at one site in the portal too (WORK-013)", async ({
  page,
}) => {
  const { companyId, slug, admin, site, second } = await openOwnCompany({ roles: ["Buyer"] });
  await openSignedIn(page, admin, "/alerts/configure");

  await test.step("one dialog has the amount, the sites and the channels", async () => {
    await page.getByRole("button", { name: "Create Rule" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Only orders of at least").fill("10,000");
    await expect(dialog.getByRole("radio", { name: "All sites" })).toBeChecked();
    await dialog.getByRole("checkbox", { name: "In the portal" }).uncheck();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText("Choose at least one way to be notified.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: "By e-mail" }).check();
    await expect(dialog.getByRole("checkbox", { name: "By text message" })).toBeDisabled();
    await expect(dialog.getByRole("status", { name: "The rule in words" })).toHaveText(
      "Orders of $10,000.00 or more at any site, at once, by e-mail",
    );
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(rulesOf(page)).toHaveText([
      /^Orders of \$10,000\.00 or more at any site, at once, by e-mail$/,
    ]);
  });

  await test.step("orders of the amount or more go by e-mail, once each, and not to the portal", async () => {
    await placeOrder(page, { at: { slug, site }, total: "9999.99" });
    const first = await placeOrder(page, { at: { slug, site }, total: "10000.00" });
    const other = await placeOrder(page, { at: { slug, site: second }, total: "25000.00" });
    await expect
      .poll(() => subjects(companyId), { timeout: 150_000 })
      .toEqual([
        `Order ${first} was placed for First Site by Storefront Buyer, $10,000.00`,
        `Order ${other} was placed for Second Site by Storefront Buyer, $25,000.00`,
      ]);
    await expect(page.getByRole("button", { name: "Alerts", exact: true })).toBeVisible();
  });

  await test.step("the rule is changed in the same dialog", async () => {
    await page.getByRole("button", { name: /^Edit Orders of \$10,000\.00/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("radio", { name: "Some sites" }).check();
    await dialog.getByRole("combobox", { name: "Which sites" }).fill("Second");
    await page.getByRole("option", { name: "Second Site" }).click();
    await dialog.getByRole("checkbox", { name: "In the portal" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(rulesOf(page)).toHaveText([
      /^Orders of \$10,000\.00 or more at Second Site, at once, in the portal and by e-mail$/,
    ]);
    await page.reload();
    await expect(rulesOf(page)).toHaveText([/at Second Site, at once, in the portal and by e-mail$/]);
    await placeOrder(page, { at: { slug, site }, total: "30000.00" });
    const seen = await placeOrder(page, { at: { slug, site: second }, total: "40000.00" });
    await page.getByRole("button", { name: "Alerts, 1 unread" }).click();
    await expect(page.getByRole("dialog", { name: "Alerts" }).getByRole("listitem")).toContainText([seen]);
    await page.keyboard.press("Escape");
  });

  await test.step("and deleted after a question", async () => {
    await page.getByRole("button", { name: /^More actions Orders of \$10,000\.00/ }).click();
    await page.getByRole("menuitem", { name: /^Delete Orders of \$10,000\.00/ }).click();
    await dialogOf(page).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(/^You have no rules of your own yet/)).toBeVisible();
  });
});
