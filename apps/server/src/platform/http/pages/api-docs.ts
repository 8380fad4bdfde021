import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { type Html, html } from "../../html.ts";

/** Nothing leaves the page but the calls that a user tries: no proxy, no fonts, no telemetry, no assistant. */
const configuration = {
  url: "/openapi.json",
  proxyUrl: "",
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "json",
  operationTitleSource: "summary",
  authentication: {
    preferredSecurityScheme: "token",
    securitySchemes: {
      token: { value: "JWT " },
      key: { value: "ApiKey " },
      companyKey: { value: "ApiKey " },
    },
  },
} as const;

/** The plain description and its styles stay until the renderer is there, and for readers without scripts. */
const START = `for (const one of document.querySelectorAll("#plain, #plain-styles")) one.remove();
Scalar.createApiReference("#reference", ${JSON.stringify(configuration)});
`;

/**
 * The renderer writes its styles as elements of the page, which a nonce does not cover completely; scripts are files of
 * ours, and nothing is evaluated.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const docsPage = (description: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API description</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/plain.css" id="plain-styles">
<script defer src="/docs/renderer.js"></script>
<script defer src="/docs/start.js"></script>
</head>
<body><div id="reference"></div><main id="plain">${description}</main></body>
</html>`.text;

const AN_HOUR = "public, max-age=3600";

/** The scripts of the page. The renderer has 4 MB: it is read when the page is first opened, and sent compressed. */
export const serveDocsScripts = (app: FastifyInstance): void => {
  let renderer: ReturnType<typeof loadRenderer> | undefined;
  app.get("/docs/renderer.js", async (request, reply) => {
    renderer ??= loadRenderer().catch((error) => {
      renderer = undefined;
      throw error;
    });
    const { plain, compressed } = await renderer;
    reply
      .type("text/javascript; charset=utf-8")
      .headers({ "cache-control": AN_HOUR, vary: "accept-encoding" });
    const acceptsGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    return acceptsGzip ? reply.header("content-encoding", "gzip").send(compressed) : reply.send(plain);
  });
  app.get("/docs/start.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", AN_HOUR).send(START),
  );
};

/** The package has its browser script inside a Fastify plugin, whose own page would need inline scripts. */
const loadRenderer = async () => {
  const { default: plugin } = await import("@scalar/fastify-api-reference");
  const source = Fastify();
  await source.register(plugin, { routePrefix: "/docs", configuration: { url: configuration.url } });
  const { rawPayload: plain } = await source.inject("/docs/js/scalar.js");
  await source.close();
  return { plain, compressed: await promisify(gzip)(plain) };
};
