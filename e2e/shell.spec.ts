import { expect, type Page, test } from "@playwright/test";
import { pathsFor, ROLE_PATH, RULE_PATH, SITE_TYPE_PATH } from "../apps/web/src/testing/paths.ts";
import { navigateInPage, openSignedIn, sidebarOf } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const FALLBACK = "Page Not Found (404)";
interface Walker {
  readonly own: readonly string[];
  /** Paths of others; that every right opens its own paths and no other is tested beside the router. */
  readonly others: readonly string[];
}
const [admin] = pathsFor.admin;
const [hierarchy] = pathsFor.hierarchy;
const someOfAdmins = [admin, RULE_PATH, hierarchy, ...pathsFor.tracking, ...pathsFor.analytics];
const ofPlatform = pathsFor.platform.filter((path) => path !== "/");
/** One of each kind. */
const WALKERS: Record<string, Walker> = {
  "acme-regular.user": {
    own: pathsFor.member,
    others: [...someOfAdmins, "/companies", "/companies/1", ...pathsFor.nobody],
  },
  "borealis-company.admin": {
    own: [
      ...[...pathsFor.admin, ...pathsFor.approvals, ...pathsFor.tracking, ...pathsFor.analytics],
      ...pathsFor.hierarchy,
    ],
    others: [...ofPlatform, ...pathsFor.nobody],
  },
  "platform.admin": {
    own: pathsFor.platform,
    others: [...pathsFor.member.filter((path) => path !== "/"), ...someOfAdmins, ...pathsFor.nobody],
  },
};

/** Pages of one record, and where a record of one's own is found. */
const RECORD_LISTS: Readonly<Record<string, string>> = {
  [RULE_PATH]: "/approvals/rules/?limit=1",
  [ROLE_PATH]: "/accounts/roles/?limit=1",
  [SITE_TYPE_PATH]: "/sites/site-type/?limit=1",
  "/sites/1": "/sites/?limit=1",
  "/users/1": "/accounts/users/?limit=1",
};

/** Those of the hierarchy, which the company of the regular user does not have. A policy has the number of its user. */
const HIERARCHY_LISTS: Readonly<Record<string, string>> = {
  "/hierarchy/1": "/company-hierarchy/organization-nodes/?limit=1",
  "/hierarchy/groups/1": "/company-hierarchy/organization-groups/?limit=1",
  "/hierarchy/policies/1": "/accounts/users/?limit=1",
};

/** The page of a record that exists right now: one of another company, or one that is gone, is the fallback page once the server has responded. */
const existing = async (page: Page, path: string, reader: string): Promise<string> => {
  const list = RECORD_LISTS[path] ?? (reader.startsWith("borealis") ? HIERARCHY_LISTS[path] : undefined);
  if (list === undefined) return path;
  const { results } = await requestAs(page, reader, "GET", list);
  return path.replace(/\d+$/, String(results[0].id));
};

test("sidebar, header and footer are around every page, the closed sidebar stays closed, and the fallback page has the logo that it hides (SHELL-001, SHELL-002, SHELL-004, SHELL-005, SHELL-007, SHELL-012, SHELL-027 partly, SHELL-036, SHELL-037)", async ({
  page,
}) => {
  const answered: [query: string | null, status: number][] = [];
  page.on("response", (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === "/api/documents/") answered.push([searchParams.get("ordering"), response.status()]);
  });
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.emulateMedia({ colorScheme: "light" });
  await openSignedIn(page, "acme-regular.user");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Home");
  await expect.poll(() => answered).toEqual([["-order_date", 200]]);
  expect(logged).toEqual([]);

  await test.step("around every page", async () => {
    // On a host of several companies, the browser tab and the footer show the label of the company.
    await expect(page).toHaveTitle("Home · GoAcme");
    await expect(page.getByRole("contentinfo")).toContainText(/© \d{4} GoAcme/);
    const aside = page.getByRole("complementary");
    await expect(aside.getByRole("img", { name: /GoAcme|Acme Drilling/ })).toBeVisible();
    await expect(aside.getByText("Joel Pedersen", { exact: true })).toBeVisible();
    await expect(aside.getByText("Buyer", { exact: true })).toBeVisible();
    await sidebarOf(page).getByRole("link", { name: "Alerts" }).click();
    await expect(page).toHaveURL("/alerts");
    await expect(heading).toHaveText("Alerts");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(sidebarOf(page).getByRole("link", { name: "Alerts" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  await test.step("the fallback page", async () => {
    await navigateInPage(page, "/companies");
    const main = page.getByRole("main");
    await expect(heading).toHaveText(FALLBACK);
    await expect(main.getByText("Error", { exact: true })).toBeVisible();
    await expect(main.getByText("Unfortunately the page you were looking for does not exist.")).toBeVisible();
    // The logo stays in the sidebar; where that is closed, the page has it.
    const logo = page.getByRole("img", { name: /GoAcme|Acme Drilling/ });
    await expect(logo).toHaveCount(1);
    await expect(page.locator("aside").locator(logo)).toBeVisible();
    await page.getByRole("button", { name: "Close sidebar" }).click();
    await expect(sidebarOf(page)).toBeHidden();
    await expect(main.locator(logo)).toBeVisible();
    await expect(logo).toHaveCount(1);
    await main.getByRole("link", { name: "Go to the home page" }).click();
    await expect(heading).toHaveText("Home");
  });

  await test.step("light and dark colors", async () => {
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
    const menu = page.getByRole("button", { name: "User menu, Joel Pedersen" });
    await menu.press("Enter");
    const panel = page.getByRole("dialog", { name: "User menu, Joel Pedersen" });
    for (const fact of ["Joel Pedersen", "Acme Drilling", "Buyer"]) {
      await expect(panel.getByText(fact, { exact: true })).toBeVisible();
    }
    await panel.getByText("Dark", { exact: true }).click();
    await expect(panel.getByRole("radio", { name: "Dark" })).toBeChecked();
    await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(menu).toBeFocused();
  });

  await test.step("the next visit", async () => {
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await expect(page.getByRole("button", { name: "Open sidebar" })).toBeVisible();
    await expect(sidebarOf(page)).toBeHidden();
    const rail = page.getByRole("navigation", { name: "Pages" });
    await expect(rail.getByRole("link")).toHaveText([/^Home/, /^Sites/, /^Pending/, /^Ord/, /^Al/, /^Doc/]);
    expect(await rail.evaluate((icons) => icons.parentElement?.offsetWidth)).toBe(64);
    await rail.getByRole("link", { name: "Documents" }).focus();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("tooltip")).toHaveText("Alerts");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/alerts");
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await expect(sidebarOf(page)).toBeVisible();
  });
});

test.describe("the current entry", () => {
  test("the sidebar marks the list that an order was opened from, also after a reload; for a direct link, Orders", async ({
    page,
  }) => {
    const isCurrent = async (name: string) => {
      await expect(sidebarOf(page).locator("[aria-current=page]")).toHaveText(new RegExp(`^${name}`));
      await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(
        new RegExp(`^${name}.*Order Details$`, "s"),
      );
    };
    await openSignedIn(page, "acme-site.approver", "/pending-approvals");
    const row = page.locator("tbody tr[data-row]").first();
    await row.focus();
    await expect(row).toBeFocused();
    await row.press("Enter");
    await expect(page).toHaveURL(/\/orders\/.+/);
    await isCurrent("Pending Approvals");
    await page.reload();
    await isCurrent("Pending Approvals");
    const order = new URL(page.url()).pathname;
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").click();
    await expect(page).toHaveURL("/pending-approvals");
    await navigateInPage(page, order);
    await isCurrent("Orders");
  });
});

test.describe("header, footer and toasts", () => {
  test("an offline user sees a message, and pending requests continue when the connection is back", async ({
    page,
    context,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(page.locator("tbody tr")).toHaveCount(20);
    const notice = page.getByRole("banner").getByRole("status");
    await expect(notice).toBeEmpty();
    await context.setOffline(true);
    await expect(notice).toHaveText("You're offline. We'll reconnect automatically.");
    await page.getByRole("button", { name: "Next" }).last().click();
    await expect(page).toHaveURL("/orders?offset=20");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/^Showing 1 - 20 /).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(notice).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await expect(page.getByText(/^Showing 21 - 40 /).first()).toBeVisible();
    await expect(notice).toBeEmpty();
  });

  test("a toast covers neither Log Out nor the page's buttons, in a wide and in a narrow window", async ({
    page,
  }) => {
    await page.route(/\/api\/accounts\/roles\/(\?|$)/, (route) =>
      route.fulfill({ status: 400, json: { detail: "x" } }),
    );
    await openSignedIn(page, "acme-company.admin", "/configuration/roles");
    const toast = page.getByRole("alert");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await toast.hover(); // it stays as long as the pointer does
      const covered = await toast.boundingBox();
      for (const name of ["Log Out", "Create Role"]) {
        const box = await page.getByRole("button", { name }).boundingBox();
        if (!box || !covered) throw new Error(`${name} or the toast is not there.`);
        const apart =
          box.x + box.width <= covered.x ||
          covered.x + covered.width <= box.x ||
          box.y + box.height <= covered.y ||
          covered.y + covered.height <= box.y;
        expect(apart, `${name} is below the toast at ${width} px`).toBe(true);
      }
    }
  });
});

test.describe("routes", () => {
  for (const [username, { own, others }] of Object.entries(WALKERS)) {
    test(`${username} can open their own pages and gets the fallback page on other paths (SHELL-027 partly, SHELL-028 partly, SHELL-029, SHELL-030, SHELL-031, SHELL-032, SHELL-033 partly, SHELL-034, SHELL-035)`, async ({
      page,
    }) => {
      await openSignedIn(page, username);
      const heading = page.getByRole("heading", { level: 1 });
      const fallback = heading.filter({ hasText: FALLBACK });
      const ownPage = heading.filter({ hasNotText: FALLBACK });
      await ownPage.waitFor();
      // One of others, then one's own, so that a page that stays as it was is noticed. Waited for frame by frame: there are many.
      for (let at = 0; at < Math.max(own.length, others.length); at++) {
        const [other = "", wanted = ""] = [others[at % others.length], own[at % own.length]];
        await test.step(`${other}, ${wanted}`, async () => {
          await navigateInPage(page, await existing(page, other, "acme-company.admin"));
          await fallback.waitFor();
          await navigateInPage(page, await existing(page, wanted, username));
          await ownPage.waitFor();
        });
      }
    });
  }
});
