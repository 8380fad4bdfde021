import { keyCallOf } from "@mcc/contract/access/company-key-kinds.ts";
import { isKeyAllow, scopeOfAllow } from "@mcc/contract/access/key-scopes.ts";
import { openapi, parametersOf, sampleOf } from "@mcc/contract/description/openapi.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { type Html, html } from "../../html.ts";
import { DOCS_POLICY, docsPage, serveDocsScripts } from "./api-docs.ts";

type ApiSurface = Readonly<Record<string, readonly Endpoint[]>>;
type CallNames = ReadonlyMap<Endpoint, string>;

/** `/openapi.json` for programs, `/docs/` for users: both generated from the mounted endpoints when first opened. */
export const describeApi = (app: FastifyInstance, surface: ApiSurface, names: CallNames): void => {
  let description: string | undefined;
  let readable: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    description ??= JSON.stringify(openapi(surface, names));
    return reply.type("application/json").send(description);
  });
  app.get("/docs/", async (_request, reply) => {
    readable ??= docsPage(pageBody(surface, names));
    return reply
      .type("text/html; charset=utf-8")
      .headers({ "content-security-policy": DOCS_POLICY, "cache-control": "no-cache" })
      .send(readable);
  });
  serveDocsScripts(app);
};

const pageBody = (surface: ApiSurface, names: CallNames): Html => html`
<h1>API description</h1>
<p>The API is served under <code>/api</code>, or at the root of a <code>manager-api.</code> host. Signed-in calls send
<code>Authorization: JWT {token}</code>, programs of a company, with a key that a company admin creates under
Configuration, API Keys, and systems of the provider <code>Authorization: ApiKey {key}</code>. Field errors return 400 with <code>{"field": ["message"]}</code>; every other
error returns <code>{"detail", "code", "request_id"}</code>. For programs: <a href="/openapi.json">openapi.json</a>.</p>
${Object.entries(surface).map(
  ([feature, endpoints]) =>
    html`<section><h2>${feature}</h2>${endpoints.map((e) => endpointEntry(e, names.get(e) ?? ""))}</section>`,
)}`;

const allowedCallers = (e: Endpoint): string => {
  if (e.allow === "anyone") return "anyone";
  if (isKeyAllow(e.allow)) return `an API key for “${scopeOfAllow(e.allow)}”`;
  const call = keyCallOf(e);
  const keys = call ? `, keys of a company with “${call.kind}:${call.isWrite ? "write" : "read"}”` : "";
  return `users with “${e.allow}”${keys}`;
};

const endpointEntry = (e: Endpoint, name: string): Html => html`
<article>
<h3><code>${e.method}</code> <code>${e.path.replace(/:(\w+)/g, "{$1}")}</code></h3>
<p>${e.summary}. Allowed: ${allowedCallers(e)}.</p>
${e.description ? html`<p>${e.description}</p>` : html``}
${namesParagraph("In the path", namesOf(parametersOf("path", e.params)))}${namesParagraph("Query", namesOf(parametersOf("query", e.query)))}${fieldNames("Body", e.body)}${fieldNames("Response", e.reply)}
<pre><code>${sampleOf(e, name)}</code></pre>
</article>`;

const fieldNames = (title: string, schema: Endpoint["reply"] | undefined): Html => {
  const shape = (schema as { shape?: Record<string, { type?: string }> } | undefined)?.shape;
  return namesParagraph(title, Object.keys(shape ?? {}));
};

const namesOf = (parameters: readonly { name: string }[]): string[] => parameters.map(({ name }) => name);

const namesParagraph = (title: string, names: readonly string[]): Html =>
  names.length === 0 ? html`` : html`<p>${title}: ${names.map((name) => html`<code>${name}</code> `)}</p>`;
