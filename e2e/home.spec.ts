import { expect, test } from "@playwright/test";
import { openSignedIn } from "./people.ts";

test("an approver chooses a time range, comes back to it, and opens the order that has waited longest (HOME-003, HOME-007, HOME-010, HOME-013)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-blanket.approver");
  const tile = page.getByRole("link", { name: /^In Company Orders/ });
  const range = page.getByRole("slider", { name: "Time range" });
  await expect(range).toHaveAttribute("aria-valuetext", "Last 30 days");
  const ever = /Orders2,4\d\d$/; // the demo has 2,400
  await expect(tile).toHaveText(/\d/);
  await expect(tile).not.toHaveText(ever);
  await expect(page.getByRole("img", { name: "Some orders need your approval" })).toBeVisible();

  await range.focus();
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/\?range=all$/);
  await expect(tile).toHaveText(ever);
  await page.reload();
  await expect(range).toHaveAttribute("aria-valuetext", "All Time");
  await expect(tile).toHaveText(ever);
  await page.goBack();
  await expect(tile).not.toHaveText(ever);
  await page.goForward();

  const newest = page.getByRole("region", { name: "Last 5 Orders" }).getByRole("row").nth(1);
  const identifier = String(await newest.getByRole("link").first().textContent());
  await newest.getByRole("link").first().click();
  await expect(page).toHaveURL(`/orders/${identifier}`);
  await page.getByRole("link", { name: "Return to home" }).click();
  await expect(page).toHaveURL(/\?range=all$/);

  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/pending-approvals\?requires_my_approval=true&ordering=orderDate$/);
  await page.goBack();
  const waiting = page.getByRole("region", { name: /orders need your approval$/ });
  await waiting.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Approve and next" })).toBeVisible();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
});

test("a whole row of the last orders opens its order, also in a new tab, and on a phone its whole card (HOME-007)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/?range=all");
  const last = page.getByRole("region", { name: "Last 5 Orders" });
  const row = last.getByRole("row").nth(1);
  const identifier = String(await row.getByRole("link").first().textContent());
  const isOrder = new RegExp(`/orders/${identifier}$`);
  // What is clicked is the link of the row, which covers its cells.
  const cells = row.getByRole("cell");
  await expect(cells).toHaveCount(5);
  await row.scrollIntoViewIfNeeded();
  const links = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("a")?.pathname;
    }),
  );
  expect(links).toEqual(Array(5).fill(`/orders/${identifier}`));
  const total = row.getByRole("cell").last();
  const opened = page.context().waitForEvent("page");
  await total.click({ button: "middle", force: true });
  const tab = await opened;
  await tab.waitForURL(isOrder, { waitUntil: "commit" });
  await tab.close();
  await expect(page).not.toHaveURL(isOrder);
  await total.click({ force: true });
  await expect(page).toHaveURL(isOrder);

  await page.goBack();
  await expect(row).toBeVisible();
  await row.getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(isOrder);

  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  const card = last.getByRole("listitem").filter({ hasText: identifier });
  await card.getByText("Total").click({ force: true });
  await expect(page).toHaveURL(isOrder);
});
