import { createWebhook } from "@mcc/contract/webhooks/webhooks.api.ts";
import { beforeAll, expect, test } from "vitest";
import { makeApp } from "../../app.ts";
import { makeContentSigner } from "../../platform/access/secrets/content-signer.ts";
import type { Secrets } from "../../platform/access/secrets/secrets.ts";
import { makeSignedLinks } from "../../platform/access/secrets/signed-links.ts";
import { makeTextCipher } from "../../platform/access/secrets/text-cipher.ts";
import { makeTokens } from "../../platform/access/tokens.ts";
import { afterFile } from "../../testing/after-file.ts";
import { codeOf, enrollApp } from "../../testing/factors.ts";
import { PASSWORD } from "../../testing/people.ts";
import { addConnection, addSsoCompany } from "../../testing/single-sign-on.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { reencryptionJobs } from "./reencryption.jobs.ts";

const NEW = "another secret, which is as long and as random";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ MCC_IDENTITY_NETWORKS: "127.0.0.0/8" });
});

/** A server on the same database, with other secrets. */
const serverWith = (...secrets: Secrets) => {
  const services = {
    ...testServer.services,
    tokens: makeTokens(...secrets),
    signedLinks: makeSignedLinks(...secrets),
    textCipher: makeTextCipher(...secrets),
    auditSigner: makeContentSigner("audit heads", ...secrets),
  };
  const app = makeApp(services, { pages: false });
  afterFile(() => app.close());
  const post = async (path: string, payload: object) =>
    (await app.inject({ method: "POST", url: `/api/accounts/${path}/`, payload })).json();
  const statusFor = async (token: string) => {
    const headers = { authorization: `JWT ${token}` };
    return (await app.inject({ url: "/api/accounts/v2/user/", headers })).statusCode;
  };
  return { services, post, statusFor };
};

/** Every column of the database with a text that a secret decrypts. */
const columnsEncryptedWith = async (secret: string): Promise<string[]> => {
  const columns = await testServer.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'mcc' and data_type = 'text' and table_type = 'BASE TABLE' order by 1, 2`,
  );
  const cipher = makeTextCipher(secret);
  const isReadable = (text: string) => {
    try {
      return cipher.decrypt(text.replace(/^encrypted:/, "")) !== "";
    } catch {
      return false;
    }
  };
  const found: string[] = [];
  for (const { table, column } of columns) {
    const texts = await testServer.sql<{ text: string }>(
      `select "${column}" as text from mcc."${table}" where length("${column}") > 40`,
    );
    if (texts.some(({ text }) => isReadable(text))) found.push(`${table}.${column}`);
  }
  return found;
};

const ENCRYPTED = [
  "company_configurations.event_older_secret",
  ...["company_configurations.event_previous_secret", "company_configurations.event_secret"],
  ...[
    "event_receivers.older_secret",
    "event_receivers.previous_secret",
    "event_receivers.secret",
    "factors.secret",
  ],
  ...["messages.attachment", "messages.body", "sessions.sign_out_url", "sso_connections.client_secret"],
];

test("a secret is replaced: sessions, links and signatures go on, and a job encrypts everything stored with the new one (EVID-002)", async () => {
  const { call, sql, services } = testServer;
  const { companyId, admin, token } = await addSsoCompany(testServer, "rotation.example");
  const { secret: codes } = await enrollApp(testServer, token);
  const url = "https://receiver.example/events";
  const { body: receiver } = await call(createWebhook, { token, body: { url, kinds: ["site.created"] } });
  const connection = { kind: "oidc", issuer: "https://idp.example", client_id: "portal" } as const;
  await addConnection(testServer, token, { ...connection, client_secret: "a secret of the client" });
  const encrypted = (text: string) => services.textCipher.encrypt(text);
  await sql("update messages set attachment = $2 where company_id = $1", [companyId, encrypted("file")]);
  await sql("update sessions set sign_out_url = $2 where company_id = $1", [
    companyId,
    encrypted("https://a"),
  ]);
  await sql("update event_receivers set previous_secret = $2, older_secret = $2 where company_id = $1", [
    companyId,
    `encrypted:${encrypted("whsec_previous")}`,
  ]);
  await sql(
    "update company_configurations set event_secret = $2, event_previous_secret = $3, event_older_secret = $3 where company_id = $1",
    [companyId, `encrypted:${encrypted("whsec_one")}`, `encrypted:${encrypted("whsec_two")}`],
  );
  expect(await columnsEncryptedWith(SECRET)).toEqual(ENCRYPTED);
  const link = services.signedLinks.sign("tracking", { order: 7 }, 3_600);
  const head = services.auditSigner.sign("heads");

  // First every server accepts the new secret, then it signs with it: each accepts what the others have signed.
  const before = serverWith(SECRET, NEW);
  const after = serverWith(NEW, SECRET);
  for (const server of [before, after]) {
    expect(await server.statusFor(token)).toBe(200);
    expect(server.services.signedLinks.verify("tracking", link)).toMatchObject({ order: 7 });
    expect(server.services.auditSigner.isSigned("heads", head)).toBe(true);
  }
  const signInAt = async ({ post }: ReturnType<typeof serverWith>, steps: number) => {
    const { challenge } = await post("user-token", { username: admin.username, password: PASSWORD });
    return post("second-factor", { challenge, code: codeOf(codes, steps) });
  };
  const { token: newer } = await signInAt(after, 0);
  expect(await before.statusFor(newer)).toBe(200);
  expect(await serverWith(SECRET).statusFor(newer)).toBe(401);

  const [job] = reencryptionJobs(after.services);
  await job?.work({}, new AbortController().signal);
  expect(await columnsEncryptedWith(SECRET)).toEqual([]);
  expect(await columnsEncryptedWith(NEW)).toEqual(ENCRYPTED);

  // The old one is removed: what was signed with it ends, what was stored is still there.
  const last = serverWith(NEW);
  expect(await last.statusFor(newer)).toBe(200);
  expect(await last.statusFor(token)).toBe(401);
  expect(last.services.signedLinks.verify("tracking", link)).toBeUndefined();
  await sql("update factors set last_step = 0 where user_id = $1", [admin.id]);
  expect((await signInAt(last, 0)).token).toEqual(expect.any(String));
  const [stored] = await sql<{ secret: string }>("select secret from event_receivers where id = $1", [
    receiver.id,
  ]);
  expect(last.services.textCipher.decrypt(stored?.secret.replace("encrypted:", "") ?? "")).toBe(
    receiver.secret,
  );
});
