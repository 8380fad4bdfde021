import {
  currentUser,
  requestPasswordReset,
  setNewPassword,
  signIn,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_TRUSTED_PROXIES: "127.0.0.1" });
  company = await addCompany(testServer);
});

const NEW_PASSWORD = "Brand-New-Word-7";

/** The newest links mailed to a user, the last one first. */
const mailedTokens = async ({ username, email }: { username: string; email: string }, links: number) => {
  for (let n = 0; n < links; n++) {
    await testServer.call(requestPasswordReset, { body: { userIdentifier: username } });
  }
  const messages = await testServer.sql<{ body: string }>(
    "select body from messages where recipient = $1 order by id desc limit $2",
    [email, links],
  );
  return messages.map(
    ({ body }) => /token=([\w-]+)/.exec(testServer.services.textCipher.decrypt(body))?.[1] ?? "",
  );
};

const isAlive = async (token: string): Promise<boolean> =>
  (await testServer.call(currentUser, { token })).status === 200;

test("a sign-in with the old password during a reset leaves no session (ABUS-005)", async () => {
  const person = await addPerson(testServer, company);
  const [link = ""] = await mailedTokens(person, 1);
  let isSet = false;
  const tokens: string[] = [];
  // Each from its own address, one sign-in after the other until the old password is refused.
  const keepSigningIn = async (n: number) => {
    while (!isSet) {
      const { status, body } = await testServer.call(signIn, {
        body: { username: person.username, password: PASSWORD },
        headers: { "x-forwarded-for": `198.51.100.${n}` },
      });
      if (status !== 200) return;
      tokens.push(body.token);
    }
  };
  const racing = Array.from({ length: 16 }, (_, n) => keepSigningIn(n));
  await eventually(() => expect(tokens.length).toBeGreaterThan(20));
  expect(
    (await testServer.call(setNewPassword, { body: { token: link, password: NEW_PASSWORD } })).status,
  ).toBe(200);
  isSet = true;
  await Promise.all(racing);
  // One after the other: fifty requests of one user at once would be refused as too many.
  const alive: boolean[] = [];
  for (const token of tokens) alive.push(await isAlive(token));
  expect(alive.filter(Boolean)).toHaveLength(0);
  expect(await isAlive(await tokenFor(testServer, person.username, NEW_PASSWORD))).toBe(true);
});

test("a sign-in whose password is changed after it was checked is refused (ABUS-005)", async () => {
  const person = await addPerson(testServer, company);
  const other = await addPerson(testServer, company);
  const setter = new pg.Client({ connectionString: testServer.url });
  await setter.connect();
  await setter.query("begin");
  await setter.query("select from mcc.users where id = $1 for no key update", [person.id]);
  const signingIn = testServer.call(signIn, { body: { username: person.username, password: PASSWORD } });
  // It has checked the password and is waiting for the row lock.
  await eventually(async () =>
    expect(
      await testServer.sql("select from pg_locks where not granted and locktype = 'transactionid'"),
    ).toHaveLength(1),
  );
  await setter.query(
    `update mcc.users set password_hash = (select password_hash || 'x' from mcc.users where id = $2) where id = $1`,
    [person.id, other.id],
  );
  await setter.query("update mcc.sessions set ended_at = now() where user_id = $1", [person.id]);
  await setter.query("commit");
  await setter.end();
  expect((await signingIn).status).toBe(401);
  expect(await testServer.sql("select from sessions where user_id = $1", [person.id])).toHaveLength(0);
});

test("of several links of one user used at once exactly one sets the password", async () => {
  for (let round = 0; round < 5; round++) {
    const person = await addPerson(testServer, company);
    const links = await mailedTokens(person, 4);
    const answers = await Promise.all(
      links.map((token) => testServer.call(setNewPassword, { body: { token, password: NEW_PASSWORD } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  }
});

test("beyond 50 sessions of one user the oldest ends", async () => {
  const { id, username } = await addPerson(testServer, company);
  const other = await tokenFor(testServer, (await addPerson(testServer, company)).username);
  const tokens: string[] = [];
  for (let n = 0; n < 52; n++) tokens.push(await tokenFor(testServer, username));
  // One after the other: fifty requests of one user at once would be refused as too many.
  const alive: boolean[] = [];
  for (const token of tokens) alive.push(await isAlive(token));
  expect(alive.map((is, at) => (is ? -1 : at)).filter((at) => at >= 0)).toEqual([0, 1]);
  expect(await isAlive(other)).toBe(true);
  await Promise.all(Array.from({ length: 8 }, () => tokenFor(testServer, username)));
  const left = await testServer.sql("select from sessions where user_id = $1 and ended_at is null", [id]);
  expect(left).toHaveLength(50);
});
