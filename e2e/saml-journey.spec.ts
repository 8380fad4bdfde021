import { startSamlProvider } from "@mcc/server/src/testing/identity-providers/saml-provider.ts";
import { expect, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { newToken, openSignedIn } from "./people.ts";

test("a company admin connects a SAML provider by the file of its metadata, tries it and switches it on; an admin signs in with it, confirms a change there, and signs out there, too (SSOS-001, SIGN-007 partly, SSOS-009 partly)", async ({
  page,
  baseURL,
}) => {
  const { admin, slug, companyId, people } = await openOwnCompany({ roles: ["Chief"] });
  const domain = `${slug}.example`;
  const email = `chief@${domain}`;
  const chief = people.Chief.id;
  await queryDatabase(
    "update users set email = $2, is_company_admin = true, password_hash = null where id = $1",
    [chief, email],
  );
  await queryDatabase(
    `insert into sso_domains (company_id, domain, token, confirmed_at, confirmed_by)
     values ($1, $2, 'token', now(), 'platform')`,
    [companyId, domain],
  );
  const provider = await startSamlProvider({
    ...{ id: "chief-1", email, givenName: "Cy", familyName: "Chief", groups: ["Chiefs"] },
  });
  try {
    await openSignedIn(page, admin, "/configuration/sign-in", await newToken(page, admin));
    await page.getByRole("button", { name: "Add Identity Provider" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Own account");
    await page.getByRole("radio", { name: "SAML 2.0" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(new RegExp(`^${baseURL}/sso/saml/\\d+/acs$`))).toBeVisible();
    const metadata = await (await fetch(provider.metadataUrl)).text();
    await page.locator("input[type=file]").setInputFiles({
      ...{ name: "metadata.xml", mimeType: "application/xml", buffer: Buffer.from(metadata) },
    });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Try It Now" }).click();
    await expect(page.getByText("The identity provider answered on")).toBeVisible();
    await expect(page.getByText("who has the same e-mail address")).toBeVisible();
    await expect(page.getByRole("row", { name: "groups Chiefs" })).toBeVisible();
    await page.getByRole("button", { name: "Switch On" }).click();
    await expect(page.getByText("People can sign in with it.")).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();

    await page.goto("/configuration/security");
    await page.getByLabel("Username or email address").fill(email);
    await page.getByLabel("Password", { exact: true }).focus();
    await page.getByRole("link", { name: "Continue to your company's sign-in" }).click();
    await expect(page).toHaveURL(/\/configuration\/security$/);
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();

    // They signed in a while ago: what they ask for waits for the sign-in in the other window, and is then saved.
    await queryDatabase("update sessions set confirmed_at = now() - interval '3 hours' where user_id = $1", [
      chief,
    ]);
    await page.getByRole("textbox", { name: "Networks" }).fill("127.0.0.0/8\n::1/128");
    await page.getByRole("button", { name: "Save" }).first().click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Sign in again with your identity provider" }).click();
    const window = await opened;
    if (!window.isClosed()) await window.waitForEvent("close");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect
      .poll(() => queryDatabase("select networks from security_policies where company_id = $1", [companyId]))
      .toMatchObject([{ networks: ["127.0.0.0/8", "::1/128"] }]);

    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL((url) => url.origin === provider.url && url.pathname === "/logout");
  } finally {
    await provider.stop();
  }
});
