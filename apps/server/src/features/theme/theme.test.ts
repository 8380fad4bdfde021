import { createHash, createHmac } from "node:crypto";
import { RuntimeConfig, ThemeUrls } from "@mcc/contract/theme/theme.schema.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompany } from "../../testing/people.ts";
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
