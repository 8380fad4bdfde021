import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn, sidebarOf } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const viewButton = (page: Page) => page.getByRole("button", { name: /^View: / });
const panelOf = (page: Page) => page.getByRole("dialog", { name: "Views" });
/** The columns that a view arranges: the actions are always last. */
const columns = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts())
    .map((name) => name.trim())
    .filter((name) => name !== "Actions");
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const choose = async (page: Page, name: string) => {
  await viewButton(page).click();
  await panelOf(page).getByRole("button", { name, exact: true }).click();
  await expect(panelOf(page)).toBeHidden();
};
const VIEWS = "/lists/sites/views/";

// One long journey: opening a page costs more than using it.

test("a user saves, opens, changes and shares a view; a colleague opens it from the panel and by link, and a message names parts that no longer exist (VIEW-001, VIEW-002, VIEW-006, VIEW-007, VIEW-008)", async ({
  page,
  browser,
}) => {
  const { admin, people } = await openOwnCompany({ roles: ["Buyer"] });
  const buyer = people.Buyer.username;
  await openSignedIn(page, admin, "/sites");
  const standard = ["Name", "Site Type", "Business Unit", "Division", "Region", "Users"];
  await expect.poll(() => columns(page)).toEqual(standard);
  await expect(viewButton(page)).toHaveAccessibleName("View: All columns");
  await choose(page, "Essentials");
  await expect.poll(() => columns(page)).toEqual(["Name", "Site Type"]);
  await choose(page, "All columns");
  await expect.poll(() => columns(page)).toEqual(standard);

  // Filters, order, columns and density are what a view keeps.
  await page.goto("/sites?name=Site&ordering=-name&columns=region,name&density=comfortable&view=essentials");
  await expect.poll(() => columns(page)).toEqual(["Region", "Name"]);
  const names = page.locator("tbody tr > :nth-child(2)");
  await expect(names).toHaveText(["Second Site", "Other Site", "First Site"]);
  await expect(viewButton(page)).toHaveAccessibleName("View: Essentials, changed");
  await page.getByRole("button", { name: "Save as new view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as new view" });
  await dialog.getByLabel("Name").fill("By region");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(viewButton(page)).toHaveAccessibleName("View: By region");

  // Changed, it says so; reset, it is as it was saved.
  await page.getByRole("button", { name: "Remove filter Name" }).click();
  await expect(viewButton(page)).toHaveAccessibleName("View: By region, changed");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(viewButton(page)).toHaveAccessibleName("View: By region");
  await expect(page).toHaveURL(/name=Site/);
  const [saved] = (await requestAs(page, admin, "GET", VIEWS)).results;
  expect(saved).toMatchObject({
    columns: ["region", "name"],
    ordering: "-name",
    filters: { name: "Site" },
    density: "comfortable",
  });

  await choose(page, "Share with the company");
  await expect(toastOf(page, "Everyone in your company sees the view now.")).toBeVisible();
  await page.getByRole("button", { name: "Switch to compact rows" }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Update the shared view?" })
    .getByRole("button", { name: "Update" })
    .click();
  await expect(viewButton(page)).toHaveAccessibleName("View: By region");
  await expect(toastOf(page, "The view was updated.")).toBeVisible();

  // A colleague opens it from the list and makes it the default, but cannot change it.
  const colleague = await (await browser.newContext()).newPage();
  await openSignedIn(colleague, buyer, "/sites");
  await choose(colleague, "By region Ada Admin");
  await expect.poll(() => columns(colleague)).toEqual(["Region", "Name"]);
  await viewButton(colleague).click();
  await expect(panelOf(colleague).getByRole("button", { name: "Rename" })).toHaveCount(0);
  await panelOf(colleague).getByRole("button", { name: "Set as my default" }).click();
  await expect(toastOf(colleague, "This list opens with the view from now on.")).toBeVisible();
  await choose(colleague, "All columns");
  await expect.poll(() => columns(colleague)).toEqual(standard);
  await sidebarOf(colleague).getByRole("link", { name: "Sites" }).click();
  await expect.poll(() => columns(colleague)).toEqual(["Region", "Name"]);
  await expect(colleague.locator("tbody tr > :nth-child(2)")).toHaveText(["Second Site", "First Site"]);

  // By link: this one, one with parts that are gone, and one that is not theirs.
  await colleague.goto(`/sites?view=${saved.id}`);
  await expect(viewButton(colleague)).toHaveAccessibleName("View: By region");
  await expect.poll(() => columns(colleague)).toEqual(["Region", "Name"]);
  const { id } = await requestAs(page, admin, "POST", VIEWS, {
    name: "Outdated",
    columns: ["name", "weight"],
    filters: { color: "red" },
    shared: true,
  });
  await colleague.goto(`/sites?view=${id}`);
  await expect(
    toastOf(
      colleague,
      "Outdated was opened without what no longer exists: column weight, filter color: red.",
    ),
  ).toBeVisible();
  await expect.poll(() => columns(colleague)).toEqual(["Name"]);
  const own = await requestAs(page, admin, "POST", VIEWS, { name: "Own", columns: ["name"] });
  await colleague.goto(`/sites?view=${own.id}`);
  await expect(toastOf(colleague, "This view does not exist or is not shared with you.")).toBeVisible();
  await expect.poll(() => columns(colleague)).toEqual(standard);
  await colleague.context().close();

  // Deleted, it is nobody's default any more.
  await choose(page, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(viewButton(page)).toHaveAccessibleName("View: All columns");
  expect((await requestAs(page, buyer, "GET", VIEWS)).results).toMatchObject([{ name: "Outdated" }]);
});
