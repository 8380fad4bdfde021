import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { ownSignIns, platformSignInList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import {
  giveSecondFactor,
  passkeySignInOptions,
  signIn,
  signInWithPasskey,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeAuthenticator } from "../../testing/authenticator.ts";
import { ACME, at, BEHIND_PROXY, codeOf, enrollApp, enrollPasskey } from "../../testing/factors.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let admin: Person;
let buyer: Person;

type Person = Awaited<ReturnType<typeof addPerson>> & { token: string };

beforeAll(async () => {
  testServer = await startTestServer(BEHIND_PROXY);
});
beforeEach(async () => {
  const companyId = await addCompany(testServer);
  const person = async (traits = {}) => {
    const added = await addPerson(testServer, companyId, traits);
    return { ...added, token: await tokenFor(testServer, added.username) };
  };
  admin = await person({ admin: true });
  buyer = await person();
});

const call = async <E extends Endpoint>(endpoint: E, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as never);
  return { status, ...(body as object) } as { status: number; code?: string; challenge: string };
};
const givePassword = (password = PASSWORD, address?: string) =>
  call(signIn, { headers: at(ACME, address), body: { username: buyer.username, password } });
const give = (body: object, address?: string) => call(giveSecondFactor, { headers: at(ACME, address), body });

/** What the company reads of the buyer, without the sign-in of the test itself: the latest last. */
const log = async () => {
  const { body } = await testServer.call(signInList.page, { token: admin.token, query: { limit: "100" } });
  return body.results
    .filter(({ user }) => user?.id === buyer.id)
    .toSorted((a, b) => a.id - b.id)
    .slice(1)
    .map(({ method, result }) => `${method}: ${result}`);
};
/** What nobody's company reads. */
const countUnknown = async () => {
  const [found] = await testServer.sql<{ count: string }>(
    "select count(*) from sign_ins where user_id is null and result = 'Refused'",
  );
  return Number(found?.count);
};

test("a right password without its second step is kept, until the step is given (SIGN-009)", async () => {
  const { secret, recoveryCodes } = await enrollApp(testServer, buyer.token);
  const first = await givePassword();
  expect(await log()).toEqual(["Password: Unfinished"]);
  const second = await givePassword();
  expect((await give({ challenge: second.challenge, code: "000000" })).code).toBe("auth.factor_failed");
  expect((await give({ challenge: second.challenge, code: codeOf(secret) })).status).toBe(200);
  const kept = ["Password: Unfinished", "Authenticator app: Refused", "Authenticator app: Accepted"];
  expect(await log()).toEqual(kept);
  // So is an answer to a sign-in that has ended.
  await testServer.sql("update challenges set expires_at = now() where user_id = $1", [buyer.id]);
  const late = { challenge: first.challenge, code: recoveryCodes[0] };
  expect((await give(late)).code).toBe("auth.challenge_ended");
  expect(await log()).toEqual([...kept, "Recovery code: Refused"]);
  const before = await countUnknown();
  expect((await give({ challenge: "never-given", code: "123456" })).code).toBe("auth.challenge_ended");
  expect(await countUnknown()).toBe(before + 1);
  const { body: own } = await testServer.call(ownSignIns, { token: buyer.token });
  expect(own.results.map(({ result }) => result)).toContain("Unfinished");
  const filtered = await testServer.call(signInList.page, {
    ...{ token: admin.token, query: { result: "Unfinished" } as never },
  });
  expect(filtered.body.results).toHaveLength(1);
});

test("too many tries are kept once for each account and address (SIGN-009)", async () => {
  for (let guess = 0; guess < 13; guess++) await givePassword("not it", "203.0.113.80");
  expect((await givePassword(PASSWORD, "203.0.113.80")).status).toBe(429);
  expect(await log()).toEqual(Array(11).fill("Password: Refused"));
  await enrollApp(testServer, buyer.token);
  const { challenge } = await givePassword(PASSWORD, "203.0.113.81");
  await testServer.sql(
    "insert into rate_limits (bucket, hits, ends_at) values ($1, 1000, now() + interval '1 hour')",
    [`factor:codes:${buyer.id}:203.0.113.0/24`],
  );
  expect((await give({ challenge, code: "000000" }, "203.0.113.81")).status).toBe(429);
  expect((await give({ challenge, code: "000000" }, "203.0.113.81")).status).toBe(429);
  expect((await log()).slice(11)).toEqual(["Password: Unfinished", "Authenticator app: Refused"]);
});

test("what strangers are refused fills no log: thirty entries for an address, and one that says so (SIGN-009 partly)", async () => {
  const headers = at(ACME, "203.0.113.90");
  const { body: options } = await testServer.call(passkeySignInOptions, { headers });
  const assertion = makeAuthenticator().get({ ...options, challenge: "made-up" }, ACME);
  const before = await countUnknown();
  for (let n = 0; n < 20; n++) {
    expect((await call(signInWithPasskey, { headers, body: { assertion } })).code).toBe(
      "auth.passkey_failed",
    );
    const ended = await give({ challenge: `never-${n}`, code: "123456" }, "203.0.113.90");
    expect(ended.code).toBe("auth.challenge_ended");
  }
  expect(await countUnknown()).toBe(before + 31);
  const [latest] = await testServer.sql(
    "select reason from sign_ins where user_id is null order by id desc limit 1",
  );
  expect(latest).toEqual({
    reason: "Further refused tries from this network are not listed for a while",
  });
  expect((await give({ challenge: "never", code: "123456" }, "203.0.113.91")).status).toBe(401);
  expect(await countUnknown()).toBe(before + 32);
});

test("administrators read why a sign-in was refused; who tried does not (SIGN-009 partly)", async () => {
  const { secret } = await enrollApp(testServer, buyer.token);
  const wrong = await givePassword("not it");
  const { challenge } = await givePassword();
  await give({ challenge, code: "000000" });
  await testServer.sql("update challenges set expires_at = now() where user_id = $1", [buyer.id]);
  await give({ challenge, code: codeOf(secret) });
  const allowed = { headers: at(ACME, "198.51.100.7"), body: { networks: ["198.51.100.0/24"] } };
  expect((await call(updateSecurityPolicy, { token: admin.token, ...allowed })).status).toBe(200);
  const outside = await givePassword();
  await give({ challenge: outside.challenge, code: codeOf(secret) });
  await testServer.sql("update users set disabled_at = now() where id = $1", [buyer.id]);
  const deactivated = await givePassword();
  for (let n = 0; n < 10; n++) await givePassword("not it");
  const { body } = await testServer.call(signInList.page, {
    ...{ token: admin.token, headers: allowed.headers, query: { result: "Refused", limit: "100" } as never },
  });
  const reasons = body.results.toSorted((a, b) => a.id - b.id).map(({ reason }) => reason);
  expect([...new Set(reasons)]).toEqual([
    "Wrong password",
    "Wrong second factor",
    "The sign-in had ended before its second factor was given",
    "Outside of the company's networks",
    "The user is deactivated",
    "Too many tries",
  ]);
  const unknown = await call(signIn, {
    headers: at(ACME),
    body: { username: "nobody-at-all", password: "not it" },
  });
  for (const answer of [wrong, deactivated])
    expect({ ...answer, request_id: "" }).toEqual({ ...unknown, request_id: "" });
  const [kept] = await testServer.sql(
    "select reason from sign_ins where user_id is null order by id desc limit 1",
  );
  expect(kept).toEqual({ reason: "No such account" });
});

test("a passkey that is refused is kept, whatever for (SIGN-009)", async () => {
  const passkey = await enrollPasskey(testServer, buyer.token);
  const use = async (more: object, options?: Record<string, unknown>) => {
    const headers = at(ACME, "198.51.100.44");
    const asked = options ?? (await testServer.call(passkeySignInOptions, { headers })).body;
    const assertion = passkey.get(asked, { ...ACME, ...more });
    return call(signInWithPasskey, { headers, body: { assertion } });
  };
  const before = await countUnknown();
  expect((await use({}, { challenge: "made-up" })).code).toBe("auth.passkey_failed");
  expect(await countUnknown()).toBe(before + 1);
  expect((await use({ unverified: true })).code).toBe("auth.passkey_failed");
  expect(await log()).toEqual(["Passkey: Refused"]);
  const unknown = makeAuthenticator();
  const headers = at(ACME);
  const { body: options } = await testServer.call(passkeySignInOptions, { headers });
  await call(signInWithPasskey, { headers, body: { assertion: unknown.get(options, ACME) } });
  expect(await countUnknown()).toBe(before + 2);
  // A refusal by network says what was given.
  await enrollApp(testServer, buyer.token);
  const allowed = await call(updateSecurityPolicy, {
    ...{ token: admin.token, headers: at(ACME), body: { networks: ["203.0.113.0/24"] } },
  });
  expect(allowed.status).toBe(200);
  expect((await use({ counter: 90 })).code).toBe("auth.network");
  const read = await testServer.call(signInList.page, {
    ...{ token: admin.token, headers: at(ACME), query: { result: "Refused" } as never },
  });
  expect(read.body.results.map(({ method, address }) => `${method} ${address}`)).toEqual([
    "Passkey 198.51.100.44",
    "Passkey 198.51.100.44",
  ]);
});

test("tries of a user who is deactivated stand in the log of their company, and are told apart by nothing (SIGN-009 partly)", async () => {
  const passkey = await enrollPasskey(testServer, buyer.token);
  const other = await givePassword("not it");
  await testServer.sql("update users set disabled_at = now() where id = $1", [buyer.id]);
  const unknown = await countUnknown();
  const right = await givePassword();
  expect({ ...right, request_id: "" }).toEqual({ ...other, request_id: "" });
  const headers = at(ACME);
  const { body: options } = await testServer.call(passkeySignInOptions, { headers });
  const assertion = passkey.get(options, ACME);
  expect((await call(signInWithPasskey, { headers, body: { assertion } })).code).toBe("auth.passkey_failed");
  expect(await log()).toEqual(["Password: Refused", "Password: Refused", "Passkey: Refused"]);
  expect(await countUnknown()).toBe(unknown);
});

test("platform admins read what belongs to no account (SIGN-009)", async () => {
  const operator = await addPerson(testServer, null);
  const token = await tokenFor(testServer, operator.username);
  await give({ challenge: "never-given", code: "123456" }, "203.0.113.99");
  const { body } = await testServer.call(platformSignInList.page, { token });
  expect(body.results.find(({ address }) => address === "203.0.113.99")).toMatchObject({
    ...{ user: null, method: "Authenticator app", result: "Refused" },
  });
});
