import { expect, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { chooseRowAction } from "./row-menu.ts";

test("a key for one site is created, used by a program, replaced with an overlap and deleted (OPEN-001 partly, OPEN-003 partly)", async ({
  page,
}) => {
  const { admin, site, companyId } = await openOwnCompany({ roles: [] });
  const ask = (path: string, key: string) =>
    page.request.get(`/api${path}`, { headers: { authorization: `ApiKey ${key}` } });
  const shown = page.getByRole("dialog", { name: "Copy the new API key" });
  const readKey = async () => {
    const key = (await shown.locator("code").textContent()) ?? "";
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(shown).toBeHidden();
    return key;
  };
  await openSignedIn(page, admin, "/configuration/api-keys");

  const key = await test.step("an admin chooses data, a site and no end", async () => {
    await page.getByRole("button", { name: "Create API Key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create New API Key" });
    await dialog.getByLabel("Name").fill("ERP");
    await dialog.getByRole("checkbox", { name: "Sites", exact: true }).check();
    await dialog.getByLabel("Sites", { exact: true }).and(page.locator("input:not([type=checkbox])")).click();
    await page.getByRole("option", { name: "First Site" }).click();
    await expect(dialog.getByRole("checkbox", { name: "Audit", exact: true })).toBeDisabled();
    await dialog.getByLabel("Name").click();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    return readKey();
  });

  await test.step("the program gets that site only, and nothing else", async () => {
    const { count, results } = await (await ask("/sites/", key)).json();
    expect([count, results[0].id]).toEqual([1, site.id]);
    expect((await ask("/budgets/", key)).status()).toBe(403);
    await page.getByRole("link", { name: "ERP" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "ERP" })).toBeVisible();
    // Use is written every few seconds.
    await expect
      .poll(() => queryDatabase("select from company_key_calls where company_id = $1", [companyId]))
      .toHaveLength(2);
    await page.reload();
    await expect(page.getByRole("region", { name: "What It Was Used For" })).toContainText("Sites");
    const calls = page.getByRole("region", { name: "Latest calls with the key" });
    await expect(calls).toContainText("GET /api/sites/");
    await expect(calls).toContainText("Refused (403)");
  });

  await test.step("its successor works beside it, until it is deleted", async () => {
    await chooseRowAction(page, "Replace", "ERP");
    await page.getByRole("dialog", { name: "Replace ERP" }).getByRole("button", { name: "Replace" }).click();
    const next = await readKey();
    expect([(await ask("/sites/", key)).status(), (await ask("/sites/", next)).status()]).toEqual([200, 200]);
    await chooseRowAction(page, "Delete", "ERP");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("The API key was deleted")).toBeVisible();
    expect([(await ask("/sites/", key)).status(), (await ask("/sites/", next)).status()]).toEqual([401, 200]);
    await expect(page.getByRole("heading", { name: "Deleted Keys" })).toBeVisible();
  });
});
