import { addSite } from "@mcc/server/src/testing/integration.ts";
import { addCompany, addPerson, PASSWORD } from "@mcc/server/src/testing/people.ts";
import { type APIResponse, expect, test } from "@playwright/test";
import { openInstallation } from "./installation.ts";

const json = async (answer: APIResponse) => {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}`).toBe(true);
  return answer.json();
};

/** Longer than the others: it starts three processes and migrates a database. */
test("an order that arrives at one process raises a toast in a browser connected to another (ALERT-038, ALERT-040)", async ({
  page,
}) => {
  const installation = await openInstallation();
  try {
    const first = await installation.start("web");
    const [second] = await Promise.all([installation.start("web"), installation.start("worker")]);
    const companyId = await addCompany(installation, { slug: "journey" });
    const site = await addSite(installation, companyId, { name: "Rig 5" });
    const { id: userId } = await addPerson(installation, companyId, { username: "journey-dana" });
    await addPerson(installation, null, { username: "journey-operator", platformAdmin: true });
    await installation.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
      companyId,
      site.id,
      userId,
    ]);
    await installation.sql(
      `insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
       values ($1, $2, $3, 'CREATION', 'INSTANTLY', true)
       on conflict (company_id, user_id, site_id, rule) do update set enabled = true`,
      [companyId, userId, site.id],
    );
    const { token } = await json(
      await page.request.post(`${first}/api/accounts/user-token/`, {
        data: { username: "journey-operator", password: PASSWORD },
      }),
    );
    const { key } = await json(
      await page.request.post(`${first}/api/mcc-admin/api-keys/`, {
        data: { name: "Journey", scopes: ["orders"] },
        headers: { authorization: `JWT ${token}` },
      }),
    );

    const listens = page.waitForResponse((answer) => answer.url().endsWith("/api/alerts/stream/"));
    await page.goto(`${second}/sites`);
    await page.getByLabel("Username or email address").fill("journey-dana");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    expect((await listens).status()).toBe(200);
    expect(new URL((await listens).url()).origin).toBe(new URL(second).origin);

    await json(
      await page.request.put(`${first}/api/integration/v1/companies/journey/orders/SO-77/`, {
        data: {
          site: site.id,
          ordered_by: "Storefront Buyer",
          lines: [{ product: "P", sku: "P", text: "Valve", base_unit_price_value: "12.00" }],
        },
        headers: { authorization: `ApiKey ${key}` },
      }),
    );
    const toast = page.getByRole("status").getByRole("link", { name: /SO-77/ });
    await expect(toast).toBeVisible();
    const [alert] = await installation.sql<{ content: string }>("select content from alerts");
    await expect(toast).toHaveText(alert?.content ?? "");
    // It covers neither the sign-out button nor the bell.
    await toast.hover();
    await page.getByRole("button", { name: "Log Out" }).click({ trial: true });
    await toast.click();
    await expect(page).toHaveURL(`${second}/orders/SO-77`);
  } finally {
    await installation.stop();
  }
});
