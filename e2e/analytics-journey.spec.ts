import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { navigateInPage, openSignedIn, switchUser } from "./people.ts";

const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);
const chartOf = (page: Page, dashboard: string, title: string) =>
  frameOf(page, dashboard).getByRole("region", { name: title, exact: true });

test("an admin reads the dashboards, follows a bar to its list and exports the numbers (ANA-004, ANA-006, ANA-008)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/analytics");
  const months = chartOf(page, "Total Spend", "Spend by month");
  await expect(months.getByRole("link")).toHaveCount(12);

  await page.getByRole("tab", { name: "Order Status" }).click();
  await expect(page).toHaveURL(/\/analytics\?tab=3$/);
  await expect(chartOf(page, "Order Status", "How far orders have come").getByRole("link")).toHaveCount(5);
  await page.goto("/analytics?tab=4");
  await expect(chartOf(page, "Service Quality", "On-time delivery").getByRole("link")).toHaveCount(12);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^analytics_report_\d{4}-\d{2}-\d{2}\.xlsx$/);

  await page.getByRole("tab", { name: "Open Orders" }).click();
  const ages = chartOf(page, "Open Orders", "Open orders by status");
  await ages.getByText("Table", { exact: true }).click();
  const row = ages.getByRole("row").filter({ hasText: "Processing" });
  const orders = Number(((await row.getByRole("cell").nth(1).textContent()) ?? "").replaceAll(",", ""));
  expect(orders).toBeGreaterThan(0);
  await row.getByRole("link", { name: "Processing" }).click();
  await expect(page).toHaveURL(/\/orders\?status=Processing$/);
  await expect(
    page.getByText(`${orders.toLocaleString("en-US")} orders`, { exact: true }).first(),
  ).toBeVisible();
});

test("a company with Looker is shown its address, which the policy of the page lets in (ANA-003)", async ({
  page,
}) => {
  await page.route("https://looker.example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>From Looker</h1>" }),
  );
  await openSignedIn(page, "acme-company.admin", "/");
  await switchUser(page, "borealis-company.admin", "/analytics");
  const frame = page.locator("iframe");
  await expect(frame).toHaveCount(1);
  await expect(frame).toHaveAttribute("src", "https://looker.example.com/embed/dashboards/42");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "From Looker" })).toBeVisible();
  const box = await frame.boundingBox();
  expect(box?.height).toBe(2198);
});

test("a dashboard whose host leads elsewhere is shown, and one whose host does not answer is said to have failed", async ({
  page,
}) => {
  const isHost = (url: URL) => url.hostname === "looker.example.com" && url.pathname === "/";
  await page.route("https://looker.example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>From Looker</h1>" }),
  );
  await page.route(isHost, (route) =>
    route.fulfill({ status: 302, headers: { location: "https://login.example.com/" } }),
  );
  await openSignedIn(page, "borealis-company.admin", "/");
  const refused = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
          resolve(effectiveDirective),
        ),
      ),
  );
  await navigateInPage(page, "/analytics");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "From Looker" })).toBeVisible();
  expect(await refused).toBe("connect-src");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);

  await page.unroute(isHost);
  await page.route(isHost, (route) => route.abort());
  await navigateInPage(page, "/");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await navigateInPage(page, "/analytics");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("no dashboard has an accessibility violation, light and dark, wide and narrow", async ({ page }) => {
  await openSignedIn(page, "acme-company.admin", "/analytics");
  for (const [at, dashboard] of ["Total Spend", "Open Orders", "Order Status", "Service Quality"].entries()) {
    await page.getByRole("tab", { name: dashboard }).click();
    await expect(frameOf(page, dashboard).getByRole("link").first()).toBeVisible();
    const scheme = at % 2 === 0 ? "light" : "dark";
    await page.emulateMedia({ colorScheme: scheme });
    const html = frameOf(page, dashboard).locator("html");
    await expect(html).toHaveAttribute("data-mantine-color-scheme", scheme);
    await page.setViewportSize({ width: at < 2 ? 1440 : 390, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect.soft(violations, `${dashboard}, ${scheme}`).toEqual([]);
    const overflows = await html.evaluate((root) => root.scrollWidth > root.clientWidth);
    expect.soft(overflows, `${dashboard} is wider than its frame`).toBe(false);
  }
});
