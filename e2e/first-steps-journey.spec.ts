import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn, PASSWORD } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

/** A company on its first day: an admin and nobody else, a role without users, no sites. */
const openNewCompany = async () => {
  const company = await openOwnCompany({ roles: ["Manager"] });
  const { companyId, people } = company;
  await queryDatabase("update sites set deleted_at = now() where company_id = $1", [companyId]);
  await queryDatabase("update users set deleted_at = now() where id = $1", [people.Manager.id]);
  const [named] = await queryDatabase<{ site_type: number; siteWarehouse: number }>(
    `select (select id::int from site_types where company_id = $1) as site_type,
       (select id::int from warehouses where company_id = $1) as "siteWarehouse"`,
    [companyId],
  );
  return { ...company, named };
};

const stepsOf = (page: Page) => page.getByRole("region", { name: "First steps" });

test("the admin of a new company does the first steps one by one, until home has only what needs attention (WORK-005, WORK-006)", async ({
  page,
}) => {
  const { companyId, slug, admin, people, named } = await openNewCompany();
  await openSignedIn(page, admin);
  const steps = stepsOf(page);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(steps.getByText("0 of 5 done")).toBeVisible();
  await expect(steps.getByRole("listitem")).toHaveCount(5);
  await expect(attention.getByText("Nothing needs your attention right now.")).toBeVisible();
  const home = () => page.getByRole("link", { name: "Home", exact: true }).click();

  await steps.getByRole("link", { name: "Create sites" }).click();
  await expect(page).toHaveURL(/\/sites$/);
  const site = await requestAs(page, admin, "POST", "/sites/", {
    ...{ name: "Rig 1", ecommerce_username: `${slug}-rig`, ecommerce_user_email: `${slug}@example.com` },
    ...{ password: PASSWORD, enable_analytics: true, division: "Drilling", business_unit: "Bakken" },
    ...{ region: "North", location_name: "Yard 4", ...named },
  });
  await home();
  await expect(steps.getByText("1 of 5 done")).toBeVisible();
  await expect(steps.getByRole("listitem").filter({ hasText: "Create your sites" })).toContainText("Done");

  await steps.getByRole("link", { name: "Add users" }).click();
  await expect(page).toHaveURL(/\/users$/);
  await requestAs(page, admin, "POST", "/accounts/users/", {
    ...{ username: `${slug}-new`, first_name: "New", last_name: "Person", email: `${slug}-new@example.com` },
    ...{ password: PASSWORD, sites: [], role_id: null, title: "" },
  });
  await home();
  await expect(steps.getByText("2 of 5 done")).toBeVisible();

  await steps.getByRole("link", { name: "Set rules" }).click();
  await expect(page).toHaveURL(/\/configuration\/approvals$/);
  await requestAs(page, admin, "POST", "/approvals/rules/", {
    ...{ limit: 0, user: null, role: people.Manager.roleId, sites: [], nodes: [] },
  });
  await home();
  await expect(steps.getByText("3 of 5 done")).toBeVisible();

  // The order needs a manager, and there is none.
  const identifier = await placeOrder(page, { at: { slug, site } });
  await expect(steps.getByText("4 of 5 done")).toBeVisible();
  await expect(steps.getByRole("link", { name: "Ask your provider" })).toHaveAttribute(
    "href",
    /^mailto:[^?@]+@/,
  );
  await requestAs(page, "platform.admin", "PATCH", `/mcc-admin/companies/${companyId}/theme/`, {
    accent_color: "#1f6feb",
  });
  await page.reload();
  await expect(attention.getByRole("link").first()).toBeVisible();
  await expect(steps).toBeHidden();

  for (const [link, name] of [
    ["1 order is pending", identifier],
    ["1 has no approver", identifier],
    ["1 site has no one who can approve", "Rig 1"],
    ["1 user has never signed in", `${slug}-new`],
  ] as const) {
    await attention.getByRole("link", { name: link }).click();
    await expect(page).not.toHaveURL(/\/$/);
    // The header and the one record.
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("table")).toContainText(name);
    await page.goBack();
  }
});

test("first steps that were dismissed stay away after a reload, for this admin (WORK-006)", async ({
  page,
}) => {
  const { admin } = await openNewCompany();
  await openSignedIn(page, admin);
  await expect(stepsOf(page)).toBeVisible();
  const saved = page.waitForResponse((answer) => answer.url().includes("/accounts/preferences/home"));
  await stepsOf(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(stepsOf(page)).toBeHidden();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole("region", { name: "Needs attention" })).toContainText("Nothing needs");
  await expect(stepsOf(page)).toBeHidden();
});
