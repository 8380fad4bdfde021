import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";

const rows = (page: Page) => page.locator("[data-row]");
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });

/** Rules and unread alerts of a user at two sites, as triggers have created them. */
const addAlerts = async (companyId: number, userId: number, siteIds: readonly number[]): Promise<void> => {
  for (const siteId of siteIds) {
    await queryDatabase(
      `insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
       values ($1, $2, $3, 'CREATION', 'INSTANTLY', true) on conflict do nothing`,
      [companyId, userId, siteId],
    );
    await queryDatabase(
      `insert into alerts (company_id, user_id, site_id, content, fired_for)
       values ($1, $2, $3::bigint, 'An order was placed', 'journey:' || $3::text)`,
      [companyId, userId, siteId],
    );
  }
};

test("a user turns off the rules of one site, and reads all alerts; an open page follows (ALERT-012, ALERT-013, ALERT-014)", async ({
  page,
  context,
}) => {
  const { companyId, people, site, second } = await openOwnCompany({ roles: ["Buyer"] });
  await addAlerts(companyId, people.Buyer.id, [site.id, second.id]);
  await openSignedIn(page, people.Buyer.username, "/alerts");
  await expect(rows(page)).toHaveCount(2);
  const bell = page.getByRole("button", { name: "Alerts, 2 unread" });
  await expect(bell).toBeVisible();

  const other = await context.newPage();
  await other.goto("/alerts");
  await other.getByRole("link", { name: "Configure Rules" }).click();
  const enabled = rows(other).getByRole("switch", { checked: true });
  await expect(enabled).toHaveCount(2);
  await other.goto("/alerts/configure?site=First");
  await expect(enabled).toHaveCount(1);
  await other.getByRole("button", { name: "Disable all filtered alerts" }).click();
  await expect(toastOf(other, "Rules updated correctly")).toBeVisible();
  await expect(other.getByRole("button", { name: "Enable all filtered alerts" })).toBeVisible();
  await expect(enabled).toHaveCount(0);
  await other.getByRole("button", { name: "Clear all" }).click();
  await expect(enabled).toHaveCount(1);
  await expect(rows(other).filter({ has: other.getByRole("switch", { checked: true }) })).toContainText(
    "Second Site",
  );

  await other.getByRole("button", { name: "Alerts, 2 unread" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Mark all as read" }).click();
  await expect(toastOf(other, "Alerts marked as read")).toBeVisible();
  for (const one of [page, other]) {
    await expect(one.getByRole("button", { name: "Alerts", exact: true })).toBeVisible();
    await expect(one.locator("[data-unread]")).toHaveCount(0);
  }
});
