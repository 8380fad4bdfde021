import { fail } from "@mcc/contract/kit/errors.ts";
import type { RuntimeConfig } from "@mcc/contract/theme/theme.schema.ts";
import type { FastifyInstance } from "fastify";
import { themeOfHost } from "../../platform/hosts/company-of-host.ts";
import type { Services } from "../../platform/services.ts";
import { companyLogo, themeKey, themeLogo, themeStyles, themeUrls } from "./theme.service.ts";

const PROVIDER = {
  email: "customerservice@goexpedi.com",
  phone: "+1 (832) 980-7155",
  terms_url: "https://www.goexpedi.com/terms-and-conditions",
  privacy_url: "https://www.goexpedi.com/privacy-policy",
} as const;
const THEME_ID = /^[A-Za-z0-9-]{1,64}$/;
const AN_HOUR = "public, max-age=3600";
const FOR_GOOD = "public, max-age=31536000, immutable";
const LOGO_FILE = /^([1-9]\d{0,14})-([0-9a-f]{32})\.png$/;

/** An invalid theme id is not looked up. */
const themeIdIn = ({ themeId }: { themeId: string }): string =>
  THEME_ID.test(themeId) ? themeId : fail("not_found");

const withSlash = (url: string): string => (url.endsWith("/") ? url : `${url}/`);

/** The theme service and the page's configuration; both are outside the API, before any sign-in. */
export const themePages = (app: FastifyInstance, services: Services): void => {
  let key = "";
  // Read once, before the first request: it does not change.
  app.addHook("onReady", async () => {
    key = await themeKey(services);
  });
  const external = services.settings.theme;
  const configOf = async (host: string): Promise<RuntimeConfig> => ({
    theme: external ? { base_url: withSlash(external.url), key: external.key } : { base_url: "/theme/", key },
    host_theme: await themeOfHost(services, host),
    provider: PROVIDER,
    demo: services.settings.demo,
    environment: services.settings.environment,
  });
  app.get("/config.json", async (request, reply) =>
    reply.header("cache-control", "no-store").send(await configOf(request.host)),
  );

  app.get<{ Params: { themeId: string } }>("/theme/urls/:themeId", async (request, reply) => {
    const given = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    reply.header("cache-control", "no-store");
    return themeUrls(services, themeIdIn(request.params), given, key);
  });
  app.get<{ Params: { themeId: string } }>("/theme/styles/:themeId.css", async (request, reply) =>
    reply
      .type("text/css")
      .header("cache-control", AN_HOUR)
      .send(await themeStyles(services, themeIdIn(request.params))),
  );
  app.get<{ Params: { themeId: string } }>("/theme/logos/:themeId.svg", async (request, reply) =>
    reply
      .type("image/svg+xml")
      .header("cache-control", AN_HOUR)
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .send(await themeLogo(services, themeIdIn(request.params))),
  );
  // Drawn by ourselves, and served so that a browser takes it for nothing but a picture.
  app.get<{ Params: { file: string } }>("/theme/company-logos/:file", async (request, reply) => {
    const [, companyId, hash = ""] = LOGO_FILE.exec(request.params.file) ?? fail("not_found");
    const content = await companyLogo(services, Number(companyId), hash);
    return reply
      .type("image/png")
      .header("cache-control", FOR_GOOD)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(content);
  });
};
