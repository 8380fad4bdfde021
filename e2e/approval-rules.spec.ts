import { expect, type Page, type Route, test } from "@playwright/test";
import { enterAs, handTo } from "./people.ts";
import { ADMIN, askAs } from "./placed-orders.ts";

const PATH = "/configuration/approvals";
const ACME = "acme-company.admin";
const RULES = /\/api\/approvals\/rules\/(\?.*)?$/;
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const main = (page: Page) => page.getByRole("main");
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const createDialog = (page: Page) => page.getByRole("dialog", { name: "Create Order Approval Rule" });

interface Rule {
  readonly id: number;
  readonly role: { readonly name: string } | null;
  readonly user: { readonly name: string } | null;
  readonly limit: number;
}
const rulesOf = async (page: Page, username: string): Promise<Rule[]> =>
  (await askAs(page, username, "GET", "/approvals/rules/?order_by=limit")).data;
const ruleOf = async (page: Page, username: string, name: string): Promise<Rule> => {
  const found = (await rulesOf(page, username)).find(({ role, user }) => (role ?? user)?.name === name);
  if (!found) throw new Error(`There is no rule of ${name}`);
  return found;
};
const onlyFor = (method: string, answer: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === method ? answer(route) : route.fallback();

/** Tells the page that the company has its approvals switched on or off, as a sign-in would. */
const withApprovals = (page: Page, on: () => boolean) =>
  page.route("**/api/accounts/v2/user/", async (route) => {
    const user = await (await route.fetch()).json();
    const features = { ...user.company.features, order_approval: on() };
    await route.fulfill({
      json: { ...user, company: { ...user.company, has_order_approval: on(), features } },
    });
  });

const openCreate = async (page: Page) => {
  await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
  return createDialog(page);
};

test.describe("the approval rules", () => {
  test("stand by limit under their title, with breadcrumbs from Configuration (CONF-001, CONF-004, CONF-029, CONF-030, CONF-031, CONF-045, CONF-046, CONF-060)", async ({
    page,
  }) => {
    const asked = page.waitForRequest(RULES);
    await enterAs(page, ACME, "/configuration");
    await main(page)
      .getByRole("link", { name: /Approvals/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order Approval Rules");
    expect(new URL((await asked).url()).searchParams.get("order_by")).toBe("limit");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    await expect(crumbs).toHaveText(/^Configuration.*Approvals$/s);
    await expect(page.getByRole("button", { name: "Create Order Approval Rule" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Deactivate order approvals" })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(["Name", "Rule", "Actions"]);
    await expect(rowOf(page, "Blanket Approver")).toContainText("Blanket approver");
    await expect(rowOf(page, "Site Approver")).toContainText("Approve every order");
    await expect(rowOf(page, "Finance Approver")).toContainText(
      "Approve orders with total equal to or above $5000",
    );
    const names = await page.locator("tbody tr > :first-child").allInnerTexts();
    const byLimit = ["Blanket Approver", "Site Approver", "Finance Approver"];
    expect(names.filter((name) => byLimit.includes(name))).toEqual(byLimit);
    await crumbs.getByRole("link", { name: "Configuration" }).click();
    await expect(page).toHaveURL("/configuration");
    await handTo(page, "acme-site.approver", "/configuration");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found (404)");
  });

  test("are read from data, and an empty list says so (CONF-033, CONF-060)", async ({ page }) => {
    await page.route(RULES, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: [], count: 0 } });
    });
    await enterAs(page, ACME, PATH);
    await expect(main(page)).toContainText("Company does not have order approval rules");
  });

  test("that cannot be fetched are told (CONF-069)", async ({ page }) => {
    await page.route(RULES, (route) => route.fulfill({ status: 400, json: {} }));
    await enterAs(page, ACME, PATH);
    await expect(toastOf(page, "There has been an error fetching order approval rules")).toBeVisible();
    await page.unroute(RULES);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rowOf(page, "Site Approver")).toBeVisible();
  });

  test("a rule with pending approvals offers only edit, and says why (CONF-048)", async ({ page }) => {
    await enterAs(page, ACME, PATH);
    const row = rowOf(page, "Site Approver");
    const edit = row.getByRole("link", { name: "Edit Site Approver" });
    await edit.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Pending approvals");
    await expect(edit).toHaveAccessibleDescription("Pending approvals");
    await expect(row.getByRole("button")).toHaveCount(0);
    await expect(rowOf(page, "Blanket Approver").getByRole("button", { name: /^Delete/ })).toBeVisible();
  });

  test("a rule by role is made, edited and deleted (CONF-042, CONF-049, CONF-061, CONF-062, CONF-063, CONF-066, CONF-067, CONF-068)", async ({
    page,
  }) => {
    await enterAs(page, ACME, PATH);
    const dialog = await openCreate(page);
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await page.getByRole("option", { name: "Store Keeper" }).click();
    await dialog.getByLabel("Order Total Above").fill("900000");
    const made = page.waitForRequest((request) => request.method() === "POST" && RULES.test(request.url()));
    await dialog.getByRole("button", { name: "Save" }).click();
    expect((await made).postDataJSON()).toEqual({ limit: 900_000, role: expect.any(Number) });
    await expect(toastOf(page, "Order Approval Rule created correctly")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, "Store Keeper")).toContainText("equal to or above $900000");

    const { id } = await ruleOf(page, ACME, "Store Keeper");
    await rowOf(page, "Store Keeper").getByRole("link", { name: "Edit Store Keeper" }).click();
    await expect(page).toHaveURL(`${PATH}/${id}`);
    const role = page.getByRole("combobox", { name: "User Role" });
    await expect(role).toHaveValue("Store Keeper");
    await expect(role).toBeDisabled();
    await page.getByLabel("Order Total Above").fill("800000");
    const changed = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    expect(new URL((await changed).url()).pathname).toBe(`/api/approvals/rules/${id}/`);
    expect((await changed).postDataJSON()).toEqual({ limit: 800_000 });
    await expect(toastOf(page, "Order Approval Rule updated correctly")).toBeVisible();
    await expect(page).toHaveURL(PATH);
    await expect(rowOf(page, "Store Keeper")).toContainText("equal to or above $800000");

    await page.getByRole("button", { name: "Delete Store Keeper" }).click();
    const gone = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    expect(new URL((await gone).url()).pathname).toBe(`/api/approvals/rules/${id}/`);
    await expect(toastOf(page, "Order Approval Rule deleted correctly")).toBeVisible();
    await expect(rowOf(page, "Store Keeper")).toHaveCount(0);
  });

  test("failures to make, save and delete are told (CONF-066, CONF-067, CONF-068)", async ({ page }) => {
    const refuse = (route: Route) => route.fulfill({ status: 500, json: {} });
    for (const method of ["POST", "PATCH", "DELETE"]) {
      await page.route("**/api/approvals/rules/**", onlyFor(method, refuse));
    }
    await enterAs(page, ACME, PATH);
    const dialog = await openCreate(page);
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await page.getByRole("option", { name: "Field Supervisor" }).click();
    await dialog.getByLabel("Order Total Above").fill("900000");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toastOf(page, "There has been an error creating the order approval rule")).toBeVisible();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: "Delete Blanket Approver" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toastOf(page, "There has been an error deleting the order approval rule")).toBeVisible();
    await expect(rowOf(page, "Blanket Approver").first()).toBeVisible();

    await page.getByRole("link", { name: "Edit Finance Approver" }).click();
    await page.getByLabel("Order Total Above").fill("6000");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toastOf(page, "There has been an error updating the order approval rule")).toBeVisible();
    await page.getByRole("link", { name: "Return to order approval rules" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(PATH);
  });
});

test.describe("the form of a rule", () => {
  test("says what is missing, each under its field, and cannot be sent meanwhile (CONF-050, CONF-051, CONF-052, CONF-053, CONF-055)", async ({
    page,
  }) => {
    await enterAs(page, ADMIN, PATH);
    const dialog = await openCreate(page);
    const save = dialog.getByRole("button", { name: "Save" });
    await save.click();
    await expect(dialog.getByText("User Role field is required")).toBeVisible();
    await expect(dialog.getByText("Order Minimum Total field is required")).toBeVisible();
    await expect(dialog.getByRole("combobox", { name: "User Role" })).toBeFocused();
    await expect(save).toBeDisabled();
    await dialog.getByText("A user", { exact: true }).click();
    await dialog.getByRole("switch", { name: "Approve every order" }).click();
    await expect(dialog.getByText("Order Minimum Total field is required")).toHaveCount(0);
    await save.click();
    await expect(dialog.getByText("User field is required", { exact: true })).toBeVisible();
    await dialog.getByRole("combobox", { name: "User" }).fill("annika");
    await page.getByRole("option", { name: /Annika Strand/ }).click();
    await expect(dialog.getByRole("tree")).toBeVisible();
    await save.click();
    await expect(dialog.getByText("A site or a node is required")).toBeVisible();
    await expect(save).toBeDisabled();
  });

  test("the limit is a number from 0 on in steps of 1, or one of two switches that exclude each other (CONF-045, CONF-047, CONF-054)", async ({
    page,
  }) => {
    await enterAs(page, ACME, PATH);
    const dialog = await openCreate(page);
    const limit = dialog.getByRole("spinbutton", { name: "Order Total Above" });
    await expect(limit).toHaveAttribute("min", "0");
    await expect(limit).toHaveAttribute("step", "1");
    const every = dialog.getByRole("switch", { name: "Approve every order" });
    const blanket = dialog.getByRole("switch", { name: "Blanket approver" });
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await page.getByRole("option", { name: "Field Supervisor" }).click();
    const bodies: { limit: number }[] = [];
    await page.route(
      RULES,
      onlyFor("POST", async (route) => {
        bodies.push(route.request().postDataJSON());
        await route.fulfill({ status: 500, json: {} });
      }),
    );
    const save = async () => {
      const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
      await dialog.getByRole("button", { name: "Save" }).click();
      await answered;
      await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
    };
    await every.click();
    await expect(limit).toBeDisabled();
    await save();
    await blanket.click();
    await expect(every).not.toBeChecked();
    await expect(limit).toBeDisabled();
    await save();
    await every.click();
    await expect(blanket).not.toBeChecked();
    await every.click();
    await expect(limit).toBeEnabled();
    await limit.fill("1234");
    await save();
    expect(bodies.map((body) => body.limit)).toEqual([0, -1, 1234]);
  });

  test("roles that have a rule are shown and cannot be chosen (CONF-044, CONF-056)", async ({ page }) => {
    await enterAs(page, ACME, PATH);
    const dialog = await openCreate(page);
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await expect(page.getByRole("option", { name: /Site Approver/ })).toHaveAttribute(
      "data-combobox-disabled",
    );
    await expect(page.getByRole("option", { name: "Operations Manager" })).not.toHaveAttribute(
      "data-combobox-disabled",
    );
  });

  test("sites and nodes of another user's rule are shown disabled, and say whose they are (CONF-057, CONF-064)", async ({
    page,
  }) => {
    await enterAs(page, ADMIN, PATH);
    const dialog = await openCreate(page);
    await dialog.getByText("A user", { exact: true }).click();
    await dialog.getByRole("combobox", { name: "User" }).fill("annika");
    const asked = page.waitForRequest(/\/api\/approvals\/users\/\d+\/nodes\/$/);
    await page.getByRole("option", { name: /Annika Strand/ }).click();
    await asked;
    await dialog.getByRole("textbox", { name: "Search sites and nodes" }).fill("porcupine mill");
    const taken = dialog.getByRole("treeitem", { name: /Porcupine Mill/ });
    await expect(taken).toHaveAttribute("aria-disabled", "true");
    await taken.click({ force: true });
    await expect(taken).toHaveAttribute("aria-checked", "false");
    await expect(page.getByRole("tooltip")).toHaveText("Already in the rule of Gordon Pelletier");
  });

  test("the picker is walked by keyboard; a picked node takes along what lies below", async ({ page }) => {
    await enterAs(page, ADMIN, PATH);
    const dialog = await openCreate(page);
    await dialog.getByText("A user", { exact: true }).click();
    await dialog.getByRole("combobox", { name: "User" }).fill("annika");
    await page.getByRole("option", { name: /Annika Strand/ }).click();
    const item = (name: string) => dialog.getByRole("treeitem", { name, exact: true });
    await dialog.getByRole("textbox", { name: "Search sites and nodes" }).fill("western");
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
  });

  test("candidates that cannot be loaded are only logged (CONF-065)", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route("**/api/approvals/users/*/nodes/", (route) => route.fulfill({ status: 400, json: {} }));
    await enterAs(page, ADMIN, PATH);
    const dialog = await openCreate(page);
    await dialog.getByText("A user", { exact: true }).click();
    await dialog.getByRole("combobox", { name: "User" }).fill("simone");
    await page.getByRole("option", { name: /Simone Lavoie/ }).click();
    await expect(dialog.getByText("There is nothing to choose from.")).toBeVisible();
    expect(logged.some((line) => line.includes("could not be loaded"))).toBe(true);
    await expect(page.locator(".mantine-Notification-root")).toHaveCount(0);
  });

  test("what the server finds wrong lands on its field; on 0 and -1 it stands at the switch (CONF-058, CONF-059)", async ({
    page,
  }) => {
    await page.route(
      RULES,
      onlyFor("POST", (route) =>
        route.fulfill({ status: 400, json: { limit: ["No such limit."], role: ["Not this role."] } }),
      ),
    );
    await enterAs(page, ACME, PATH);
    const dialog = await openCreate(page);
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await page.getByRole("option", { name: "Field Supervisor" }).click();
    await dialog.getByLabel("Order Total Above").fill("10");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("No such limit.")).toBeVisible();
    await expect(dialog.getByText("Not this role.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "User Role" }).click();
    await page.getByRole("option", { name: "Operations Manager" }).click();
    for (const name of ["Approve every order", "Blanket approver"]) {
      const choice = dialog.getByRole("switch", { name });
      await choice.click();
      await expect(dialog.getByText("There's already a Role with this Rule")).toHaveCount(0);
      await dialog.getByRole("combobox", { name: "User Role" }).click();
      await page.getByRole("option", { name: "Field Supervisor" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("There's already a Role with this Rule")).toBeVisible();
      await dialog.getByRole("combobox", { name: "User Role" }).click();
      await page.getByRole("option", { name: "Operations Manager" }).click();
    }
    await expect(dialog.getByText("No such limit.")).toHaveCount(0);
  });

  test("an edit can be saved only once something that is sent has changed (CONF-055)", async ({ page }) => {
    const { id } = await ruleOf(page, ADMIN, "Gordon Pelletier");
    await enterAs(page, ADMIN, `${PATH}/${id}`);
    const save = page.getByRole("button", { name: "Save" });
    const user = page.getByRole("combobox", { name: "User" });
    await expect(user).toBeDisabled();
    await expect(save).toBeDisabled();
    await page.getByLabel("Order Total Above").fill("2600");
    await expect(save).toBeEnabled();
    await page.getByLabel("Order Total Above").fill("2500");
    await expect(save).toBeDisabled();
    const site = page.getByRole("treeitem", { name: "Porcupine Mill" });
    await expect(site).toHaveAttribute("aria-checked", "true");
    await site.click();
    await expect(save).toBeEnabled();
    await site.click();
    await expect(save).toBeDisabled();
    await page.getByLabel("Order Total Above").fill("");
    await page.getByLabel("Order Total Above").blur();
    await expect(page.getByText("Order Minimum Total field is required")).toBeVisible();
    await expect(save).toBeDisabled();
  });
});

test.describe("switching order approvals", () => {
  const CONFIGURATION = /\/api\/accounts\/company-configurations\/\d+\/$/;
  const PENDING = /\/api\/orders\/pending\/\?/;
  const noneWait = (page: Page) =>
    page.route(PENDING, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, count: 0, results: [] } });
    });
  const deactivate = (page: Page) => page.getByRole("button", { name: "Deactivate order approvals" });
  const enable = (page: Page) => page.getByRole("button", { name: "Enable order approvals" });

  test("while orders wait, a modal says so and leads to them (CONF-036, CONF-037, CONF-038)", async ({
    page,
  }) => {
    await enterAs(page, ACME, PATH);
    const asked = page.waitForRequest(PENDING);
    await deactivate(page).click();
    await asked;
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(
      "You have pending approvals that need to be addressed before deactivating.",
    );
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(deactivate(page)).toBeFocused();
    await deactivate(page).click();
    await dialog.getByRole("button", { name: "Take me there" }).click();
    await expect(page).toHaveURL("/pending-approvals");
  });

  test("an order that came in meanwhile leads there too (CONF-037, CONF-039)", async ({ page }) => {
    await noneWait(page);
    await enterAs(page, ACME, PATH);
    await deactivate(page).click();
    const answered = page.waitForResponse(CONFIGURATION);
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    expect((await answered).status()).toBe(409);
    await expect(page.getByRole("dialog")).toContainText(
      "You have pending approvals that need to be addressed before deactivating.",
    );
  });

  test("off and on again, the company shows it without a new sign-in (CONF-032, CONF-034, CONF-041)", async ({
    page,
  }) => {
    let on = true;
    const bodies: object[] = [];
    await withApprovals(page, () => on);
    await noneWait(page);
    await page.route(CONFIGURATION, async (route) => {
      bodies.push(route.request().postDataJSON());
      on = route.request().postDataJSON().has_order_approval;
      await route.fulfill({ json: { id: 1, has_order_approval: on } });
    });
    await enterAs(page, ACME, PATH);
    const entry = page.getByRole("link", { name: /^Pending Approvals/ });
    await expect(entry).toBeVisible();
    await deactivate(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await expect(main(page)).toContainText("You do not have this feature enabled");
    await expect(entry).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await enable(page).click();
    await expect(rowOf(page, "Site Approver")).toBeVisible();
    await expect(entry).toBeVisible();
    expect(bodies).toEqual([{ has_order_approval: false }, { has_order_approval: true }]);
  });

  test("failures of either are told (CONF-040)", async ({ page }) => {
    let on = true;
    await withApprovals(page, () => on);
    await noneWait(page);
    await page.route(CONFIGURATION, (route) => route.fulfill({ status: 500, json: {} }));
    await enterAs(page, ACME, PATH);
    await deactivate(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await expect(toastOf(page, "There has been an error deactivating order approvals")).toBeVisible();
    on = false;
    await page.reload();
    await enable(page).click();
    await expect(toastOf(page, "There has been an error activating order approvals")).toBeVisible();
    await expect(enable(page)).toBeVisible();
  });

  test("with approvals not available there is neither tile nor page", async ({ page }) => {
    await enterAs(page, "cobalt-company.admin", "/configuration");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configuration");
    await expect(main(page).getByRole("link", { name: /Approvals/ })).toHaveCount(0);
    await page.goto(PATH);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found (404)");
  });
});
