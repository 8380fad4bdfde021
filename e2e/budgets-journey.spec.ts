import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { confirm, dialogOf, inMain, rowOf } from "./approvals-page.ts";
import { openMailbox } from "./mailbox.ts";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

const YEAR = new Date().getUTCFullYear();

const BUDGET = { amount: "500.00", reserved: "0.00", committed: "0.00" };

/** The words of a budget on an order: left before, what it costs, left after. */
const sharesOf = (page: Page) => page.getByRole("listitem").filter({ hasText: "Left before" });

const withPage = async (page: Page, username: string, path: string, act: (own: Page) => Promise<void>) => {
  const own = await page.context().browser()?.newPage();
  if (!own) throw new Error("There is no browser.");
  await openSignedIn(own, username, path);
  await act(own);
  await own.close();
};

test("a budget is made, an order goes beyond it and is approved by its role, and everyone sees what is left (BUDG-005, BUDG-006)", async ({
  page,
}) => {
  const { admin, people, slug, site, companyId } = await openOwnCompany({
    roles: ["Lead", "Controller"],
    nodes: { Field: null },
  });
  const [node] = await queryDatabase<{ id: string }>(
    "select id from organization_nodes where company_id = $1 and name = 'Field'",
    [companyId],
  );
  for (const table of ["sites", "users"])
    await queryDatabase(`update ${table} set node_id = $2 where company_id = $1`, [companyId, node?.id]);
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  await openSignedIn(page, admin, "/budgets");

  await test.step("a company admin makes it", async () => {
    await page.getByRole("button", { name: "Create Budget" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("textbox", { name: "Name" }).fill("Rigs");
    await dialog.getByRole("textbox", { name: "Amount" }).fill("500");
    await dialog.getByRole("combobox", { name: "Period" }).click();
    await page.getByRole("option", { name: "Year" }).click();
    await dialog.getByRole("combobox", { name: "Sites" }).fill(site.name);
    await page.getByRole("option", { name: site.name }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("radio", { name: "One more approval" }).check();
    await dialog.getByRole("combobox", { name: "Approved by the role" }).click();
    await page.getByRole("option", { name: "Controller" }).click();
    await expect(dialog.getByText(`No order of ${YEAR} is covered yet.`)).toBeVisible();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(rowOf(page, "Rigs")).toContainText("0% used, $500.00 left");
  });

  const first = await placeOrder(page, { at: { slug, site }, total: "300.00" });
  const beyond = await placeOrder(page, { at: { slug, site }, items: ["100.00"], quantity: 4 });
  const reason = `Rigs, ${YEAR}: $200.00 beyond $500.00`;
  const lead = people.Lead.username;

  await test.step("whoever may decide sees what is left: on the page of the order", () =>
    withPage(page, lead, `/orders/${beyond}`, async (own) => {
      await expect(sharesOf(own)).toContainText("Left before$200.00This order$400.00Left after-$200.00");
      await expect(sharesOf(own)).toContainText(reason);
      await expect(own.getByRole("region", { name: "Approvals" })).toContainText("Controller");
    }));

  await test.step("and on a phone, without scrolling to the side", () =>
    withPage(page, admin, "/budgets", async (own) => {
      await own.setViewportSize({ width: 390, height: 844 });
      const mustFit = async (shown: Locator) => {
        await expect(shown).toBeVisible();
        const { x = -1, width = 0 } = (await shown.boundingBox()) ?? {};
        expect([x >= 0, width > 0, x + width <= 390]).toEqual([true, true, true]);
        expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      };
      await own.getByRole("link", { name: "Rigs" }).click();
      await mustFit(own.getByRole("img", { name: /committed, .* reserved, .* beyond of \$500\.00$/ }));
      await own.goto(`/orders/${beyond}`);
      for (const words of ["Left before", "This order", "Left after"])
        await mustFit(sharesOf(own).getByText(words, { exact: true }));
      for (const amount of ["$200.00", "$400.00", "-$200.00"])
        await mustFit(sharesOf(own).getByText(amount, { exact: true }));
    }));

  await test.step("for several orders together", () =>
    withPage(page, lead, "/pending-approvals", async (own) => {
      for (const identifier of [first, beyond])
        await own.getByRole("checkbox", { name: `Select ${identifier}` }).check();
      await own.getByRole("button", { name: "Approve 2" }).click();
      await expect(dialogOf(own)).toContainText("Left before$500.00These orders$700.00Left after-$200.00");
      await expect(dialogOf(own)).toContainText(reason);
    }));

  await test.step("and on the page that the e-mail leads to", () =>
    withPage(page, lead, "/", async (own) => {
      const message = own.frameLocator(`iframe[title^="Order ${beyond} for"]`);
      const title = new RegExp(`^Order ${beyond} for`);
      await (await openMailbox(own, `${lead}@example.com`, title)).first().click();
      const link = message.getByRole("link", { name: "Approve", exact: true });
      await own.goto((await link.getAttribute("href")) ?? "");
      const budgets = own.getByRole("article").filter({ hasText: "Left before" });
      await expect(budgets).toContainText(/Left before\s*\$200\.00/);
      await expect(budgets).toContainText(/This order\s*\$400\.00/);
      await expect(budgets).toContainText(/Left after\s*-\$200\.00/);
      await expect(budgets).toContainText(reason);
    }));

  await test.step("the order is approved by the role of the budget", async () => {
    await requestAs(page, lead, "POST", `/orders/${first}/approve/`);
    await requestAs(page, lead, "POST", `/orders/${beyond}/approve/`);
    await withPage(page, people.Controller.username, `/orders/${beyond}`, async (own) => {
      await inMain(own, "Approve").click();
      await confirm(own, "Approve").click();
      await expect(own.getByRole("main").getByText("Accepted")).toBeVisible();
    });
  });

  await test.step("the list has what is used and left and a forecast, the page everything that was counted", async () => {
    await page.reload();
    await expect(rowOf(page, "Rigs")).toContainText("140% used, $200.00 beyond");
    const [{ forecast }] = (await requestAs(page, admin, "GET", "/budgets/")).results;
    const dollars = Number(forecast).toLocaleString("en-US", { style: "currency", currency: "USD" });
    // In the first weeks of a year.
    const words = forecast === null ? "Too early to say" : dollars;
    await expect(rowOf(page, "Rigs")).toContainText(words);
    await rowOf(page, "Rigs").getByRole("link", { name: "Rigs" }).click();
    await expect(page.getByText("$200.00 beyond", { exact: true })).toBeVisible();
    await expect(
      page.getByText(forecast === null ? words : `At the pace so far ${dollars} by the end of the period`),
    ).toBeVisible();
    const chart = page.getByRole("region", { name: "Used over the period" });
    await expect(chart.getByRole("img", { name: "$700.00 used" })).toBeVisible();
    const statement = page.getByRole("region", { name: "Statement" });
    await expect(statement.locator("tbody tr")).toHaveCount(4);
    const entry = (kind: string, identifier: string) =>
      statement.locator("tbody tr").filter({ hasText: kind }).filter({ hasText: identifier });
    await expect(entry("Reserved", beyond)).toContainText("API key");
    await expect(entry("Committed", beyond)).toContainText("Controller");
    await expect(entry("Committed", first)).toContainText("Lead");
    await expect(entry("Committed", first)).toContainText("$300.00");
    const saving = page.waitForEvent("download");
    await statement.getByRole("button", { name: "Export" }).click();
    const { sheets } = await readXlsx(readFileSync(await (await saving).path()));
    const [, newest, ...others] = sheets[0]?.rows ?? [];
    expect(newest?.slice(1)).toEqual(["Committed", beyond, site.name, 400, -400, 400, 700, "Controller"]);
    expect(others.at(-1)).toEqual(["Total", null, null, null, null, 0, 700, null, null]);
  });

  await test.step("and the pages of its places lead to it", async () => {
    await requestAs(page, admin, "POST", "/budgets/", {
      ...{ name: "All of Field", amount: "10", period: "month", nodes: [Number(node?.id)] },
    });
    await page.goto(`/hierarchy/${node?.id}`);
    await expect(page.getByRole("link", { name: "All of Field" })).toBeVisible();
    await page.goto(`/sites/${site.id}`);
    await page.getByRole("link", { name: "Rigs" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rigs" })).toBeVisible();
  });
});

test("an approver sees what a smaller quantity does to the step of a budget, reduces it, and the step is gone (EDIT-003 partly, EDIT-005 partly)", async ({
  page,
}) => {
  const { admin, people, slug, site } = await openOwnCompany({ roles: ["Lead", "Controller"] });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  const { id } = await requestAs(page, admin, "POST", "/budgets/", {
    ...{ name: "Rigs", amount: "500", period: "year", sites: [Number(site.id)] },
    ...{ beyond: "step", role: people.Controller.roleId },
  });
  const identifier = await placeOrder(page, { at: { slug, site }, items: ["100.00"], quantity: 7 });
  await openSignedIn(page, people.Lead.username, `/orders/${identifier}`);
  const timeline = page.getByRole("region", { name: "Approvals" });
  await expect(timeline).toContainText(`Rigs, ${YEAR}: $200.00 beyond $500.00`);

  await page.getByRole("button", { name: "Change quantity Item 1" }).click();
  const dialog = dialogOf(page);
  const preview = dialog.getByRole("region", { name: "After this change" });
  await expect(preview).toContainText("Total$600.00 $700.00");
  await expect(preview).toContainText(`ControllerNeededRigs, ${YEAR}: $100.00 beyond $500.00`);
  await dialog.getByRole("button", { name: "One less" }).click();
  await expect(preview).toContainText("Total$500.00 $700.00");
  await expect(preview).toContainText("ControllerNo longer needed");
  const amounts = async () => {
    const { amount, reserved, committed, left } = await requestAs(page, admin, "GET", `/budgets/${id}/`);
    return { amount, reserved, committed, left };
  };
  expect(await amounts()).toEqual({ ...BUDGET, reserved: "700.00", left: "-200.00" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Five will do");
  await dialog.getByRole("button", { name: "Save change" }).click();
  await expect(dialog).toBeHidden();
  await expect(timeline.getByText("No longer needed.")).toBeVisible();
  await expect(sharesOf(page)).toContainText("Left before$500.00This order$500.00Left after$0.00");
  expect(await amounts()).toEqual({ ...BUDGET, reserved: "500.00", left: "0.00" });

  await inMain(page, "Approve").click();
  await confirm(page, "Approve").click();
  await expect(page.getByRole("main").getByText("Accepted")).toBeVisible();
  expect(await amounts()).toEqual({ ...BUDGET, committed: "500.00", left: "0.00" });
});
