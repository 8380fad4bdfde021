import { expect, type Page, type Route, test } from "@playwright/test";
import { openSignedIn, switchUser } from "./people.ts";
import { ADMIN, requestAs } from "./placed-orders.ts";
import { holdRequests } from "./responses.ts";
import { chooseRowAction, rowMenu } from "./row-menu.ts";

const PATH = "/configuration/approvals";
const ACME = "acme-company.admin";
const RULES = /\/api\/approvals\/rules\/(\?.*)?$/;
const ANY_RULE = "**/api/approvals/rules/**";
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const main = (page: Page) => page.getByRole("main");
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole("dialog");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const limitIn = (place: Page | ReturnType<typeof dialogOf>) => place.getByLabel("Order Total Above");
const saveIn = (place: Page | ReturnType<typeof dialogOf>) => place.getByRole("button", { name: "Save" });
const deactivate = (page: Page) => page.getByRole("button", { name: "Deactivate order approvals" });

interface Rule {
  readonly id: number;
  readonly role: { readonly name: string } | null;
  readonly user: { readonly name: string } | null;
  readonly limit: number;
}
const ruleOf = async (page: Page, username: string, name: string): Promise<Rule> => {
  const { data } = await requestAs(page, username, "GET", "/approvals/rules/?order_by=limit");
  const found = data.find(({ role, user }: Rule) => (role ?? user)?.name === name);
  if (!found) throw new Error(`There is no rule of ${name}`);
  return found;
};
const onlyFor = (method: string, answer: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === method ? answer(route) : route.fallback();
const asked = (page: Page, method: string) => page.waitForRequest((request) => request.method() === method);

const openCreate = async (page: Page) => {
  await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
  return page.getByRole("dialog", { name: "Create Order Approval Rule" });
};
const pick = async (page: Page, field: string, option: string | RegExp) => {
  await dialogOf(page).getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
};
const pickUser = async (page: Page, typed: string, name: RegExp) => {
  await dialogOf(page).getByRole("combobox", { name: "User" }).fill(typed);
  await page.getByRole("option", { name }).click();
};

// Each is a long walk rather than many short ones: opening a page costs more than using it.

test("rules are listed by limit; an admin creates, edits and deletes one; rules with pending orders cannot be deleted, and approvals cannot be turned off (CONF-001, CONF-004, CONF-029, CONF-030, CONF-031, CONF-036, CONF-037, CONF-038, CONF-042, CONF-045, CONF-046, CONF-048, CONF-049, CONF-060, CONF-061, CONF-062, CONF-063, CONF-066, CONF-067, CONF-068)", async ({
  page,
}) => {
  const listed = page.waitForRequest(RULES);
  await openSignedIn(page, ACME, "/configuration");
  const release = await holdRequests(page, "**/company-configurations/**");
  await main(page)
    .getByRole("link", { name: /Approvals/ })
    .click();
  await expect(heading(page)).toHaveText("Order Approval Rules");
  expect(new URL((await listed).url()).searchParams.get("order_by")).toBe("limit");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await expect(crumbs).toHaveText(/^Configuration.*Approvals$/s);
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Rule", "Actions"]);
  await expect(rowOf(page, "Blanket Approver")).toContainText("Blanket approver");
  // What arrives later has its place already.
  const place = await page.getByRole("table").boundingBox();
  release();
  await expect(page.getByRole("switch", { name: /^Allow self-approval/ })).toBeVisible();
  expect(await page.getByRole("table").boundingBox()).toEqual(place);
  await expect(rowOf(page, "Site Approver")).toContainText("Approve every order");
  await expect(rowOf(page, "Finance Approver")).toContainText(
    "Approve orders with total equal to or above $5,000.00",
  );
  // The second line tells whom a rule names and where it applies.
  const cells = await page.locator("tbody tr > :first-child").allInnerTexts();
  const names = cells.map((text) => text.split("\n")[0]?.trim() ?? "");
  const byLimit = ["Blanket Approver", "Site Approver", "Finance Approver"];
  expect(names.filter((name) => byLimit.includes(name))).toEqual(byLimit);

  const waited = rowOf(page, "Site Approver").getByRole("link", { name: "Edit Site Approver" });
  await waited.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Pending approvals");
  await expect(waited).toHaveAccessibleDescription("Pending approvals");
  await expect(rowOf(page, "Site Approver").getByRole("button")).toHaveCount(0);
  await expect(rowMenu(page, "Blanket Approver")).toBeVisible();

  const dialog = await openCreate(page);
  await pick(page, "User Role", "Store Keeper");
  await limitIn(dialog).fill("900000");
  const made = asked(page, "POST");
  await saveIn(dialog).click();
  expect((await made).postDataJSON()).toEqual({ limit: 900_000, role: expect.any(Number) });
  await expect(toastOf(page, "Order Approval Rule created correctly")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "Store Keeper")).toContainText("equal to or above $900,000.00");

  const { id } = await ruleOf(page, ACME, "Store Keeper");
  await rowOf(page, "Store Keeper").getByRole("link", { name: "Edit Store Keeper" }).click();
  await expect(page).toHaveURL(`${PATH}/${id}`);
  await expect(heading(page)).toHaveText("Edit Order Approval Rule of Store Keeper");
  const role = page.getByRole("combobox", { name: "User Role" });
  await expect(role).toHaveValue("Store Keeper");
  await expect(role).toBeDisabled();
  await limitIn(page).fill("800000");
  const changed = asked(page, "PATCH");
  await saveIn(page).click();
  expect(new URL((await changed).url()).pathname).toBe(`/api/approvals/rules/${id}/`);
  expect((await changed).postDataJSON()).toEqual({ limit: 800_000 });
  await expect(toastOf(page, "Order Approval Rule updated correctly")).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await expect(rowOf(page, "Store Keeper")).toContainText("equal to or above $800,000.00");

  // Opened again it is what was saved, or what somebody else made of it since, and can be set back.
  const openAgain = () => page.getByRole("link", { name: "Edit Store Keeper" }).click();
  await openAgain();
  await expect(limitIn(page)).toHaveValue("800000");
  await limitIn(page).fill("900000");
  await saveIn(page).click();
  await expect(rowOf(page, "Store Keeper")).toContainText("equal to or above $900,000.00");
  await requestAs(page, ACME, "PATCH", `/approvals/rules/${id}/`, { limit: 700_000 });
  await openAgain();
  await expect(limitIn(page)).toHaveValue("700000");
  await expect(saveIn(page)).toBeDisabled();
  await page.getByRole("link", { name: "Return to order approval rules" }).click();

  await chooseRowAction(page, "Delete", "Store Keeper");
  const gone = asked(page, "DELETE");
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  expect(new URL((await gone).url()).pathname).toBe(`/api/approvals/rules/${id}/`);
  await expect(toastOf(page, "Order Approval Rule deleted correctly")).toBeVisible();
  await expect(rowOf(page, "Store Keeper")).toHaveCount(0);

  await page.goto(`${PATH}/${id}`);
  await expect(heading(page)).toHaveText("Page Not Found (404)");
  await expect(toastOf(page, "There has been an error fetching")).toHaveCount(0);
  await page.goBack();

  const looked = page.waitForRequest(/\/api\/orders\/pending\/\?/);
  await deactivate(page).click();
  await looked;
  await expect(dialogOf(page)).toContainText(
    "You have pending approvals that need to be addressed before deactivating.",
  );
  await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
  await expect(deactivate(page)).toBeFocused();
  await crumbs.getByRole("link", { name: "Configuration" }).click();
  await expect(page).toHaveURL("/configuration");
  await page.goBack();
  await deactivate(page).click();
  await dialogOf(page).getByRole("button", { name: "Take me there" }).click();
  await expect(page).toHaveURL("/pending-approvals");
  await switchUser(page, "acme-site.approver", "/configuration");
  await expect(heading(page)).toHaveText("Page Not Found (404)");
});

test("the form takes one of three kinds of limit, and shows errors of the form and of the server on their fields (CONF-044, CONF-045, CONF-047, CONF-050, CONF-053, CONF-054, CONF-055, CONF-056, CONF-058, CONF-059, CONF-066, CONF-067, CONF-068)", async ({
  page,
}) => {
  const bodies: { limit: number }[] = [];
  let answer: { status: number; json: object } = { status: 500, json: {} };
  await page.route(
    RULES,
    onlyFor("POST", (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill(answer);
    }),
  );
  for (const method of ["PATCH", "DELETE"]) {
    await page.route(
      ANY_RULE,
      onlyFor(method, (route) => route.fulfill({ status: 500, json: {} })),
    );
  }
  await openSignedIn(page, ACME, PATH);
  const dialog = await openCreate(page);
  await saveIn(dialog).click();
  await expect(dialog.getByText("User Role field is required")).toBeVisible();
  await expect(dialog.getByText("Order Minimum Total field is required")).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "User Role" })).toBeFocused();
  await expect(saveIn(dialog)).toBeDisabled();
  await dialog.getByRole("combobox", { name: "User Role" }).click();
  await expect(page.getByRole("option", { name: /Site Approver/ })).toHaveAttribute("data-combobox-disabled");
  await page.getByRole("option", { name: "Field Supervisor" }).click();

  const limit = dialog.getByRole("spinbutton", { name: "Order Total Above" });
  await expect(limit).toHaveAttribute("min", "0");
  await expect(limit).toHaveAttribute("step", "1");
  const every = dialog.getByRole("switch", { name: "Approve every order" });
  const blanket = dialog.getByRole("switch", { name: "Blanket approver" });
  const save = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await saveIn(dialog).click();
    await answered;
    await expect(saveIn(dialog)).not.toHaveAttribute("data-loading");
  };
  await every.click();
  await expect(limit).toBeDisabled();
  await save();
  await expect(toastOf(page, "There has been an error creating the order approval rule")).toBeVisible();
  await blanket.click();
  await expect(every).not.toBeChecked();
  await expect(limit).toBeDisabled();
  await save();
  await every.click();
  await expect(blanket).not.toBeChecked();
  await every.click();
  await expect(limit).toBeEnabled();
  await limit.fill("1234");
  answer = { status: 400, json: { limit: ["No such limit."], role: ["Not this role."] } };
  await save();
  expect(bodies.map((body) => body.limit)).toEqual([0, -1, 1234]);
  await expect(dialog.getByText("No such limit.")).toBeVisible();
  await expect(dialog.getByText("Not this role.")).toBeVisible();
  for (const choice of [every, blanket]) {
    await pick(page, "User Role", "Operations Manager");
    await choice.click();
    await expect(dialog.getByText("There's already a Role with this Rule")).toHaveCount(0);
    await save();
    await expect(dialog.getByText("There's already a Role with this Rule")).toBeVisible();
    await pick(page, "User Role", "Field Supervisor");
  }
  await expect(dialog.getByText("No such limit.")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();

  await chooseRowAction(page, "Delete", "Blanket Approver");
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "There has been an error deleting the order approval rule")).toBeVisible();
  await expect(rowOf(page, "Blanket Approver").first()).toBeVisible();
  await page.getByRole("link", { name: "Edit Finance Approver" }).click();
  await limitIn(page).fill("6000");
  await saveIn(page).click();
  await expect(toastOf(page, "There has been an error updating the order approval rule")).toBeVisible();
  await page.getByRole("link", { name: "Return to order approval rules" }).click();
  await dialogOf(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(PATH);
});

test("a user's rule needs a site or node; the picker works by keyboard and shows which ones are taken; Save is enabled after a change (CONF-049, CONF-051, CONF-052, CONF-055, CONF-057, CONF-064, CONF-065)", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await openSignedIn(page, ADMIN, PATH);
  const dialog = await openCreate(page);
  await dialog.getByText("A user", { exact: true }).click();
  await dialog.getByRole("switch", { name: "Approve every order" }).click();
  await saveIn(dialog).click();
  await expect(dialog.getByText("User field is required", { exact: true })).toBeVisible();
  await page.route("**/api/approvals/users/*/nodes/", (route) => route.fulfill({ status: 400, json: {} }), {
    times: 1,
  });
  await pickUser(page, "simone", /Simone Lavoie/);
  await expect(dialog.getByText("There are no sites to choose from.")).toBeVisible();
  await expect.poll(() => logged.some((line) => line.includes("could not be loaded"))).toBe(true);
  const looked = page.waitForRequest(/\/api\/approvals\/users\/\d+\/nodes\/$/);
  await pickUser(page, "annika", /Annika Strand/);
  await looked;
  await expect(dialog.getByRole("tree")).toBeVisible();
  await expect(page.locator(".mantine-Notification-root"), "told to nobody").toHaveCount(0);
  await saveIn(dialog).click();
  await expect(dialog.getByText("A site or a node is required")).toBeVisible();
  await expect(saveIn(dialog)).toBeDisabled();

  const search = dialog.getByRole("textbox", { name: "Search sites and nodes" });
  await search.fill("porcupine mill");
  const taken = dialog.getByRole("treeitem", { name: /Porcupine Mill/ });
  await expect(taken).toHaveAttribute("aria-disabled", "true");
  await taken.click({ force: true });
  await expect(taken).toHaveAttribute("aria-checked", "false");
  await expect(taken).toContainText("Already in the rule of Gordon Pelletier");

  const item = (name: string) => dialog.getByRole("treeitem", { name, exact: true });
  await search.fill("western");
  await expect(taken).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(item("Borealis Mining")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item("Western Region")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(item("Western Region")).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("ArrowRight");
  await expect(item("Western Region")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  const below = dialog.getByRole("treeitem", { name: /^Cariboo Division/ });
  await expect(below).toBeFocused();
  await expect(below).toHaveAttribute("aria-checked", "true");
  await expect(below).toHaveAttribute("aria-disabled", "true");
  await expect(below).toContainText("Included in Western Region");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(item("Western Region")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("button", { name: "Leave" }).click();

  await page.getByRole("link", { name: "Edit Gordon Pelletier" }).click();
  await expect(page.getByRole("combobox", { name: "User" })).toBeDisabled();
  await expect(saveIn(page)).toBeDisabled();
  await limitIn(page).fill("2600");
  await expect(saveIn(page)).toBeEnabled();
  await limitIn(page).fill("2500");
  await expect(saveIn(page)).toBeDisabled();
  const site = page.getByRole("treeitem", { name: "Porcupine Mill" });
  await expect(site).toHaveAttribute("aria-checked", "true");
  await site.click();
  await expect(saveIn(page)).toBeEnabled();
  await site.click();
  await expect(saveIn(page)).toBeDisabled();
  await limitIn(page).fill("");
  await limitIn(page).blur();
  await expect(page.getByText("Order Minimum Total field is required")).toBeVisible();
  await expect(saveIn(page)).toBeDisabled();
});
