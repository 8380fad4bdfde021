import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openStreaming } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

test("an approver asks, the asked user answers, and both see it without a reload (QUES-002, QUES-003)", async ({
  browser,
  page,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Approver", "Foreman"] });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Approver.roleId, limit: 0 });
  const identifier = await placeOrder(page, {
    at: { slug, site },
    creator: people.Foreman.username,
    total: "420.00",
  });
  const asker = await openStreaming(browser, people.Approver.username, `/orders/${identifier}`);
  const asked = await openStreaming(browser, people.Foreman.username, `/orders/${identifier}`);
  const approvals = (window: Page) => window.getByRole("region", { name: "Approvals" });
  await expect(approvals(asker)).toContainText("No questions or comments yet.");

  await approvals(asker).getByLabel("Your comment").fill("What is it for?\n<b>Please</b> be quick.");
  await approvals(asker).getByRole("combobox", { name: "Ask someone" }).fill("fore");
  await asker.getByRole("option", { name: /Foreman/ }).click();
  await approvals(asker).getByRole("button", { name: "Ask", exact: true }).click();
  await expect(asker.getByText("Question sent")).toBeVisible();
  for (const window of [asker, asked]) {
    const question = approvals(window).getByRole("listitem").filter({ hasText: "Approver asked Foreman" });
    await expect(question).toContainText("<b>Please</b> be quick.");
    await expect(question).toContainText("Waiting for an answer from Foreman");
  }
  const list = await openStreaming(browser, admin, "/pending-approvals");
  const row = list.locator("tbody tr").filter({ hasText: identifier });
  const question = row.getByRole("img", { name: "Waiting for an answer" });
  await expect(question).toBeVisible();

  await expect(approvals(asked)).toContainText("Approver asks you. Your comment is the answer.");
  // Only a user who can decide may ask.
  await expect(approvals(asked).getByRole("combobox", { name: "Ask someone" })).toHaveCount(0);
  await approvals(asked).getByLabel("Your comment").fill("For the new rig");
  await approvals(asked).getByRole("button", { name: "Answer" }).click();
  await expect(approvals(asker)).toContainText("For the new rig");
  for (const window of [asker, asked]) {
    await expect(approvals(window)).not.toContainText("Waiting for an answer from");
    await expect(approvals(window).getByLabel("Your comment")).toHaveValue("");
  }
  await expect(question).toHaveCount(0);
});
