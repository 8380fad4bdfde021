import type { RuntimeConfig } from "@mcc/contract/theme/theme.schema.ts";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../platform/platform.ts";
import { themeKeyOf, themeLogo, themeStyles, themeUrls } from "./theme.service.ts";

const PROVIDER = {
  email: "customerservice@goexpedi.com",
  phone: "+1 (832) 980-7155",
  terms_url: "https://www.goexpedi.com/terms-and-conditions",
  privacy_url: "https://www.goexpedi.com/privacy-policy",
} as const;
const AN_HOUR = "public, max-age=3600";

/** The theme service and the page's own configuration; both stand outside the API, before any sign-in. */
export const themePages = (app: FastifyInstance, platform: Platform, secret: string): void => {
  const key = themeKeyOf(secret);
  const config: RuntimeConfig = {
    theme: { base_url: "/theme/", key },
    provider: PROVIDER,
    demo: platform.settings.demo,
  };
  app.get("/config.json", async (_request, reply) => reply.header("cache-control", "no-store").send(config));

  app.get<{ Params: { themeId: string } }>("/theme/urls/:themeId", async (request, reply) => {
    const given = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    reply.header("cache-control", "no-store");
    return themeUrls(platform, request.params.themeId, given, key);
  });
  app.get<{ Params: { themeId: string } }>("/theme/styles/:themeId.css", async (request, reply) =>
    reply
      .type("text/css")
      .header("cache-control", AN_HOUR)
      .send(await themeStyles(platform, request.params.themeId)),
  );
  app.get<{ Params: { themeId: string } }>("/theme/logos/:themeId.svg", async (request, reply) =>
    reply
      .type("image/svg+xml")
      .header("cache-control", AN_HOUR)
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .send(await themeLogo(platform, request.params.themeId)),
  );
};
