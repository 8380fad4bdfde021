import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole("region", { name: table }).getByRole("row").filter({ hasText: name });

/** Two orders of the first site: one below 500 and one above. */
const addOrders = (companyId: number) =>
  queryDatabase(
    `with snapshot as (insert into site_snapshots (company_id, site_id, name)
       select company_id, id, name from sites where company_id = $1 and name = 'First Site' returning id, site_id)
     insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
     select $1, 'T-' || total, snapshot.site_id, snapshot.id, 1, now() - interval '1 day', total, total
     from unnest(array[100, 900]) as total, snapshot`,
    [companyId],
  );

test("a change of the rules is tried on the last orders, kept over a reload, and saved as the rules", async ({
  page,
}) => {
  const { companyId, admin, people } = await openOwnCompany({ roles: ["Manager", "Finance"] });
  await addOrders(companyId);
  await openSignedIn(page, admin, "/configuration/approvals");
  const { roleId } = people.Manager;
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: roleId, limit: 0 });
  await page.reload();
  await page.getByRole("button", { name: "Try changes" }).click();
  const draft = page.getByRole("region", { name: "Draft of the rules" }).first();
  await expect(draft).toContainText("Manager");

  await page.getByRole("button", { name: "Edit Manager" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("switch", { name: "Approve every order" }).click();
  await dialog.getByLabel("Order Total Above").fill("500");
  await dialog.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "Draft of the rules", "Manager").first()).toContainText("Changed");

  await page.getByRole("button", { name: "Add a rule" }).click();
  await dialog.getByRole("combobox", { name: "User Role" }).click();
  await page.getByRole("option", { name: "Finance" }).click();
  await dialog.getByLabel("Order Total Above").fill("800");
  await dialog.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(rowOf(page, "Draft of the rules", "Finance").first()).toContainText("New");

  await page.getByRole("button", { name: "Try on the last 90 days" }).click();
  await expect(page.getByText("2 of 2 orders would have other steps.")).toBeVisible();
  await expect(rowOf(page, "The last 90 days", "Money without approval")).toHaveText(/\$0\.00\s*\$100\.00/);
  await expect(rowOf(page, "Examples", "T-100")).toContainText("No approval");
  await expect(rowOf(page, "Examples", "T-900")).toContainText("Manager → Finance");
  await expect(rowOf(page, "Orders per approver", "Manager")).toHaveText(/2\s*1/);

  await page.reload();
  await expect(rowOf(page, "Examples", "T-900")).toContainText("Manager → Finance");
  await page.getByRole("button", { name: "Save as the rules" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save as the rules" }).click();
  await expect(page.getByRole("button", { name: "Try changes" })).toBeVisible();
  const { data } = await requestAs(page, admin, "GET", "/approvals/rules/?order_by=limit");
  expect(
    data.map(({ role, limit }: { role: { name: string }; limit: number }) => [role.name, limit]),
  ).toEqual([
    ["Manager", 500],
    ["Finance", 800],
  ]);
});
