import { createHash, createHmac } from "node:crypto";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { updateCompanyTheme } from "@mcc/contract/theme/company-theme.api.ts";
import { RuntimeConfig, ThemeUrls } from "@mcc/contract/theme/theme.schema.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let config: RuntimeConfig;

beforeAll(async () => {
  testServer = await startTestServer();
  await addCompany(testServer, { slug: "acme", themeId: "acme", accent: "#b45309" });
  config = RuntimeConfig.parse(await (await fetch(`${testServer.address}/config.json`)).json());
});

const urlsOf = (themeId: string, key = config.theme.key) =>
  fetch(`${testServer.address}${config.theme.base_url}urls/${themeId}`, {
    headers: { authorization: `Bearer ${key}` },
  });

test("the page's configuration names the theme service and the provider's contacts", () => {
  expect(config.theme.base_url).toBe("/theme/");
  expect(config.provider.email).toContain("@");
});

test("urls/{themeId} with the bearer key returns theme_id, logo_url and mcc_theme_url (THEME-011)", async () => {
  const answer = await urlsOf("acme");
  expect(answer.status).toBe(200);
  const urls = ThemeUrls.parse(await answer.json());
  expect(urls.theme_id).toBe("acme");
  const styles = await (await fetch(testServer.address + urls.mcc_theme_url)).text();
  expect(styles).toContain("--mcc-accent: #b45309");
  const logo = await fetch(testServer.address + urls.logo_url);
  expect(logo.headers.get("content-type")).toContain("image/svg+xml");
});

test("an external theme service is named to the page, and the policy lets it in (THEME-011)", async () => {
  const outside = await startTestServer({
    MCC_THEME_URL: "https://themes.example.com/v1",
    MCC_THEME_KEY: "open sesame",
  });
  const answer = await fetch(`${outside.address}/config.json`);
  const { theme } = RuntimeConfig.parse(await answer.json());
  expect(theme).toEqual({ base_url: "https://themes.example.com/v1/", key: "open sesame" });
  const policy = String(answer.headers.get("content-security-policy"));
  for (const rule of ["connect-src", "style-src", "img-src"]) {
    expect(policy).toMatch(new RegExp(`${rule}[^;]*https://themes\\.example\\.com`));
  }
});

test("the key is random and reveals nothing about the secret; every process uses the same one", async () => {
  const secrets = [SECRET, createHash("sha256").update(SECRET).digest("hex")];
  const texts = ["theme service", "theme", "theme key", ""];
  for (const secret of secrets) {
    for (const text of texts) {
      const mac = createHmac("sha256", secret).update(text).digest();
      expect([mac.toString("base64url"), mac.toString("hex"), mac.toString("base64")]).not.toContain(
        config.theme.key,
      );
    }
  }
  const [kept] = await testServer.sql<{ value: string }>(
    "select value from installation_keys where name = 'theme'",
  );
  expect(config.theme.key).toBe(kept?.value);
  expect(kept?.value).toMatch(/^[0-9a-f]{64}$/);
});

test("a request without the key is refused", async () => {
  expect((await urlsOf("acme", "guess")).status).toBe(401);
  expect((await fetch(`${testServer.address}/theme/urls/acme`)).status).toBe(401);
});

test("a host without a theme gets the default theme", async () => {
  const urls = ThemeUrls.parse(await (await urlsOf("unheardof")).json());
  expect(urls.theme_id).toBe("GoExpedi");
  expect((await fetch(testServer.address + urls.mcc_theme_url)).status).toBe(200);
  expect((await fetch(testServer.address + urls.logo_url)).status).toBe(200);
});

/** A name that was unknown a moment ago is looked up again after a second. */
const configAt = (host: string) =>
  eventually(async () => {
    const { statusCode, body } = await testServer.app.inject({ url: "/config.json", headers: { host } });
    expect(statusCode).toBe(200);
    return RuntimeConfig.parse(JSON.parse(body)).host_theme;
  });

/** What a page at this host shows: its names, and the files that its theme id leads to. */
const lookAt = async (host: string) => {
  const theme = await configAt(host);
  const urls = ThemeUrls.parse(await (await urlsOf(theme.theme_id)).json());
  const textOf = async (url: string) => (await fetch(testServer.address + url)).text();
  return { ...theme, styles: await textOf(urls.mcc_theme_url), mark: await textOf(urls.logo_url) };
};

describe("every address that a company was given", () => {
  test.each([
    ["with a hyphen", "manager.gorig-north.com", "Rig North"],
    ["without go", "portal.rigsouth.io", "Rig South"],
    ["with several hyphens", "orders.my-own-name.co.uk", "Rig East"],
    ["with go", "manager.gorigwest.com", "GoRigwest"],
  ])("%s has the theme, label and shop link of its company (WORK-022, THEME-003)", async (_, host, label) => {
    const { create } = await setUpPlatformAdmin(testServer);
    const name = label.replace("GoRigwest", "Rig West");
    const ecommerce_url = `https://shop.${host}/start`;
    const { body: company } = await create({ name, mcc_host: host, ecommerce_url });
    await testServer.sql("update companies set accent_color = '#123456' where id = $1", [company.id]);
    const look = await lookAt(`${host.toUpperCase()}:8443`);
    expect(look).toMatchObject({ label, shop_url: ecommerce_url, has_order_approval: false });
    expect(look).toMatchObject({ styles: expect.stringContaining("#123456") });
    expect(look).toMatchObject({ mark: expect.stringContaining(`aria-label="${label}"`) });
    const api = await testServer.app.inject({
      url: "/config.json",
      headers: { host: `${host}.evil.example` },
    });
    expect(api.statusCode).toBe(421);
  });

  test("keeps the label that was chosen for it, and follows when it gets another (THEME-007, WORK-022)", async () => {
    const { create, update, token } = await setUpPlatformAdmin(testServer);
    const { body } = await create({ name: "Chosen", mcc_host: "manager.gochosen.com" });
    expect(await configAt("manager.gochosen.com")).toMatchObject({
      ...{
        theme_id: "chosen",
        label: "GoChosen",
        short_name: "Chosen",
        shop_url: "https://www.gochosen.com",
      },
    });
    await testServer.call(updateCompanyTheme, {
      ...{ token, params: { id: body.id }, body: { label: "Chosen & Sons" } },
    });
    await update(body.id, { name: "Chosen", mcc_host: "manager.gochosen-sons.com" });
    const look = await lookAt("manager.gochosen-sons.com");
    expect(look).toMatchObject({ theme_id: "chosen-sons", label: "Chosen & Sons" });
    expect(look).toMatchObject({ mark: expect.stringContaining("Chosen &#38; Sons") });
    await testServer.sql(
      `insert into company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix, has_order_approval)
       values ($1, 'g', 'e', 'chosen', true)`,
      [body.id],
    );
    expect(await configAt("manager.gochosen-sons.com")).toMatchObject({ has_order_approval: true });
  });

  test("has a theme of its own, where others have the same name or slug", async () => {
    const { create } = await setUpPlatformAdmin(testServer);
    const hosts = ["manager.gotwin.com", "manager.gotwin.net", "portal.twin.org"];
    const slugs = ["one-twin", "two-twin", "twin"];
    const ids: unknown[] = [];
    for (const [at, mcc_host] of hosts.entries()) {
      await create({ name: `Twin ${at}`, slug_name: slugs[at], mcc_host });
      ids.push((await configAt(mcc_host)).theme_id);
    }
    expect(ids).toEqual(["twin", "two-twin", "Own-twin"]);
    expect((await urlsOf("Own-twin")).status).toBe(200);
  });

  test("is one of several names of a go host: by its theme id, or by its slug", async () => {
    await addCompany(testServer, { slug: "slugged-rail", themeId: "slugged" });
    for (const host of ["goslugged.localhost", "manager.goslugged-rail.localhost:4173"])
      expect(await configAt(host)).toMatchObject({ theme_id: "slugged" });
  });
});

test("a host that leads to no company has the default theme (THEME-004)", async () => {
  for (const host of ["localhost:3000", "manager.gono-such-theme.localhost", "gonobody.localhost"])
    expect(await lookAt(host)).toMatchObject({
      theme_id: "GoExpedi",
      label: "GoExpedi",
      short_name: "Expedi",
      shop_url: "https://www.goexpedi.com",
      has_order_approval: false,
      mark: expect.stringContaining('aria-label="GoExpedi"'),
    });
});

test("users find the same logo in their session as before they have signed in", async () => {
  const id = await addCompany(testServer, { slug: "same-logo", themeId: "samelogo", accent: "#b45309" });
  const { username } = await addPerson(testServer, id);
  const session = await testServer.call(currentUser, { token: await tokenFor(testServer, username) });
  const urls = ThemeUrls.parse(await (await urlsOf("samelogo")).json());
  expect(session.body.company?.logo).toBe(urls.logo_url);
});
