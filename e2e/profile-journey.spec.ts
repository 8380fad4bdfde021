import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { newToken, openSignedIn, PASSWORD } from "./people.ts";

test("everybody reaches their profile from the user menu; a new password signs out other browsers", async ({
  page,
  browser,
}) => {
  const { people } = await openOwnCompany({ roles: ["Foreman"] });
  const { username } = people.Foreman;
  const elsewhere = await (await browser.newContext()).newPage();
  await openSignedIn(elsewhere, username, "/profile", await newToken(elsewhere, username));
  await openSignedIn(page, username, "/sites");
  await page.getByRole("button", { name: "User menu, Foreman" }).click();
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Profile");
  await expect(page.getByRole("region", { name: "About you" })).toContainText(username);
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await expect(sessions.getByText("This one")).toBeVisible();
  await expect(sessions.getByRole("button", { name: /^Sign out \w+ on/ })).toHaveCount(1);

  await page.getByLabel(/^Current password/).fill(PASSWORD);
  await page.getByLabel(/^New password/).fill("Battery-Staple-9");
  await page.getByLabel(/^Confirm new password/).fill("Battery-Staple-9");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed. Your other sessions have ended.")).toBeVisible();
  await expect(sessions.getByRole("button", { name: /^Sign out/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
});
