import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { newToken, openSignedIn, switchUser } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const ADMIN = "acme-company.admin";
const MEMBER = "acme-regular.user";
const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const fieldOf = (page: Page) => paletteOf(page).getByRole("combobox");
const options = (page: Page, group: string) =>
  paletteOf(page).getByRole("group", { name: group }).getByRole("option");

const openWith = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k");
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(typed);
};

test("the palette opens pages, actions, orders, sites, users and documents by keyboard, within the user's permissions and sites (LIST-015)", async ({
  page,
}) => {
  await openSignedIn(page, ADMIN, "/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Home");
  const seen = await requestAs(page, MEMBER, "GET", "/orders/?limit=1");
  const identifier: string = seen.results[0].identifier;

  await test.step("a page", async () => {
    await openWith(page, "pend app");
    await expect(options(page, "Pages")).toHaveText([/^Pending Approvals/]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/pending-approvals");
    await expect(paletteOf(page)).toBeHidden();
  });
  await test.step("an order by its number", async () => {
    await openWith(page, identifier.toLowerCase());
    await expect(options(page, "Orders").first()).toContainText(identifier);
    await expect(options(page, "Orders").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(heading).toContainText(identifier);
  });
  await test.step("a user", async () => {
    await openWith(page, MEMBER);
    await expect(options(page, "Users")).toHaveText([/acme-regular.user/]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/users\/\d+$/);
  });
  await test.step("an action on another page", async () => {
    await openWith(page, "create role");
    await expect(options(page, "Actions")).toHaveText(["Create Role"]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/configuration/roles");
    await expect(page.getByRole("dialog", { name: "Create New Role" })).toBeVisible();
    // A dialog keeps the keyboard.
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  const site = (await requestAs(page, MEMBER, "GET", "/v2/sites/?limit=1")).results[0].name;
  const all = (await requestAs(page, ADMIN, "GET", "/v2/sites/?limit=1000")).results;
  const mine = (await requestAs(page, MEMBER, "GET", "/v2/sites/?limit=1000")).results;
  const hidden = all.find(
    ({ name }: { name: string }) => !mine.some((own: { name: string }) => own.name === name),
  );
  // A session of its own: the last step ends it.
  await switchUser(page, MEMBER, "/", await newToken(page, MEMBER));
  await expect(heading).toHaveText("Home");
  await test.step("a site, but none that only other users see", async () => {
    await openWith(page, hidden.name);
    await expect(paletteOf(page).getByRole("status")).toHaveText(`Nothing matches “${hidden.name}”.`);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(site);
    await expect(options(page, "Sites").first()).toContainText(site);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await expect(paletteOf(page).getByRole("option", { selected: true })).toHaveCount(1);
    await expect(options(page, "Users")).toHaveCount(0);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("create role");
    await expect(paletteOf(page).getByRole("option")).toHaveCount(0);
  });
  await test.step("a document", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.type(".pdf");
    await expect(options(page, "Documents").first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/documents\?document_name=/);
    await expect(page.locator("tbody tr").first()).toContainText(".pdf");
  });
  await test.step("sign out", async () => {
    await openWith(page, "log out");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  });
});

test("the palette shows a message if the search fails, never shows an outdated result, and returns the focus", async ({
  page,
}) => {
  let isAway = true;
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const result = (title: string) => ({ kind: "site", id: 1, title, subtitle: "", url: "/sites" });
  await page.route(/\/api\/search\//, async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q") ?? "";
    if (q === "slow") await slow;
    if (q === "broken" && isAway) return route.fulfill({ status: 500, json: { detail: "x" } });
    await route.fulfill({ json: { results: [result(`Answer to ${q}`)] } }).catch(() => {});
  });
  await openSignedIn(page, MEMBER, "/alerts");
  const button = page.getByRole("button", { name: "Search and commands" });
  await button.press("Enter");
  const asked = page.waitForRequest(/q=slow/);
  await fieldOf(page).fill("slow");
  await asked;
  await expect(paletteOf(page).getByRole("status")).toHaveText("Searching…");
  await fieldOf(page).fill("newer");
  await expect(options(page, "Sites")).toHaveText(["Answer to newer"]);
  release();
  await fieldOf(page).fill("broken");
  await expect(paletteOf(page).getByRole("status")).toHaveText("The search did not work.");
  isAway = false;
  await page.keyboard.press("Enter");
  await expect(options(page, "Sites")).toHaveText(["Answer to broken"]);
  await page.keyboard.press("Escape");
  await expect(paletteOf(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test("the bell has a panel, and the palette lists what the user opened last, until they sign out (WORK-020)", async ({
  page,
}) => {
  await openSignedIn(page, ADMIN, "/orders", await newToken(page, ADMIN));
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Orders");
  const stored = () => page.evaluate(() => localStorage.getItem("mcc.opened"));
  const [first, second] = (await requestAs(page, ADMIN, "GET", "/orders/?limit=2")).results;
  for (const { identifier } of [first, second]) {
    await openWith(page, identifier);
    await expect(options(page, "Orders").first()).toContainText(identifier);
    await page.keyboard.press("Enter");
    await expect(heading).toContainText(identifier);
    await expect.poll(stored).toContain(identifier);
  }
  await page.reload();
  await expect(heading).toContainText(second.identifier);
  await openWith(page, "");
  // Not the page that is open.
  await expect(options(page, "Opened last")).toHaveText([new RegExp(first.identifier)]);
  await page.keyboard.press("Enter");
  await expect(heading).toContainText(first.identifier);

  await page.getByRole("button", { name: /^Alerts/ }).click();
  const panel = page.getByRole("dialog", { name: "Alerts" });
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expect(panel.getByRole("link", { name: "See all alerts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByLabel("Username or email address")).toBeVisible();
  expect(await stored()).toBeNull();
});
