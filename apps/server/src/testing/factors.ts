import * as contract from "@mcc/contract/factors/factors.api.ts";
import { Secret, TOTP } from "otpauth";
import { makeAuthenticator } from "./authenticator.ts";
import type { TestServer } from "./test-server.ts";

/** The page of a company, behind its proxy. */
export const ACME = { host: "manager.acme.test", origin: "https://manager.acme.test" };
export const GLOBEX = { host: "manager.globex.test", origin: "https://manager.globex.test" };
/** For a test server that is behind a proxy and serves both. */
export const BEHIND_PROXY = {
  MCC_TRUSTED_PROXIES: "127.0.0.1",
  MCC_HOSTS: `${ACME.host},${GLOBEX.host}`,
};
export const at = ({ host }: { host: string }, address = "203.0.113.5") => ({
  "x-forwarded-host": host,
  "x-forwarded-proto": "https",
  "x-forwarded-for": address,
});

export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Enrolls an app, and forgets that its code was used, so that a test does not wait for the next one. */
export const enrollApp = async (testServer: TestServer, token: string, name = "Phone") => {
  const { body: app } = await testServer.call(contract.addApp, { token, body: { kind: "totp", name } });
  const confirmed = await testServer.call(contract.confirmApp, {
    ...{ token, params: { id: app.id }, body: { code: codeOf(app.secret) } },
  });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  await testServer.sql("update factors set last_step = 0 where id = $1", [app.id]);
  return { ...app, recoveryCodes: confirmed.body.recovery_codes };
};

export const enrollPasskey = async (testServer: TestServer, token: string, name = "Laptop", page = ACME) => {
  const authenticator = makeAuthenticator();
  const headers = at(page);
  const { body: options } = await testServer.call(contract.passkeyOptions, { token, headers });
  const attestation = authenticator.create(options, page);
  const added = await testServer.call(contract.addPasskey, { token, headers, body: { name, attestation } });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return { ...authenticator, factor: added.body };
};
