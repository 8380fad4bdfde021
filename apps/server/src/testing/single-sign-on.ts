import {
  createSsoConnection,
  startSsoTest,
  updateSsoConnection,
} from "@mcc/contract/single-sign-on/connections.api.ts";
import type { NewSsoConnection } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { openBrowser, type TestBrowser } from "./identity-providers/browser.ts";
import { addCompany, addPerson, tokenFor } from "./people.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export const PORTAL = "http://portal.test";

export const startSsoServer = () =>
  startTestServer({ MCC_IDENTITY_NETWORKS: "127.0.0.0/8", MCC_TRUSTED_PROXIES: "127.0.0.1" });

/** A company with an admin and a confirmed domain. */
export const addSsoCompany = async (
  testServer: TestServer,
  domain: string,
  traits: Parameters<typeof addCompany>[1] = {},
) => {
  const companyId = await addCompany(testServer, traits);
  const admin = await addPerson(testServer, companyId, { admin: true });
  await testServer.sql(
    `insert into sso_domains (company_id, domain, token, confirmed_at, confirmed_by)
     values ($1, $2, 'token', now(), 'platform')`,
    [companyId, domain],
  );
  return { companyId, admin, token: await tokenFor(testServer, admin.username), domain };
};

export const addConnection = async (
  { call }: TestServer,
  token: string,
  body: Partial<NewSsoConnection> & Pick<NewSsoConnection, "kind">,
) => {
  const { body: made, status } = await call(createSsoConnection, {
    token,
    body: { name: "Directory", ...body } as NewSsoConnection,
  });
  if (status !== 200) throw new Error(JSON.stringify(made));
  return made;
};

/** Tries a connection as its admin would, and switches it on. */
export const switchOn = async (testServer: TestServer, token: string, id: number): Promise<void> => {
  const { body } = await testServer.call(startSsoTest, { token, params: { id } });
  await openBrowser(testServer).open(body.url);
  const { status, body: switched } = await testServer.call(updateSsoConnection, {
    token,
    params: { id },
    body: { enabled: true },
  });
  if (status !== 200) throw new Error(JSON.stringify(switched));
};

/** Signs in with a connection, as the login page does it. */
export const signInBy = async (
  testServer: TestServer,
  connectionId: number,
  { browser = openBrowser(testServer), next = "" }: { browser?: TestBrowser; next?: string } = {},
) => {
  const ended = await browser.open(
    `${PORTAL}/sso/start?connection=${connectionId}${next ? `&next=${encodeURIComponent(next)}` : ""}`,
  );
  const answer = await testServer.call(signInWithSso, { body: { code: browser.code() } });
  return { ...answer, url: ended.url, browser };
};

/** What nothing must be added to when an answer is refused. */
export const signedInSoFar = async ({ sql }: TestServer) => {
  const [counts] = await sql(`select (select count(*)::int from sso_identities) as identities,
    (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions`);
  return counts;
};
