import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { newToken, openInPage, openSignedIn } from "./people.ts";

const bannerOf = (page: Page) => page.getByRole("region", { name: "Support access" });
const headersOf = async (page: Page) => ({
  authorization: `JWT ${await page.evaluate(() => localStorage.getItem("am-token"))}`,
});

test("the support sees a company only while an admin grants it, read only; both sides are told, and the audit has its pages (LIFE-005)", async ({
  page,
  browser,
}) => {
  const { admin, companyId, slug, site } = await openOwnCompany({ roles: [] });
  const support = await (await browser.newContext()).newPage();
  const sites = async () =>
    (await support.request.get("/api/v2/sites/", { headers: await headersOf(support) })).status();

  await test.step("nobody of the provider sees it before", async () => {
    const own = await newToken(support, "platform.admin");
    await openSignedIn(support, "platform.admin", `/companies/${companyId}`, own);
    await expect(support.getByText("This company does not grant support access now.")).toBeVisible();
    expect(await sites()).toBe(403);
  });

  await test.step("an admin grants it for 1 to 24 hours", async () => {
    await openSignedIn(page, admin, "/configuration/support-access");
    await page.getByRole("button", { name: "Grant Support Access" }).click();
    const dialog = page.getByRole("dialog", { name: "Grant Support Access" });
    await dialog.getByLabel("Hours").fill("25");
    await dialog.getByRole("button", { name: "Grant", exact: true }).click();
    await expect(dialog.getByText("Enter a whole number of hours from 1 to 24.")).toBeVisible();
    await dialog.getByLabel("Hours").fill("4");
    await dialog.getByLabel("Reason").fill("Order 1027 is missing");
    await dialog.getByRole("button", { name: "Grant", exact: true }).click();
    await expect(bannerOf(page)).toContainText("The provider's support may see this company until");
  });

  await test.step("the support opens it, is told so, sees its pages and changes nothing", async () => {
    await support.reload();
    await support.getByRole("button", { name: "Open Company" }).click();
    await expect(bannerOf(support)).toContainText(`Support access to ${slug}, read only, until`);
    await openInPage(support, "/sites");
    await expect(support.getByText("First Site").first()).toBeVisible();
    const change = await support.request.patch(`/api/sites/${site.id}/`, {
      headers: await headersOf(support),
      data: { name: "Changed" },
    });
    expect([change.status(), (await change.json()).code]).toEqual([403, "support.read_only"]);
  });

  await test.step("the audit of the company has what it has opened", async () => {
    const answer = await page.request.get("/api/audit/?action=support_access.viewed", {
      headers: await headersOf(page),
    });
    const { results } = (await answer.json()) as { results: { after: { name: string } }[] };
    expect(results.map(({ after }) => after.name)).toContain("/sites");
  });

  await test.step("an admin revokes it, and the next request is refused", async () => {
    await bannerOf(page).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(bannerOf(page)).toBeHidden();
    await openInPage(support, "/orders");
    await expect(bannerOf(support)).toBeHidden();
    expect(await sites()).toBe(403);
  });
  await support.context().close();
});
