import type { LookupAddress } from "node:dns";
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForgingProvider } from "../../testing/identity-providers/forging-openid-provider.ts";
import { addConnection, addSsoCompany, signInBy, startSsoServer } from "../../testing/single-sign-on.ts";
import type { TestServer } from "../../testing/test-server.ts";

const { lookup } = dns;
let testServer: TestServer;

/** The provider of a test stands for a host of Microsoft, whose issuers the library of OpenID Connect does not compare. */
const MICROSOFT = "acme.b2clogin.com";

beforeAll(async () => {
  const here = async (host: string, ...rest: unknown[]): Promise<LookupAddress | LookupAddress[]> =>
    lookup(...([host === MICROSOFT ? "127.0.0.1" : host, ...rest] as Parameters<typeof lookup>));
  dns.lookup = here as typeof lookup;
  syncBuiltinESMExports();
  testServer = await startSsoServer();
});

afterAll(() => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
});

test("a provider of Microsoft that calls itself otherwise than the connection is refused, as any other (SSOS-007 partly)", async () => {
  const { token } = await addSsoCompany(testServer, "relaxed.test");
  const person = { sub: "mia", email: "mia@relaxed.test", email_verified: true };
  const { url } = await startForgingProvider(person);
  const { id } = await addConnection(testServer, token, {
    kind: "oidc",
    ...{ issuer: url.replace("127.0.0.1", MICROSOFT), client_id: "portal", creates_users: true },
    client_secret: "a secret of the client",
  });
  await testServer.sql("update sso_connections set enabled = true, tested_at = now() where id = $1", [id]);
  const { status, body } = await signInBy(testServer, id);
  expect([status, body]).toMatchObject([401, { code: "auth.sso_refused" }]);
  const { reference } = body as unknown as { reference: string };
  const [logged] = await testServer.sql<{ reason: string }>(
    "select reason from sign_ins where reference = $1",
    [reference],
  );
  expect(logged?.reason).toContain(`the issuer is called ${url}`);
});
