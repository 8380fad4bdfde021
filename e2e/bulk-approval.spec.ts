import { expect, test } from "@playwright/test";
import { badge, dialogOf, rowOf } from "./approvals-page.ts";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

test("an approver approves twelve orders at once while another approver decides two of them, and one more with an open question, which is confirmed by itself (BULK-001, BULK-003, WORK-008)", async ({
  page,
}) => {
  const { slug, admin, site, second, people } = await openOwnCompany({ roles: ["Lead", "Finance"] });
  // Together the small orders stay below the limit: none of them has a warning.
  for (const [role, limit] of [
    [people.Lead.roleId, 0],
    [people.Finance.roleId, 5_000],
  ]) {
    await requestAs(page, admin, "POST", "/approvals/rules/", { role, limit });
  }
  await requestAs(page, admin, "POST", "/approvals/rules/", {
    user: people.Finance.id,
    limit: -1,
    sites: [site.id, second.id],
  });
  const placed: string[] = [];
  for (let at = 0; at < 12; at++) {
    const where = at % 2 === 0 ? site : second;
    placed.push(await placeOrder(page, { at: { slug, site: where }, total: `${100 + at}.00` }));
  }
  const large = await placeOrder(page, { at: { slug, site }, total: "7000.00" });
  const taken = placed.slice(0, 2);

  await openSignedIn(page, people.Lead.username, "/pending-approvals");
  await expect(rowOf(page, large)).toContainText("Waiting for you");
  await expect(badge(page)).toContainText("13");
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("checkbox", { name: `Select ${large}` }).uncheck();
  await page.getByRole("button", { name: "Approve 12" }).click();

  // One question, with number, site and total of each order and the sum of 100 to 111.
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("these 12 orders, $1,266.00 in total?");
  const listed = dialog.getByRole("listitem");
  await expect(listed).toHaveCount(12);
  await expect(listed.filter({ hasText: String(placed[3]) })).toContainText("$103.00");
  await expect(listed.filter({ hasText: String(placed[3]) })).toContainText("Second Site");

  // Meanwhile two of them are decided elsewhere.
  for (const identifier of taken) {
    await requestAs(page, people.Finance.username, "POST", `/orders/${identifier}/approve/`);
  }
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/approve/")) calls.push(request.url());
  });
  await dialog.getByRole("button", { name: "Approve 12" }).click();
  await expect(dialog.getByRole("status")).toHaveText("10 of 12 orders approved");
  for (const identifier of taken) {
    await expect(listed.filter({ hasText: identifier })).toContainText("No longer pending");
  }
  await expect(listed.filter({ hasText: "No longer pending" })).toHaveCount(2);
  expect(calls.map((url) => new URL(url).pathname)).toEqual(["/api/orders/pending/approve/"]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(badge(page)).toContainText("1 order needs your approval");
  await expect(page.locator("tbody tr")).toHaveCount(1);

  // The last one has an open question, and takes one more step, whose holder is told.
  await requestAs(page, people.Lead.username, "POST", `/orders/${large}/comments/`, {
    text: "What is it for?",
    asks: people.Finance.id,
  });
  await page.getByRole("checkbox", { name: `Select ${large}` }).check();
  await page.getByRole("button", { name: "Approve 1" }).click();
  await expect(listed.filter({ hasText: large })).toContainText("What is it for?");
  await expect(dialog.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: `Approve ${large} all the same` }).check();
  await dialog.getByRole("button", { name: "Approve 1" }).click();
  await expect(dialog).toContainText("Approval recorded. The next step is Finance.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(rowOf(page, large)).toContainText("You already took action on this order");
  await expect(page.getByRole("checkbox", { name: `Select ${large}` })).toHaveCount(0);
});

test("a press on the number of orders that need the user's approval filters the list, and the URL keeps the filter", async ({
  page,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Lead", "Finance"] });
  const rule = { role: people.Lead.roleId, limit: 0 };
  await requestAs(page, admin, "POST", "/approvals/rules/", rule);
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Finance.roleId, limit: 500 });
  const [mine, theirs] = [
    await placeOrder(page, { at: { slug, site }, total: "600.00" }),
    await placeOrder(page, { at: { slug, site }, total: "50.00" }),
  ];
  await requestAs(page, people.Lead.username, "POST", `/orders/${mine}/approve/`);
  await openSignedIn(page, people.Finance.username, "/pending-approvals");
  await expect(rowOf(page, theirs)).toBeVisible();
  const filter = page.getByRole("button", { name: "1 order needs your approval" });
  await filter.click();
  await expect(rowOf(page, theirs)).toHaveCount(0);
  await expect(rowOf(page, mine)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("requires_my_approval")).toBe("true");
  await page.reload();
  await expect(filter).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await filter.click();
  await expect(rowOf(page, theirs)).toBeVisible();
});
