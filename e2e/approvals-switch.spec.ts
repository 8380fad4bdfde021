import { type Browser, expect, type Page, type Request, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";
import { chooseRowAction, rowMenu } from "./row-menu.ts";

const PATH = "/configuration/approvals";
const RULES = /\/api\/approvals\/rules\/(\?.*)?$/;
const CONFIGURATION = /\/api\/accounts\/company-configurations\/\d+\/$/;
const PENDING = "You have pending approvals that need to be addressed before deactivating.";
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const main = (page: Page) => page.getByRole("main");
const dialogOf = (page: Page) => page.getByRole("dialog");
const enable = (page: Page) => page.getByRole("button", { name: "Enable order approvals" });
const askToDeactivate = (page: Page) =>
  page.getByRole("button", { name: "Deactivate order approvals" }).click();
const confirm = (page: Page) => dialogOf(page).getByRole("button", { name: "Deactivate" }).click();
const entry = (page: Page) => page.getByRole("link", { name: /^Pending Approvals/ });
/** Somebody else, in a browser of their own. */
const windowOf = async (browser: Browser, username: string, path: string, look = {}): Promise<Page> => {
  const page = await (await browser.newContext(look)).newPage();
  await openSignedIn(page, username, path);
  return page;
};
/** A server in trouble, once. */
const failToList = (page: Page) =>
  page.route(RULES, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
/** The switch is also read, whenever somebody else changes it. */
const isSwitching = (request: Request) => request.method() === "PATCH" && CONFIGURATION.test(request.url());
const refuseSwitching = async (page: Page) => {
  let refused = false;
  await page.route(CONFIGURATION, (route) => {
    if (refused || !isSwitching(route.request())) return route.fallback();
    refused = true;
    return route.fulfill({ status: 500, json: {} });
  });
};

// Each is a long walk rather than many short ones: opening a page costs more than using it.

test("a company without rules shows a message; approvals can be turned off only without pending orders, and on again; open pages of all users follow without a new sign-in (CONF-032, CONF-033, CONF-034, CONF-037, CONF-039, CONF-040, CONF-041, CONF-060, CONF-069)", async ({
  page,
  browser,
}) => {
  const { admin, people, ...at } = await openOwnCompany({ roles: ["Finance"] });
  await failToList(page);
  await openSignedIn(page, admin, PATH);
  await expect(toastOf(page, "There has been an error fetching order approval rules")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(main(page)).toContainText("Company does not have order approval rules");

  await refuseSwitching(page);
  await askToDeactivate(page);
  await confirm(page);
  await expect(toastOf(page, "There has been an error deactivating order approvals")).toBeVisible();

  // An order comes in while the question stands.
  await askToDeactivate(page);
  await expect(dialogOf(page)).toBeVisible();
  await requestAs(page, admin, "POST", "/approvals/rules/", { limit: 0, role: people.Finance.roleId });
  // What others do to the rules, and that an order waits for one, shows behind the question.
  const rule = page.locator("tr").filter({ hasText: "Finance" });
  await expect(rule).toBeVisible();
  await expect(rule.locator("button")).toHaveCount(1);
  const identifier = await placeOrder(page, { at });
  await expect(rule.locator("button")).toHaveCount(0);
  const answered = page.waitForResponse((response) => isSwitching(response.request()));
  await confirm(page);
  expect((await answered).status()).toBe(409);
  await expect(dialogOf(page)).toContainText(PENDING);
  await dialogOf(page).getByRole("button", { name: "Take me there" }).click();
  await expect(page.locator("tbody tr")).toContainText([identifier]);
  await requestAs(page, people.Finance.username, "POST", `/orders/${identifier}/approve/`);
  await expect(page.locator("tbody tr").filter({ hasText: identifier })).toHaveCount(0);
  await page.goBack();

  const theirs = await windowOf(browser, people.Finance.username, "/pending-approvals");
  await expect(main(theirs)).toContainText("There is no information to show.");
  const off = page.waitForRequest(isSwitching);
  await askToDeactivate(page);
  await confirm(page);
  expect((await off).postDataJSON()).toEqual({ has_order_approval: false });
  await expect(main(page)).toContainText("You do not have this feature enabled");
  await expect(entry(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(main(theirs)).toContainText("You do not have this feature enabled");
  await expect(entry(theirs)).toHaveCount(0);
  await expect(toastOf(theirs, "There was an error")).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pending Approvals");
  await expect(main(page)).toContainText("You do not have this feature enabled");
  await page.goBack();

  await refuseSwitching(page);
  await enable(page).click();
  await expect(toastOf(page, "There has been an error activating order approvals")).toBeVisible();
  const on = page.waitForRequest(isSwitching);
  await enable(page).click();
  expect((await on).postDataJSON()).toEqual({ has_order_approval: true });
  await expect(page.getByRole("row").filter({ hasText: "Finance" })).toBeVisible();
  await expect(entry(page)).toBeVisible();
  await expect(entry(theirs)).toBeVisible();

  // An order comes to wait for the rule while it is asked about: told why it stays, and where the keyboard goes on.
  await chooseRowAction(page, "Delete", "Finance");
  await expect(dialogOf(page)).toBeVisible();
  const next = await placeOrder(page, { at });
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  const refused = toastOf(page, "There has been an error deleting the order approval rule");
  await expect(refused).toContainText("Orders are pending this rule");
  await expect(rowMenu(page, "Finance")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(theirs.locator("tbody tr")).toContainText([next]);
  await expect(entry(theirs)).toContainText("1 order needs your approval");
});

test("an edit keeps the changes of another admin, the picker offers only what the user of the rule sees, and an admin can allow self-approval (APPR-044, CONF-057, CONF-063)", async ({
  page,
  browser,
}) => {
  const { admin, people, site, second, other, slug } = await openOwnCompany({ roles: ["Finance"] });
  const { id: user, username } = people.Finance;
  const rule = await requestAs(page, admin, "POST", "/approvals/rules/", {
    limit: 50,
    user,
    sites: [site.id],
  });
  const identifier = await placeOrder(page, {
    at: { slug, site },
    creator: username,
    identifier: "LONG".repeat(15),
  });
  await openSignedIn(page, admin, `${PATH}/${rule.id}`);
  const unseen = page.getByRole("treeitem", { name: /Other Site/ });
  await expect(unseen).toHaveAttribute("aria-disabled", "true");
  await expect(unseen).toContainText("This user has no access to it");
  await page.getByLabel("Order Total Above").fill("60");
  const change = (sites: readonly number[]) =>
    requestAs(page, admin, "PATCH", `/approvals/rules/${rule.id}/`, { sites });
  await expect(change([site.id, other.id])).rejects.toThrow("400");
  await change([site.id, second.id]);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toEqual({ limit: 60 });
  await expect(toastOf(page, "Order Approval Rule updated correctly")).toBeVisible();
  expect(await requestAs(page, admin, "GET", `/approvals/rules/${rule.id}/`)).toMatchObject({
    limit: 60,
    sites: [site.id, second.id],
  });

  // Also of the places, of which a list is sent whole.
  await change([second.id]);
  await page.getByRole("link", { name: "Edit Finance" }).click();
  await page.getByRole("treeitem", { name: /First Site/ }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
  await change([site.id]);
  const places = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await places).postDataJSON()).toEqual({ sites: [second.id, site.id], sites_before: [second.id] });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order Approval Rules");
  expect((await requestAs(page, admin, "GET", `/approvals/rules/${rule.id}/`)).sites).toEqual([site.id]);

  const mayApprove = async () =>
    (await requestAs(page, username, "GET", `/orders/${identifier}/`)).approvable_by_current_user;
  expect(await mayApprove()).toBe(false);
  const phone = { colorScheme: "dark", viewport: { width: 390, height: 844 } };
  const theirs = await windowOf(browser, username, `/orders/${identifier}`, phone);
  const barred = theirs.getByText("You placed this order, so someone else has to approve it.");
  await expect(barred).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Order items" })).toBeVisible();
  const width = () => theirs.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBe(390);
  await page.getByRole("switch", { name: "Allow self-approval" }).click();
  await expect(toastOf(page, "Users can now approve their own orders")).toBeVisible();
  expect(await mayApprove()).toBe(true);
  await theirs.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(barred).toHaveCount(0);
  await expect(dialogOf(theirs).getByRole("button", { name: "Approve" })).toBeInViewport({ ratio: 1 });
  await expect.poll(width).toBe(390);
  await dialogOf(theirs).getByRole("button", { name: "Cancel" }).click();
  await theirs.goto("/pending-approvals");
  const reject = theirs.getByRole("button", { name: `Reject ${identifier}` });
  await expect(reject, "in view, with its word").toBeInViewport({ ratio: 1 });
  await expect(reject).toHaveText("Reject");

  // Another admin's switch shows here too.
  const { company } = await requestAs(page, admin, "GET", "/accounts/v2/user/");
  await requestAs(page, admin, "PATCH", `/accounts/company-configurations/${company.id}/`, {
    allow_self_approval: false,
  });
  await expect(page.getByRole("switch", { name: /^Allow self-approval/ })).not.toBeChecked();
});

test("if approvals are not available, the configuration shows no tile, and the page is not found", async ({
  page,
}) => {
  await openSignedIn(page, "cobalt-company.admin", "/configuration");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configuration");
  await expect(main(page).getByRole("link", { name: /Approvals/ })).toHaveCount(0);
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found (404)");
});
