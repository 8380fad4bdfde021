import { expect, type Page, type Route, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";
import { chooseRowAction } from "./row-menu.ts";

const PATH = "/configuration/roles";
const LIST = /\/api\/accounts\/roles\/\?/;
const ONE = /\/api\/accounts\/roles\/\d+\/$/;
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const main = (page: Page) => page.getByRole("main");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialogOf = (page: Page) => page.getByRole("dialog");
const names = (page: Page) => page.locator("tbody tr > :first-child");
const sent = (page: Page, method: string) => page.waitForRequest((request) => request.method() === method);
/** The server fails once at a call of this method. */
const failOnce = async (page: Page, path: RegExp, method: string) => {
  let failed = false;
  await page.route(path, (route: Route) => {
    if (failed || route.request().method() !== method) return route.fallback();
    failed = true;
    // A read that fails with 500 would be tried again unseen.
    return route.fulfill({ status: method === "GET" ? 400 : 500, json: {} });
  });
};
const open = (page: Page) => page.getByRole("button", { name: "Create Role" }).click();
const addRole = async (page: Page, name: string) => {
  await open(page);
  await dialogOf(page).getByLabel("Name").fill(name);
  await dialogOf(page).getByRole("button", { name: "Create" }).click();
  await expect(dialogOf(page)).toBeHidden();
};

// One long journey: opening a page costs more than using it.

test("a company admin creates, sorts, renames and deletes roles, and sees errors and what is deleted with a role (CONF-005, CONF-006, CONF-007, CONF-008, CONF-009, CONF-010, CONF-011, CONF-012, CONF-018, CONF-019, CONF-020, CONF-021, CONF-023, CONF-024, CONF-025, CONF-026)", async ({
  page,
}) => {
  const { admin, ...at } = await openOwnCompany({ roles: [] });
  await openSignedIn(page, admin, "/configuration");
  await failOnce(page, LIST, "GET");
  await main(page)
    .getByRole("link", { name: /^Roles/ })
    .click();
  await expect(toastOf(page, "There has been an error fetching roles")).toBeVisible();
  const tryAgain = () => page.getByRole("button", { name: "Try again" }).click();
  await tryAgain();
  await expect(main(page)).toContainText("Company does not have user's roles");
  await expect(heading(page)).toHaveText("Roles");
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(/^Configuration.*Roles$/s);

  // What is wrong stands at the field; what the server could not do is a toast.
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Create New Role" });
  const create = dialog.getByRole("button", { name: "Create" });
  await create.click();
  await expect(dialog.getByText("Name field is required")).toBeVisible();
  await failOnce(page, /\/api\/accounts\/roles\/$/, "POST");
  await dialog.getByLabel("Name").fill("Buyer");
  await create.click();
  const createFailed = toastOf(page, "There has been an error creating the role");
  await expect(createFailed).toBeVisible();
  await createFailed.getByRole("button").click();
  const made = sent(page, "POST");
  await create.click();
  expect((await made).postDataJSON()).toEqual({ name: "Buyer" });
  await expect(dialog).toBeHidden();
  await expect(names(page)).toHaveText(["Buyer"]);
  await open(page);
  await dialog.getByLabel("Name").fill("bUYER");
  await create.click();
  await expect(dialog.getByText("There is already a role with this name.")).toBeVisible();
  await expect(createFailed).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Auditor");
  await create.click();
  await expect(dialog).toBeHidden();
  await addRole(page, "Welder");

  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Users", "Actions"]);
  await expect(names(page)).toHaveText(["Auditor", "Buyer", "Welder"]);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(names(page)).toHaveText(["Welder", "Buyer", "Auditor"]);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await page.reload();
  await expect(names(page)).toHaveText(["Welder", "Buyer", "Auditor"]);

  // Without a rule it is saved at once.
  await page.getByRole("link", { name: "Edit Buyer" }).click();
  await expect(heading(page)).toHaveText("Edit Role");
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));
  const name = main(page).getByLabel("Name");
  const save = main(page).getByRole("button", { name: "Save" });
  await expect(name).toHaveValue("Buyer");
  await expect(save).toBeDisabled();
  const updateFailed = toastOf(page, "There has been an error updating the role");
  await name.fill("WELDER");
  await save.click();
  await expect(main(page).getByText("There is already a role with this name.")).toBeVisible();
  await expect(updateFailed).toBeVisible();
  await updateFailed.getByRole("button").click();
  await failOnce(page, ONE, "PATCH");
  await name.fill("Chief Buyer");
  await save.click();
  await expect(updateFailed).toBeVisible();
  await expect(main(page).getByText("There is already a role with this name.")).toHaveCount(0);
  const changed = sent(page, "PATCH");
  const listed = page.waitForRequest(LIST);
  await save.click();
  expect((await changed).postDataJSON()).toEqual({ name: "Chief Buyer" });
  expect(new URL((await listed).url()).searchParams.get("order_by")).toBe("name");
  await expect(toastOf(page, "Role updated correctly")).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await expect(names(page)).toHaveText(["Auditor", "Chief Buyer", "Welder"]);

  // With a rule it asks first; Cancel leaves the form as it is.
  await requestAs(page, admin, "POST", "/approvals/rules/", { limit: 0, role: id });
  await failOnce(page, ONE, "GET");
  await page.getByRole("link", { name: "Edit Chief Buyer" }).click();
  await expect(toastOf(page, "There has been an error fetching the role")).toBeVisible();
  await tryAgain();
  await expect(name).toHaveValue("Chief Buyer");
  await name.fill("Lead Buyer");
  await save.click();
  await expect(dialogOf(page)).toContainText("This role has an order approval rule.");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Lead Buyer");
  await save.click();
  const confirmed = sent(page, "PATCH");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  expect((await confirmed).postDataJSON()).toEqual({ name: "Lead Buyer" });
  await expect(names(page)).toHaveText(["Auditor", "Lead Buyer", "Welder"]);

  // An order waits for it: it stays, with the reason.
  const identifier = await placeOrder(page, { at });
  const askToDelete = (role: string) => chooseRowAction(page, "Delete", role);
  const confirmDelete = () => dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await askToDelete("Lead Buyer");
  await expect(dialogOf(page)).toContainText("Any related order approval rule will be removed.");
  await confirmDelete();
  const kept = toastOf(page, "There has been an error deleting the role");
  await expect(kept).toContainText("Pending orders have no other eligible approver");
  await requestAs(page, admin, "POST", `/orders/${identifier}/approve/`);
  await askToDelete("Lead Buyer");
  const gone = sent(page, "DELETE");
  await confirmDelete();
  expect(new URL((await gone).url()).pathname).toBe(`/api/accounts/roles/${id}/`);
  await expect(toastOf(page, "Role deleted correctly")).toBeVisible();
  await expect(names(page)).toHaveText(["Auditor", "Welder"]);
  expect((await requestAs(page, admin, "GET", "/approvals/rules/")).count).toBe(0);
  await page.goto(`${PATH}/${id}`);
  await expect(heading(page)).toHaveText("Page Not Found (404)");
});
