import { get } from "node:http";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type TOTP, URI } from "otpauth";
import { PDFS } from "./documents-page.ts";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { newToken, openInPage, openSignedIn, PASSWORD, sidebarOf, switchUser } from "./people.ts";

const SIGNED_OUT = ["/", "/forgot-password", "/reset-password?token=old"];
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  "acme-company.admin": [
    "/",
    "/nowhere",
    "/orders",
    "/pending-approvals",
    "/configuration",
    "/configuration/approvals",
    "/configuration/roles",
    "/documents",
    "/alerts",
  ],
  "acme-blanket.approver": ["/?range=365"],
  "acme-regular.user": ["/alerts/configure"],
  "acme-site.approver": ["/profile", "/reports"],
  "borealis-company.admin": ["/orders", "/hierarchy/tree", "/documents"],
  "borealis-region.manager": ["/pending-approvals"],
  "cobalt-company.admin": ["/", "/alerts", "/orders", "/configuration"],
  "platform.admin": ["/", "/profile"],
};

/** Pages of a company admin, and the first record of a list. */
const ADMIN_SCREENS: [path: string, record?: RegExp][] = [
  ["/configuration/general"],
  ["/configuration/general/billing"],
  ["/configuration/ecommerce-login"],
  ["/configuration/order-tracking"],
  ["/configuration/uploads"],
  ["/budgets/upload"],
  ["/configuration/event-deliveries"],
  ["/configuration/site-types", /^Edit/],
  ["/configuration/audit"],
  ["/configuration/access"],
  ["/configuration/retention"],
  ["/configuration/security"],
  ["/configuration/security/sessions"],
  ["/configuration/security/sign-ins"],
  ["/configuration/api-keys"],
  ["/configuration/company-data"],
  ["/configuration/sign-in"],
  ["/configuration/sign-in/groups"],
  ["/configuration/sign-in/directory-log"],
  ["/configuration/support-access"],
  ["/configuration/webhooks"],
  ["/reports?of=company"],
  ["/users", /^Edit/],
  ["/sites", /^Edit/],
  ["/alerts/configure"],
  ["/analytics/approvals"],
];

/** Pages of a company admin with a hierarchy, and the first record of a list. */
const HIERARCHY_SCREENS: [path: string, record?: RegExp, submit?: string][] = [
  ["/hierarchy", /^Edit/, "Update Node"],
  ["/hierarchy/groups", /^Edit/, "Save"],
  ["/hierarchy/policies", /^Edit/, "Save"],
  ["/hierarchy/tree"],
];

/** The page as it stands, in other colors. */
const showIn = async (page: Page, colorScheme: "light" | "dark"): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(fading.map(({ finished }) => finished)).then(() => undefined);
  });
};

/** The usual one last: what comes next is done there. */
const WIDTHS = [390, 1440];

/** What the colors decide; all else is the same in both schemes. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** What axe finds. Its script is put into the page once: sending it takes as long as running it. */
const violationsOf = async (page: Page, rules?: string[]): Promise<unknown[]> => {
  const isThere = await page.evaluate(() => "axe" in window);
  // The quick way of one frame: there is no other. It leaves the script in the page.
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().withRules("document-title").analyze();
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: unknown[] }> };
    };
    // Of records that differ in nothing but their texts, the first tells of all, in a fraction of the time.
    const seen = new Set<string>();
    const formOf = ({ outerHTML }: Element) =>
      outerHTML
        .replace(/>[^<]+</g, ">x<")
        .replace(
          / (id|for|href|src|alt|title|name|value|aria-(?!hidden)[a-z]+|data-preview-of)="[^"]+"/g,
          ' $1="x"',
        );
    const exclude = [...document.querySelectorAll("[data-row], [role=treeitem]")].filter(
      (record) => seen.size === seen.add(formOf(record)).size,
    );
    const options = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
    return (await axe.run({ include: document, exclude }, options)).violations;
  }, rules);
};

/** In both widths and both schemes, without a reload. Soft, so that one run tells of every screen. */
const isFit = async (page: Page, screen: string): Promise<void> => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.mouse.move(0, 0); // no tooltip is open
  const sidebar = page.locator("aside", { has: page.getByRole("navigation", { name: "Main" }) });
  const inWide = await sidebar.count();
  for (const width of WIDTHS) {
    const where = `${screen}, ${width} px wide`;
    await page.setViewportSize({ width, height: 844 });
    await expect(sidebar).toHaveCount(width < 769 ? 0 : inWide);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await showIn(page, "light");
    expect.soft(await violationsOf(page), `${where}, light`).toEqual([]);
    await showIn(page, "dark");
    expect.soft(await violationsOf(page, OF_COLORS), `${where}, dark`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect.soft(overflow, `${where} is wider than the window`).toBe(false);
  }
};

test.describe("light and dark, wide and narrow", () => {
  test("no page before the sign-in has an accessibility violation", async ({ page }) => {
    for (const path of SIGNED_OUT) {
      await page.goto(path);
      await isFit(page, path);
    }
  });

  for (const [username, paths] of Object.entries(SCREENS))
    test(`no screen of ${username} has an accessibility violation`, async ({ page }) => {
      for (const [at, path] of paths.entries()) {
        await (at === 0 ? openSignedIn(page, username, path) : openInPage(page, path));
        await isFit(page, `${path} as ${username}`);
      }
    });

  test("no page of a company admin has an accessibility violation, nor that of a site, a site type or a user", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin");
    for (const [path, record] of ADMIN_SCREENS) {
      await openInPage(page, path);
      await isFit(page, path);
      if (!record) continue;
      await page.getByRole("link", { name: record }).first().click();
      await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
      await isFit(page, `a record of ${path}`);
    }
  });

  test("no page of the hierarchy, of the audit and of access has an accessibility violation, with their dialogs", async ({
    page,
  }) => {
    await openSignedIn(page, "borealis-company.admin");
    for (const [path, record, submit] of HIERARCHY_SCREENS) {
      await openInPage(page, path);
      await isFit(page, path);
      if (!record) continue;
      await page.getByRole("link", { name: record }).first().click();
      await expect(page.getByRole("button", { name: submit })).toBeVisible();
      await isFit(page, `a record of ${path}`);
    }
    const dialog = page.getByRole("dialog");
    await page.getByRole("tree", { name: "Outline" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("m");
    await dialog.getByLabel("New parent").fill("Eastern");
    await page.getByRole("option", { name: /^Eastern Region/ }).click();
    await expect(dialog).toContainText("move along.");
    await isFit(page, "a node to move");

    await openInPage(page, "/hierarchy");
    await page.getByRole("link", { name: /^Edit/ }).first().click();
    await page.getByLabel("Add custom configuration").check();
    await expect(page.getByRole("textbox", { name: "Ecommerce Checkout Configuration" })).toBeVisible();
    await isFit(page, "a node with a configuration");

    // From a changed form: its question about leaving is the browser's own here.
    await page.goto("/configuration/audit");
    await page.locator("[data-row]").first().locator("td").first().click();
    await expect(dialog).toContainText("Hash");
    await isFit(page, "an audit entry");
    await page.keyboard.press("Escape");
    await openInPage(page, "/configuration/access");
    for (const [searched, found] of [
      ["Calgary Head", "users see Calgary Head Office"],
      ["Erin Gladue", "What Erin Gladue may do"],
    ] as const) {
      await page.getByRole("searchbox", { name: "Search for a user, a site or an order" }).fill(searched);
      await page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
      await expect(page.getByText(found)).toBeVisible();
      await isFit(page, found);
    }
  });

  test("no page of a platform admin has an accessibility violation, nor their dialogs", async ({ page }) => {
    await openSignedIn(page, "platform.admin", "/checklist");
    await expect(page.getByText("Testing…")).toHaveCount(0);
    await isFit(page, "/checklist");
    for (const path of ["/event-deliveries", "/sign-ins"]) {
      await openInPage(page, path);
      await isFit(page, path);
    }
    await openInPage(page, "/companies/1");
    await expect(page.getByRole("region", { name: "Usage" })).toContainText("Requests today");
    await expect(page.getByRole("textbox", { name: "Accent color" })).toBeVisible();
    await isFit(page, "a company");
    await openInPage(page, "/api-keys");
    await isFit(page, "/api-keys");
    await page.getByRole("button", { name: "Create API Key" }).click();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeVisible();
    await isFit(page, "a new API key");
  });

  test("no screen of second factors and confirmations has an accessibility violation", async ({ page }) => {
    const { companyId, admin } = await openOwnCompany({ roles: ["Foreman"] });
    await openSignedIn(page, admin, "/configuration/security", await newToken(page, admin));
    const dialog = page.getByRole("dialog");
    await page.getByRole("radio", { name: "Everybody" }).click();
    await expect(page.getByText("2 people have no second factor yet")).toBeVisible();
    await isFit(page, "a policy and whom it affects");
    await page.getByLabel("Networks").fill("somewhere");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("somewhere is not an address or a network.")).toBeVisible();
    await isFit(page, "a policy that cannot be saved");
    await page.getByLabel("Networks").fill("");
    await queryDatabase(
      "update sessions set confirmed_at = now() - interval '3 hours' where company_id = $1",
      [companyId],
    );
    await page.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
    await isFit(page, "the confirmation");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Confirm" }).click();

    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await expect(dialog.getByRole("button", { name: "Continue" })).toBeVisible();
    await isFit(page, "the enrollment");
    const started = page.waitForResponse(/\/accounts\/profile\/factors\/$/);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const app = URI.parse((await (await started).json()).otpauth_url) as TOTP;
    await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
    await isFit(page, "a new app");
    await dialog.getByLabel("Code").fill(app.generate());
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(10);
    // The pages come back behind the dialog.
    await expect(sidebarOf(page)).toBeVisible();
    await isFit(page, "the recovery codes");
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await page.goto("/profile");
    await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
    await isFit(page, "a profile with a second factor");

    await page.getByRole("button", { name: "Log Out" }).click();
    await page.getByLabel("Username or email address").fill(admin);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await isFit(page, "the second step");
  });

  test("the calendar filter and an order page have no accessibility violation", async ({ page }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?status=Shipped");
    await page.getByRole("button", { name: "Filter Order Date" }).click();
    const start = page.getByPlaceholder("Start");
    await expect(start).toBeVisible();
    await expect(page.getByRole("dialog").filter({ has: start })).toHaveCSS("opacity", "1");
    await isFit(page, "the calendar filter");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /^View/ }).first().click();
    await expect(page.getByRole("link", { name: "Return to orders" })).toBeVisible();
    await expect(page.getByRole("table")).toBeVisible();
    await isFit(page, "an order's details");
  });

  test("the decision dialogs of an order and the form of a rule have no accessibility violation", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-blanket.approver", "/pending-approvals");
    await page.locator("tbody tr").first().locator('a[href^="/orders/"]').first().click();
    const steps = page.getByRole("region", { name: "Approvals" });
    await expect(steps).toBeVisible();
    await isFit(page, "an order that waits");
    await page.getByRole("main").getByRole("button", { name: "Reject" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await isFit(page, "the rejection");
    await switchUser(page, "borealis-company.admin", "/configuration/approvals");
    await page.getByRole("link", { name: "Edit Gordon Pelletier" }).click();
    await expect(page.getByRole("tree")).toBeVisible();
    await isFit(page, "a rule");
    await page.getByRole("link", { name: "Return to order approval rules" }).click();
    await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("A user", { exact: true }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("User field is required", { exact: true })).toBeVisible();
    await isFit(page, "a new rule");
  });

  test("a selection and a document preview have no accessibility violation", { tag: "@pdf" }, async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", `${PDFS}&offset=20`);
    await page.locator("tbody tr").nth(1).getByRole("checkbox").check();
    await page.locator("tbody tr").nth(2).getByRole("checkbox").check();
    await isFit(page, "documents, some selected");
    await page.locator("[data-preview-of]").nth(2).click();
    await expect(page.locator("iframe")).toBeVisible();
    await isFit(page, "a document beside its list");
  });
});

/** As it travels: the bytes of the gzipped answer. */
const gzipped = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      expect(answer.headers["content-encoding"], url).toBe("gzip");
      let bytes = 0;
      answer.on("data", (piece: Buffer) => {
        bytes += piece.length;
      });
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });

/** What a page has loaded as scripts, until a moment of its own if one is named; as they travel. */
const scriptBytes = async (page: Page, until?: string): Promise<number> => {
  const scripts = await page.evaluate((mark) => {
    const end = mark ? performance.getEntriesByName(mark)[0]?.startTime : Number.POSITIVE_INFINITY;
    if (end === undefined) throw new Error(`${mark} has not come`);
    const loaded = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= end);
    return [...new Set(loaded.map(({ name }) => name))].filter((name) => name.endsWith(".js"));
  }, until);
  expect(scripts).not.toEqual([]);
  const sizes = await Promise.all(scripts.map(gzipped));
  return sizes.reduce((sum, size) => sum + size, 0);
};

test("the login page loads at most 150 kB of compressed JavaScript", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await scriptBytes(page)).toBeLessThanOrEqual(150_000);
});

/** Marks the moment at which the rows of a list stand there and nothing is on its way. */
const markRows = () =>
  new MutationObserver((_, watch) => {
    const rows = document.querySelector("tbody:not([data-placeholder]) tr");
    if (!rows || document.querySelector("[aria-busy=true]")) return;
    performance.mark("rows");
    watch.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });

test("a list loads at most 250 kB of compressed JavaScript until it shows its rows, and 265 kB in all", async ({
  page,
}) => {
  await page.addInitScript(markRows);
  await openSignedIn(page, "acme-company.admin");
  for (const path of ["/orders", "/pending-approvals", "/documents"]) {
    await page.goto(path);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // The place of messages is what a list loads last by itself: with it, it is at rest.
    await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
    const bytes = await scriptBytes(page, "rows");
    expect(bytes, `${path}: the mark has not come before the list`).toBeGreaterThan(200_000);
    expect(bytes, path).toBeLessThanOrEqual(250_000);
    expect(await scriptBytes(page), path).toBeLessThanOrEqual(265_000);
  }
});

test("the home page loads at most 250 kB of compressed JavaScript until it shows its rows, and 265 kB with the chart", async ({
  page,
}) => {
  await page.addInitScript(markRows);
  await openSignedIn(page, "acme-blanket.approver", "/?range=all");
  await expect(page.getByRole("region", { name: "Spend" }).getByRole("img").first()).toBeVisible();
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
  expect(await scriptBytes(page, "rows")).toBeLessThanOrEqual(250_000);
  expect(await scriptBytes(page)).toBeLessThanOrEqual(265_000);
});

test("the page of approval rules loads at most 260 kB of compressed JavaScript", async ({ page }) => {
  await openSignedIn(page, "acme-company.admin");
  await page.goto("/configuration/approvals");
  await expect(page.getByRole("link", { name: /^Edit/ }).first()).toBeVisible();
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
  expect(await scriptBytes(page)).toBeLessThanOrEqual(260_000);
});

test("the heaviest pages load at most 320 kB of compressed JavaScript", async ({ page }) => {
  const isWithin = async (path: string, shown: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).filter({ hasText: shown })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
    expect(await scriptBytes(page), path).toBeLessThanOrEqual(320_000);
  };
  await openSignedIn(page, "acme-company.admin", "/orders");
  const order = await page.locator("tbody tr a").first().getAttribute("href");
  await isWithin(order ?? "", "Order");
  await isWithin("/alerts/configure", "Configure Rules");
  await isWithin("/configuration/uploads", "Upload Sites");
  await page.goto("/users");
  const user = await page.locator("tbody tr a[href^='/users/']").first().getAttribute("href");
  await isWithin(user ?? "", "Edit User");
});

test("the page of a company loads at most 320 kB of compressed JavaScript", async ({ page }) => {
  await openSignedIn(page, "platform.admin", "/companies/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
  expect(await scriptBytes(page)).toBeLessThanOrEqual(320_000);
});
