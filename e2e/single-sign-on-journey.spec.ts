import { AxeBuilder } from "@axe-core/playwright";
import { startOpenIdProvider } from "@mcc/server/src/testing/identity-providers/openid-provider.ts";
import { expect, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { newToken, openSignedIn } from "./people.ts";

const SECRET = "a secret of the client";

test("a company admin connects an OpenID provider, tries it and switches it on; a person signs in with it, and the page they asked for opens (SSOS-001 partly, SSOS-002 partly, SSOS-003 partly, SSOS-009 partly)", async ({
  page,
  baseURL,
}) => {
  const { admin, slug, companyId, people } = await openOwnCompany({ roles: ["Buyer"] });
  const domain = `${slug}.example`;
  const email = `buyer@${domain}`;
  await queryDatabase("update users set email = $2 where id = $1", [people.Buyer.id, email]);
  const provider = await startOpenIdProvider(
    [{ sub: "buyer-1", email, email_verified: true, given_name: "Bo", groups: ["Buyers"] }],
    [`${baseURL}/sso/oidc/callback`],
  );
  try {
    await openSignedIn(page, admin, "/configuration/sign-in", await newToken(page, admin));

    await page.getByRole("button", { name: "Add Domain" }).click();
    await page.getByRole("textbox", { name: "Domain" }).fill(domain);
    await page.getByRole("dialog").getByRole("button", { name: "Add Domain" }).click();
    await expect(page.getByText(`_mcc-sign-in.${domain}`)).toBeVisible();
    // No DNS has this domain: a platform admin confirms it.
    await queryDatabase(
      "update sso_domains set confirmed_at = now(), confirmed_by = 'platform' where company_id = $1",
      [companyId],
    );

    await page.getByRole("button", { name: "Add Identity Provider" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Own account");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(`${baseURL}/sso/oidc/callback`)).toBeVisible();
    await page.getByRole("textbox", { name: "Issuer" }).fill(provider.url);
    await page.getByRole("textbox", { name: "Client ID" }).fill("portal");
    await page.getByLabel("Client secret", { exact: true }).fill(SECRET);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Try It Now" }).click();

    await expect(page.getByText("The identity provider answered on")).toBeVisible();
    await expect(page.getByText("who has the same e-mail address")).toBeVisible();
    await expect(page.getByRole("row", { name: "groups Buyers" })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole("button", { name: "Switch On" }).click();
    await expect(page.getByText("People can sign in with it.")).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();

    await page.goto("/orders?search=rig");
    await page.getByLabel("Username or email address").fill(email);
    await page.getByLabel("Password", { exact: true }).focus();
    await page.getByRole("link", { name: "Continue to your company's sign-in" }).click();
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    await expect(page).toHaveURL(/\/orders\?search=rig$/);

    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL((url) => url.origin === provider.url && url.pathname === "/session/end");
  } finally {
    await provider.stop();
  }
});
