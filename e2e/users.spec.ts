import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn, PASSWORD, sidebarOf, switchUser } from "./people.ts";
import { requestAs } from "./placed-orders.ts";
import { chooseRowAction } from "./row-menu.ts";

const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const main = (page: Page) => page.getByRole("main");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const crumbs = (page: Page) => page.getByRole("navigation", { name: "Breadcrumbs" });
const sent = (page: Page, method: string) => page.waitForRequest((request) => request.method() === method);

// One long journey: opening a page costs more than using it.

test("a company admin creates a user with sites, clones another one with triggers, and edits one; elsewhere the search is forgotten (USER-001, USER-009, USER-021, USER-023, USER-024, USER-026, USER-027, USER-029, USER-031, USER-032, USER-044, USER-048, USER-050, USER-052, USER-053, USER-054, USER-056, USER-058, USER-059)", async ({
  page,
}) => {
  const { admin, slug, people, companyId, site } = await openOwnCompany({ roles: ["Buyer"] });
  await queryDatabase(
    `insert into triggers (company_id, user_id, site_id, rule, frequency, value, enabled)
     values ($1, $2, $3, 'COUNT', 'WEEKLY', 25, true)`,
    [companyId, people.Buyer.id, site.id],
  );
  await openSignedIn(page, admin, "/users");
  const row = (username: string) => page.getByRole("row").filter({ hasText: username });
  await expect(row(people.Buyer.username)).toBeVisible();
  await expect(main(page)).toContainText(/^\s*Company\s*Users/);

  // Create: what is missing stands at its field, the username follows the names.
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Create New User");
  const create = dialog.getByRole("button", { name: "Create" });
  await expect(dialog.getByLabel("Invite by e-mail")).toBeChecked();
  await dialog.getByLabel("Set a password").check();
  await create.click();
  await expect(dialog.getByText("Username field is required")).toBeVisible();
  await expect(dialog.getByText("Password field is required")).toBeVisible();
  await dialog.getByLabel("First Name").fill("Dana");
  await dialog.getByLabel("Last Name").fill("Whitfield");
  const username = dialog.getByLabel("Username");
  await expect(username).toHaveValue(`${slug}-dana.whitfield`);
  await expect(username).toHaveJSProperty("readOnly", true);
  await dialog.getByLabel("Title").click();
  await page.getByRole("option", { name: "Buyer" }).click();
  await dialog.getByRole("textbox", { name: "Email" }).fill(`${admin}@example.com`);
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await create.click();
  await expect(dialog.getByText("A user with this email already exists.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Email" }).fill(`dana@${slug}.example.com`);
  await create.click();
  await expect(toastOf(page, "User successfully created")).toBeVisible();
  await expect(dialog).toContainText("Assign Sites to User");
  await dialog.getByLabel("First Site").check();
  await dialog.getByLabel("Second Site").check();
  const assigned = sent(page, "PUT");
  await dialog.getByRole("button", { name: "Save Sites" }).click();
  expect((await assigned).postDataJSON().sites_list).toEqual([
    { site: expect.any(Number), is_admin: true },
    { site: expect.any(Number), is_admin: true },
  ]);
  await expect(toastOf(page, "Sites assigned succesfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row("dana.whitfield")).toContainText("First Site, Second Site");
  await page.getByRole("button", { name: "Create User" }).click();
  await expect(dialog.getByLabel("First Name")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Clone, from a list that was searched.
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder("Username, name or email"))
    .first()
    .fill("buyer");
  await expect(row("dana.whitfield")).toHaveCount(0);
  await chooseRowAction(page, "Clone", people.Buyer.username);
  await expect(crumbs(page)).toHaveText(/^Users.*Clone User$/s);
  await expect(main(page).getByLabel("First Site")).toBeChecked();
  await main(page).getByLabel("First Name").fill("Eve");
  await main(page).getByLabel("Last Name").fill("Burr");
  await main(page).getByRole("textbox", { name: "Email" }).fill(`eve@${slug}.example.com`);
  await main(page).getByLabel("Clone Triggers").check();
  const cloned = sent(page, "POST");
  await main(page).getByRole("button", { name: "Save" }).click();
  expect(new URL((await cloned).url()).pathname).toBe(`/api/accounts/users/${people.Buyer.id}/clone/`);
  await expect(toastOf(page, "User saved correctly")).toBeVisible();
  await expect(page).toHaveURL(/\/users\?search=buyer/);
  const triggers = await queryDatabase<{ value: number; enabled: boolean }>(
    `select triggers.value, triggers.enabled from triggers join users on users.id = user_id
     where username = $1 and rule = 'COUNT' and site_id = $2`,
    [`${slug}-eve.burr`, site.id],
  );
  expect(triggers).toEqual([{ value: 25, enabled: true }]);

  // Edit: a user with an approval rule is saved after a question only; the way back keeps the search.
  await requestAs(page, admin, "POST", "/approvals/rules/", { limit: 0, role: people.Buyer.roleId });
  await page.getByRole("link", { name: `Edit ${people.Buyer.username}` }).click();
  await expect(crumbs(page)).toHaveText(/^Users.*Edit User$/s);
  await expect(main(page).getByRole("textbox", { name: "Password" })).toHaveAttribute(
    "placeholder",
    "**********",
  );
  const access = page.getByRole("complementary", { name: "What this user may do" });
  await expect(access).toContainText("Sees 2 sites");
  await expect(access).toContainText("Every order, by the role Buyer. At every site that they see.");
  await main(page).getByLabel("Last Name").fill("Moss");
  await expect(main(page).getByLabel("Username")).toHaveValue(`${slug}-buyer.moss`);
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("named by an order approval rule");
  const saved = sent(page, "PATCH");
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await saved).postDataJSON()).toMatchObject({ last_name: "Moss", username: `${slug}-buyer.moss` });
  await expect(page).toHaveURL(/\/users\?search=buyer/);
  await page.getByRole("link", { name: `Edit ${slug}-buyer.moss` }).click();
  await page.getByRole("link", { name: "Return to users" }).click();
  await expect(page).toHaveURL(/\/users\?search=buyer/);
  await expect(heading(page)).toHaveText("Users");

  // Going elsewhere and coming back by the menu: the whole list.
  await sidebarOf(page).getByRole("link", { name: "Sites" }).click();
  await expect(heading(page)).toHaveText("Sites");
  await sidebarOf(page).getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(row(`${slug}-dana.whitfield`)).toBeVisible();

  await switchUser(page, `${slug}-buyer.moss`, "/users");
  await expect(heading(page)).toHaveText("Page Not Found (404)");
});

test("in a company with a hierarchy the node decides the prefix, and creation ends the flow (USER-022, USER-030)", async ({
  page,
}) => {
  const { admin, slug } = await openOwnCompany({ roles: [], nodes: { Corp: null, North: "nor" } });
  await openSignedIn(page, admin, "/users");
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create" });
  await dialog.getByLabel("First Name").fill("Dana");
  await dialog.getByLabel("Last Name").fill("Whitfield");
  await create.click();
  await expect(dialog.getByText("Node field is required")).toBeVisible();
  const pick = async (node: string) => {
    await dialog.getByLabel("Node").click();
    await page.getByRole("option", { name: node === "Corp" ? /^Corp$/ : node }).click();
  };
  await pick("Corp");
  await expect(dialog.getByLabel("Username")).toHaveValue(`${slug}-dana.whitfield`);
  await pick("North");
  await expect(dialog.getByLabel("Username")).toHaveValue("nor-dana.whitfield");
  await pick("Corp");
  await dialog.getByRole("textbox", { name: "Email" }).fill(`dana@${slug}.example.com`);
  await create.click();
  await expect(toastOf(page, "User successfully created")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "dana.whitfield" })).toBeVisible();
});
