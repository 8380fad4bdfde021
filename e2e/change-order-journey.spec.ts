import { expect, type Page, test } from "@playwright/test";
import { confirm, dialogOf, inMain, toastOf } from "./approvals-page.ts";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

/** Site decides every order, Finance those of $500.00 and more; the order has 6 pieces for $100.00 each. */
const openTestCompany = async (page: Page) => {
  const { admin, people, ...at } = await openOwnCompany({ roles: ["Site", "Finance", "Buyer"] });
  for (const [{ roleId }, limit] of [
    [people.Site, 0],
    [people.Finance, 500],
  ] as const)
    await requestAs(page, admin, "POST", "/approvals/rules/", { role: roleId, limit });
  const identifier = await placeOrder(page, {
    at,
    items: ["100.00"],
    quantity: 6,
    creator: people.Buyer.username,
  });
  return { admin, people, identifier, companyId: at.companyId };
};

test("a company lets approvers change the PO; one reduces a quantity, and the order needs one approval less (EDIT-002)", async ({
  page,
}) => {
  const { admin, people, identifier, companyId } = await openTestCompany(page);

  await test.step("the company admin allows it", async () => {
    await openSignedIn(page, admin, "/configuration/approvals");
    await expect(page.getByText(/approvers can reduce quantities, and change no fields/)).toBeVisible();
    await page.getByRole("button", { name: "Change What Approvers Can Change" }).click();
    await page.getByRole("checkbox", { name: "PO" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/approvers can reduce quantities and change PO\./)).toBeVisible();
  });

  const other = await page.context().browser()?.newPage();
  if (!other) throw new Error("There is no browser.");
  await openSignedIn(other, people.Site.username, `/orders/${identifier}`);
  const timeline = other.getByRole("region", { name: "Approvals" });
  const line = other.getByRole("row", { name: /Item 1/ });
  await expect(timeline.getByText("Needed because the total is $500.00 or more.")).toBeVisible();

  await test.step("bad quantities are refused on the field, a good one shows what it leads to", async () => {
    await other.getByRole("button", { name: "Change quantity Item 1" }).click();
    const dialog = dialogOf(other);
    const quantity = dialog.getByRole("spinbutton", { name: "Quantity" });
    await expect(quantity).toBeFocused();
    await quantity.fill("7");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Four will do");
    await dialog.getByRole("button", { name: "Save change" }).click();
    await expect(
      dialog.getByText("Enter less than 6: the quantity of an ordered item can only be reduced."),
    ).toBeVisible();
    await quantity.fill("5");
    await dialog.getByRole("button", { name: "One less" }).click();
    const preview = dialog.getByRole("region", { name: "After this change" });
    await expect(preview).toContainText("Total$400.00 $600.00");
    await expect(preview).toContainText("FinanceNo longer needed");
    await dialog.getByRole("button", { name: "Save change" }).click();
    await expect(toastOf(other, "The quantity has been reduced.")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step("the order shows the original beside the change, who and why, and its steps", async () => {
    await expect(line.getByRole("deletion")).toHaveText(/6$/);
    await expect(timeline.getByText("Item 1: quantity 6 → 4, $600.00 → $400.00")).toBeVisible();
    await expect(timeline.getByText("Changed by Site")).toBeVisible();
    await expect(timeline.getByText("Reason: Four will do")).toBeVisible();
    await expect(timeline.getByText("No longer needed.")).toBeVisible();
  });

  await test.step("the PO is changed by keyboard", async () => {
    await other.getByRole("button", { name: "Change order details" }).focus();
    await other.keyboard.press("Enter");
    const dialog = dialogOf(other);
    await expect(dialog.getByRole("textbox", { name: "PO" })).toBeFocused();
    await dialog.getByRole("textbox", { name: "PO" }).fill("PO-2");
    await other.keyboard.press("Tab");
    await other.keyboard.type("The other job");
    await dialog.getByRole("button", { name: "Save change" }).press("Enter");
    await expect(toastOf(other, "The order details have been changed.")).toBeVisible();
    await expect(timeline.getByText(`PO: PO-${identifier} → PO-2`)).toBeVisible();
  });

  await test.step("and its approval is the last one", async () => {
    await other.reload();
    await expect(line.getByRole("deletion")).toHaveText(/6$/);
    await inMain(other, "Approve").click();
    await expect(dialogOf(other)).toContainText("$400.00");
    await confirm(other, "Approve").click();
    await expect(other.getByRole("main").getByText("Accepted")).toBeVisible();
    await other.close();
  });

  await test.step("the placer was notified of both changes, and both went out as events before the approval", async () => {
    const told = `select subject from messages where company_id = $1 and user_id = $2 and channel = 'email' order by id`;
    const subjects = async () =>
      (await queryDatabase<{ subject: string }>(told, [companyId, people.Buyer.id])).map(
        ({ subject }) => subject,
      );
    await expect
      .poll(subjects)
      .toEqual([
        ...[`Order ${identifier} was changed`, `Order ${identifier} was changed`],
        `Order ${identifier} for $400.00 is approved`,
      ]);
    const events = await queryDatabase<{ type: string; payload: object }>(
      "select type, payload from events where company_id = $1 and type like 'order.%' order by created_at",
      [companyId],
    );
    expect(events).toMatchObject([
      {
        type: "order.line_changed",
        payload: { before: { quantity: "6", total: "600.00" }, after: { quantity: "4", total: "400.00" } },
      },
      {
        type: "order.fields_changed",
        payload: { before: { po_number: `PO-${identifier}` }, after: { po_number: "PO-2" } },
      },
      { type: "order.approved" },
    ]);
  });
});
