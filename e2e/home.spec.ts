import { expect, test } from "@playwright/test";
import { openSignedIn } from "./people.ts";

test("an approver chooses a time range, comes back to it, and opens the order that has waited longest (HOME-003, HOME-007, HOME-010, HOME-013)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-blanket.approver");
  const tile = page.getByRole("link", { name: /^In Company Orders/ });
  const range = page.getByRole("slider", { name: "Time range" });
  await expect(range).toHaveAttribute("aria-valuetext", "Last 30 days");
  await expect(tile).toHaveText(/\d/);
  const inAMonth = String(await tile.textContent());
  await expect(page.getByRole("img", { name: "Some orders need your approval" })).toBeVisible();

  await range.focus();
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/\?range=all$/);
  await expect(tile).not.toHaveText(inAMonth);
  const ever = String(await tile.textContent());
  await page.reload();
  await expect(range).toHaveAttribute("aria-valuetext", "All Time");
  await expect(tile).toHaveText(ever);
  await page.goBack();
  await expect(tile).toHaveText(inAMonth);
  await page.goForward();

  const newest = page.getByRole("region", { name: "Last 5 Orders" }).getByRole("row").nth(1);
  const identifier = String(await newest.getByRole("link").textContent());
  await newest.getByRole("link").click();
  await expect(page).toHaveURL(`/orders/${identifier}`);
  await page.getByRole("link", { name: "Return to home" }).click();
  await expect(page).toHaveURL(/\?range=all$/);

  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/pending-approvals\?requires_my_approval=true&ordering=orderDate$/);
  await page.goBack();
  const waiting = page.getByRole("region", { name: /orders need your approval$/ });
  await waiting.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByRole("button", { name: "Approve and next" })).toBeVisible();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
});
