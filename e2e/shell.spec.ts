import { expect, type Page, test } from "@playwright/test";
import { everyPath, pathsFor, ROLE_PATH, RULE_PATH, SITE_TYPE_PATH } from "../apps/web/src/testing/paths.ts";
import { navigateInPage, openSignedIn, sidebarOf, switchUser } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const EVERYBODY = ["Home", "Sites", "Orders", "Alerts", "Documents"];
const ORDERED = [
  "Home",
  "Hierarchy",
  "Sites",
  "Users",
  "Pending Approvals",
  "Orders",
  "Alerts",
  "Analytics",
  "Documents",
  "Configuration",
];
const ADMIN = [...EVERYBODY, "Users", "Configuration"];

/** What each demo account's permissions give it, in the order of the sidebar. */
const ENTRIES: Record<string, string[]> = {
  "acme-company.admin": [...ADMIN, "Pending Approvals", "Analytics"],
  "acme-site.approver": [...EVERYBODY, "Pending Approvals"],
  "acme-finance.approver": [...EVERYBODY, "Pending Approvals", "Analytics"],
  "acme-blanket.approver": [...EVERYBODY, "Pending Approvals"],
  "acme-regular.user": [...EVERYBODY, "Pending Approvals"],
  "borealis-company.admin": [...ADMIN, "Hierarchy", "Pending Approvals", "Analytics"],
  "borealis-region.manager": [...EVERYBODY, "Pending Approvals", "Analytics"],
  "borealis-policy.user": [...EVERYBODY, "Pending Approvals"],
  "cobalt-company.admin": ADMIN,
};

const FALLBACK = "Page Not Found (404)";
/** One of each kind; that every right opens its own paths is tested beside the router. */
const WALKERS: Record<string, readonly string[]> = {
  "acme-regular.user": pathsFor.member,
  "borealis-company.admin": everyPath.filter(
    (path) => path === "/" || ![...pathsFor.platform, ...pathsFor.nobody].some((each) => each === path),
  ),
  "platform.admin": pathsFor.platform,
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

test.describe("the sidebar", () => {
  test("each kind of user sees exactly their entries (SHELL-019, SHELL-020, SHELL-021, SHELL-022, SHELL-023, SHELL-024, SHELL-025)", async ({
    page,
  }) => {
    for (const [username, entries] of Object.entries(ENTRIES)) {
      await switchUser(page, username, "/");
      const expected = ORDERED.filter((entry) => entries.includes(entry));
      // The number of pending orders follows the name.
      await expect(sidebarOf(page).getByRole("link"), username).toHaveText(
        expected.map((entry) => new RegExp(`^${entry}(, \\d+ orders? needs? your approval)?$`)),
      );
    }
  });

  test("shows the company's logo, the full name and the role, and links to the pages (SHELL-001, SHELL-012, SHELL-027 partly)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-regular.user");
    const aside = page.getByRole("complementary");
    await expect(aside.getByRole("img", { name: /GoAcme|Acme Drilling/ })).toBeVisible();
    await expect(aside.getByText("Joel Pedersen", { exact: true })).toBeVisible();
    await expect(aside.getByText("Buyer", { exact: true })).toBeVisible();
    await sidebarOf(page).getByRole("link", { name: "Alerts" }).click();
    await expect(page).toHaveURL("/alerts");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Alerts");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(sidebarOf(page).getByRole("link", { name: "Alerts" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  test("opens and closes, stores its state under sb-open, and is open if nothing is stored (SHELL-002, SHELL-004, SHELL-005, SHELL-006, SHELL-007)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-regular.user");
    await expect(sidebarOf(page)).toBeVisible();
    const kept = () => page.evaluate(() => localStorage.getItem("sb-open"));
    expect(await kept()).toBeNull();
    await page.getByRole("button", { name: "Close sidebar" }).click();
    await expect(sidebarOf(page)).toBeHidden();
    await expect.poll(kept).toBe("false");
    await page.reload();
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
    await expect.poll(kept).toBe("true");
  });

  test("starts closed at 768 px and less, and follows the window width (SHELL-002)", async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openSignedIn(page, "acme-regular.user");
    await expect(page.getByRole("button", { name: "Open sidebar" })).toBeVisible();
    await expect(sidebarOf(page)).toBeHidden();
    await page.setViewportSize({ width: 769, height: 900 });
    await expect(sidebarOf(page)).toBeVisible();
    await page.setViewportSize({ width: 400, height: 800 });
    await expect(sidebarOf(page)).toBeHidden();
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await expect(page).toHaveURL("/orders");
    await expect(sidebarOf(page)).toBeHidden();
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(sidebarOf(page)).toBeVisible();
  });

  test("follows the window width on resize, on rotation and on load, each by itself (SHELL-003)", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const heard = { now: "" };
      Object.assign(window, { heard });
      // First in line: of the three, the page hears only the one that is named.
      for (const name of ["resize", "orientationchange", "load"]) {
        addEventListener(name, (event) => heard.now !== name && event.stopImmediatePropagation(), true);
      }
    });
    // The part that a narrow window loads later is there before anything is looked at: it draws the shell once more.
    await page.setViewportSize({ width: 500, height: 800 });
    await openSignedIn(page, "acme-regular.user");
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await expect(sidebarOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sidebarOf(page)).toBeHidden();
    const onlyHears = (name: string) =>
      page.evaluate((now) => Object.assign((window as unknown as { heard: object }).heard, { now }), name);
    const widthIs = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    };
    const sidebarIs = async (open: boolean) => {
      await expect(sidebarOf(page)).toBeVisible({ visible: open });
      await expect(page.getByRole("button", { name: open ? "Close sidebar" : "Open sidebar" })).toBeVisible();
    };
    await onlyHears("resize");
    await widthIs(1200);
    await sidebarIs(true);
    for (const name of ["orientationchange", "load"]) {
      for (const width of [500, 1200]) {
        const wasWide = width === 500;
        await onlyHears("");
        await widthIs(width);
        await expect(page.getByRole("complementary")).toHaveCount(wasWide ? 1 : 0);
        await onlyHears(name);
        await page.evaluate((event) => dispatchEvent(new Event(event)), name);
        await sidebarIs(!wasWide);
      }
    }
    await onlyHears("resize");
    await widthIs(500);
    await sidebarIs(false);
    await onlyHears("");
    await widthIs(1200);
    await expect(sidebarOf(page)).toBeHidden();
    await page.reload();
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
    await page.goto(order);
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

  test("the footer shows contact, terms, privacy and the year (SHELL-009, SHELL-010, SHELL-011)", async ({
    page,
  }) => {
    await page.clock.setFixedTime("2031-07-01T12:00:00Z");
    await openSignedIn(page, "acme-regular.user");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:/);
    await expect(footer.getByRole("link", { name: /\d{3}-\d{4}/ })).toHaveAttribute("href", /^tel:/);
    await expect(footer.getByRole("link", { name: "Terms and Conditions" })).toHaveAttribute(
      "href",
      /^https:/,
    );
    await expect(footer.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", /^https:/);
    await expect(footer).toContainText("© 2031");
  });

  test("a platform admin has no sidebar, only Log Out in the header, and Companies as the home page (SHELL-008, SHELL-026)", async ({
    page,
  }) => {
    await openSignedIn(page, "platform.admin");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("MCC Admin");
    await expect(sidebarOf(page)).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button")).toHaveText(["Log Out"]);
    await expect(page.getByRole("banner").getByRole("link")).toHaveCount(0);
    await page.goto("/companies");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("MCC Admin");
  });

  test("on every page but /documents, the documents are loaded at start-up, newest first (SHELL-037)", async ({
    page,
  }) => {
    const answered: [query: string | null, status: number][] = [];
    page.on("response", (response) => {
      const { pathname, searchParams } = new URL(response.url());
      if (pathname === "/api/documents/") answered.push([searchParams.get("ordering"), response.status()]);
    });
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    await openSignedIn(page, "acme-regular.user");
    await expect.poll(() => answered).toEqual([["-order_date", 200]]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Home");
    expect(logged).toEqual([]);
  });

  test("on a host of several companies, the browser tab and the footer show the label of the company", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page).toHaveTitle("GoExpedi");
    await openSignedIn(page, "acme-regular.user");
    await expect(page).toHaveTitle("Home · GoAcme");
    await expect(page.getByRole("contentinfo")).toContainText(/© \d{4} GoAcme/);
  });

  test("the user can switch between light and dark colors, and the choice is stored", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await openSignedIn(page, "acme-regular.user");
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
    await page.reload();
    await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  for (const width of [1440, 390]) {
    test(`a toast covers neither Log Out nor the page's buttons at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.route(/\/api\/accounts\/roles\/(\?|$)/, (route) =>
        route.fulfill({ status: 500, json: { detail: "x" } }),
      );
      await openSignedIn(page, "acme-company.admin", "/configuration/roles");
      const toast = page.getByRole("alert");
      await expect(toast).toBeVisible();
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
        expect(apart, `${name} is below the toast`).toBe(true);
      }
    });
  }
});

test.describe("routes", () => {
  for (const [username, own] of Object.entries(WALKERS)) {
    test(`${username} can open their own pages and gets the fallback page on all other paths (SHELL-027 partly, SHELL-028 partly, SHELL-029, SHELL-030, SHELL-031, SHELL-032, SHELL-033 partly, SHELL-034, SHELL-035)`, async ({
      page,
    }) => {
      await openSignedIn(page, username);
      const heading = page.getByRole("heading", { level: 1 });
      const fallback = heading.filter({ hasText: FALLBACK });
      const ownPage = heading.filter({ hasNotText: FALLBACK });
      await ownPage.waitFor();
      for (const each of everyPath) {
        const [wanted, opposite, start] = own.includes(each)
          ? [ownPage, fallback, "/nowhere"]
          : [fallback, ownPage, "/"];
        await test.step(each, async () => {
          // From the opposite, so that a page that stays as it was is noticed. Waited for frame by frame: there are many.
          await navigateInPage(page, start);
          await opposite.waitFor();
          const reader = own.includes(each) ? username : "acme-company.admin";
          await navigateInPage(page, await existing(page, each, reader));
          await wanted.waitFor();
        });
      }
    });
  }

  test("the fallback page shows the company's logo and a message (SHELL-036)", async ({ page }) => {
    await openSignedIn(page, "acme-regular.user", "/companies");
    const main = page.getByRole("main");
    await expect(main.getByText("Error", { exact: true })).toBeVisible();
    await expect(main.getByRole("heading", { name: "Page Not Found (404)" })).toBeVisible();
    await expect(main.getByText("Unfortunately the page you were looking for does not exist.")).toBeVisible();
    // The logo stays in the sidebar; where that is closed, the page has it.
    const logo = page.getByRole("img", { name: /GoAcme|Acme Drilling/ });
    await expect(logo).toHaveCount(1);
    await expect(page.locator("aside").locator(logo)).toBeVisible();
    await page.getByRole("button", { name: "Close sidebar" }).click();
    await expect(main.locator(logo)).toBeVisible();
    await expect(logo).toHaveCount(1);
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await main.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Home");
  });
});
