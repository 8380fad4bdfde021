import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import * as contract from "@mcc/contract/factors/factors.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { changePassword } from "@mcc/contract/profile/profile.api.ts";
import {
  currentUser,
  giveSecondFactor,
  passkeySignInOptions,
  signIn,
  signInWithPasskey,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInMessages } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { NewPassword } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { createUser } from "@mcc/contract/users/users.api.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { afterTest } from "../../testing/after-file.ts";
import { makeAuthenticator } from "../../testing/authenticator.ts";
import { eventually } from "../../testing/eventually.ts";
import {
  ACME,
  at,
  BEHIND_PROXY,
  codeOf,
  enrollApp as enrollAppOf,
  enrollPasskey as enrollPasskeyOf,
  GLOBEX,
} from "../../testing/factors.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { platformAdminCommand } from "../../testing/platform-admin-command.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { hashNewPassword } from "../sign-in/new-password.service.ts";

let testServer: TestServer;
let companyId: number;
let admin: { token: string };
beforeAll(async () => {
  testServer = await startTestServer(BEHIND_PROXY);
  companyId = await addCompany(testServer, { name: "Northwind", slug: "northwind" });
  admin = await person({ admin: true });
});

const person = async (traits: Parameters<typeof addPerson>[2] = {}) => {
  const added = await addPerson(testServer, companyId, traits);
  return { ...added, token: await tokenFor(testServer, added.username) };
};

const userFields = {
  ...{ first_name: "Kim", last_name: "Lee", email: "kim@example.com", send_welcome_email: false },
  ...{ enable_analytics: false, alerts_enabled: true, enable_text_messages: false, phone: null },
  ...{ role_id: null, groups: [], sites: [] },
};

type Call = Parameters<TestServer["call"]>[1] & object;
/** What a refusal says. */
const refusal = async <E extends Endpoint>(endpoint: E, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as Call as never);
  return { status, ...(body as object) } as { status: number; code?: string } & Record<string, unknown>;
};

const enrollApp = (token: string) => enrollAppOf(testServer, token);
const enrollPasskey = (token: string, name?: string) => enrollPasskeyOf(testServer, token, name);

/** Gives the password, and returns what is asked for then. */
const askedFor = async (username: string, page = ACME, address?: string) => {
  const asked = await refusal(signIn, { headers: at(page, address), body: { username, password: PASSWORD } });
  expect(asked).toMatchObject({ status: 403, code: "auth.second_factor_required" });
  return asked as unknown as {
    challenge: string;
    methods: string[];
    options: Record<string, unknown> | null;
  };
};

const answer = (body: object, page = ACME, address?: string) =>
  refusal(giveSecondFactor, { headers: at(page, address), body });

describe("enrolling", () => {
  test("a user enrolls an app and passkeys, gets ten recovery codes, and removes them again (SIGN-001)", async () => {
    const ada = await person();
    const other = await tokenFor(testServer, ada.username);
    const { body: started } = await testServer.call(contract.addApp, {
      ...{ token: ada.token, body: { kind: "totp", name: "Phone" } },
    });
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.otpauth_url).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    const confirm = (code: string) =>
      refusal(contract.confirmApp, { token: ada.token, params: { id: started.id }, body: { code } });
    expect(await confirm("000000")).toMatchObject({
      status: 400,
      code: [expect.stringContaining("not valid")],
    });
    expect((await testServer.call(contract.ownFactors, { token: ada.token })).body.results).toEqual([]);
    const { recovery_codes: codes } = (await confirm(codeOf(started.secret))) as unknown as {
      recovery_codes: string[];
    };
    expect(new Set(codes).size).toBe(10);
    // 28 characters of 32: 140 random bits.
    for (const code of codes) expect(code).toMatch(/^[a-z02-9]{7}(?:-[a-z02-9]{7}){3}$/);
    // A session that was opened with the password alone ends with the first factor.
    expect((await testServer.call(currentUser, { token: other })).status).toBe(401);
    expect((await testServer.call(currentUser, { token: ada.token })).body).toMatchObject({
      ...{ has_second_factor: true, must_enroll: false },
    });
    const laptop = await enrollPasskey(ada.token, "Laptop");
    const key = await enrollPasskey(ada.token, "Key");
    expect(laptop.factor).toMatchObject({ kind: "passkey", name: "Laptop", recovery_codes: [] });
    const listed = await testServer.call(contract.ownFactors, { token: ada.token });
    expect(listed.body).toMatchObject({ recovery_codes_left: 10, is_required: false });
    expect(listed.body.results.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "totp Phone",
      "passkey Laptop",
      "passkey Key",
    ]);
    const { body: renewed } = await testServer.call(contract.replaceRecoveryCodes, { token: ada.token });
    expect(renewed.recovery_codes.some((code) => codes.includes(code))).toBe(false);
    for (const id of [started.id, laptop.factor.id, key.factor.id])
      expect(
        (await testServer.call(contract.removeFactor, { token: ada.token, params: { id } })).status,
      ).toBe(200);
    const none = await testServer.call(contract.ownFactors, { token: ada.token });
    expect(none.body).toMatchObject({ results: [], recovery_codes_left: 0 });
    expect(
      (await testServer.call(signIn, { body: { username: ada.username, password: PASSWORD } })).status,
    ).toBe(200);
    const mails = (await latestMessages(testServer.services, 100)).filter(
      (one) => one.recipient === ada.email,
    );
    expect(mails.filter(({ subject }) => subject === "Your second factors were changed")).toHaveLength(7);
  });

  test("factors change after a confirmation with a factor the user has (SIGN-001, SIGN-007 partly)", async () => {
    const ben = await person();
    const app = await enrollApp(ben.token);
    await testServer.sql(
      "update sessions set confirmed_at = now() - interval '121 minutes', factor_at = now() - interval '121 minutes' where user_id = $1",
      [ben.id],
    );
    const remove = () => refusal(contract.removeFactor, { token: ben.token, params: { id: app.id } });
    const needed = { status: 403, code: "auth.confirmation_required", needs_factor: true };
    expect(await remove()).toMatchObject(needed);
    const confirm = (body: object) =>
      refusal(contract.confirmIdentity, { token: ben.token, headers: at(ACME), body });
    expect(await confirm({ password: "not it" })).toMatchObject({
      status: 400,
      password: [expect.any(String)],
    });
    expect((await confirm({ password: PASSWORD })).status).toBe(200);
    expect(await remove()).toMatchObject(needed);
    expect(await confirm({ code: "123456" })).toMatchObject({ status: 400, code: [expect.any(String)] });
    expect((await confirm({ code: codeOf(app.secret) })).status).toBe(200);
    const passkey = await enrollPasskey(ben.token);
    const { body } = await testServer.call(contract.confirmOptions, { token: ben.token, headers: at(ACME) });
    expect(body.methods).toEqual(["password", "passkey", "totp", "recovery_code"]);
    const assertion = passkey.get(body.options ?? {}, ACME);
    expect((await confirm({ assertion })).status).toBe(200);
    expect(await confirm({ assertion })).toMatchObject({ status: 400, assertion: [expect.any(String)] });
    expect(await confirm({})).toMatchObject({ status: 400 });
    expect((await remove()).status).toBe(200);
  });
});

describe("a second factor", () => {
  test("a password alone gives no token; a challenge works once, for five minutes, for that sign-in (SIGN-002)", async () => {
    const cora = await person();
    const { secret, recoveryCodes } = await enrollApp(cora.token);
    const wrong = await refusal(signIn, { body: { username: cora.username, password: "not it" } });
    expect(wrong).toMatchObject({ status: 401, code: "auth.failed" });
    const first = await askedFor(cora.username);
    expect(first).toMatchObject({ methods: ["totp", "recovery_code"], options: null });
    expect(first).not.toHaveProperty("token");
    const done = await answer({ challenge: first.challenge, code: codeOf(secret) });
    expect(done).toMatchObject({ status: 200, user: { username: cora.username } });
    const again = { challenge: first.challenge, code: recoveryCodes[0] };
    expect(await answer(again)).toMatchObject({ status: 401, code: "auth.challenge_ended" });
    const late = await askedFor(cora.username);
    await testServer.sql("update challenges set expires_at = now() where user_id = $1", [cora.id]);
    expect(await answer({ ...again, challenge: late.challenge })).toMatchObject({
      code: "auth.challenge_ended",
    });
    // A challenge is for the user who gave the password.
    const dan = await person();
    const dansApp = await enrollApp(dan.token);
    const corasChallenge = (await askedFor(cora.username)).challenge;
    expect(await answer({ challenge: corasChallenge, code: codeOf(dansApp.secret) })).toMatchObject({
      ...{ status: 401, code: "auth.factor_failed" },
    });
    const used = { challenge: corasChallenge, code: recoveryCodes[0]?.toUpperCase().replaceAll("-", " ") };
    expect((await answer(used)).status).toBe(200);
    const twice = { challenge: (await askedFor(cora.username)).challenge, code: recoveryCodes[0] };
    expect(await answer(twice)).toMatchObject({ status: 401, code: "auth.factor_failed" });
    for (const body of [{ challenge: "x", code: "1" }, { challenge: "x" }, { code: "123456" }, {}])
      expect([400, 401]).toContain((await answer(body)).status);
    // A code of before, which was shorter, goes on working.
    await testServer.sql(
      "insert into recovery_codes (user_id, code_hash) values ($1, sha256('abcdefghjkmnpqrstuvwxyz2'))",
      [cora.id],
    );
    const shorter = {
      challenge: (await askedFor(cora.username)).challenge,
      code: "abcdef-ghjkmn-pqrstu-vwxyz2",
    };
    expect((await answer(shorter)).status).toBe(200);
    // A new password ends a sign-in that waits.
    const waiting = await askedFor(cora.username);
    await testServer.sql("update users set password_hash = 'x' where id = $1", [cora.id]);
    expect(await answer({ ...again, challenge: waiting.challenge })).toMatchObject({
      code: "auth.challenge_ended",
    });
  });

  test("a code of the app works once and within one step; guesses are bounded, the owner goes on (SIGN-004)", async () => {
    const eve = await person();
    const { secret, recoveryCodes } = await enrollApp(eve.token);
    const tryCode = async (code: string, address?: string) =>
      answer({ challenge: (await askedFor(eve.username, ACME, address)).challenge, code }, ACME, address);
    // Two steps ahead could be one ahead by the time it arrives, two ago is never one ago.
    for (const steps of [-3, -2, 3])
      expect((await tryCode(codeOf(secret, steps))).code).toBe("auth.factor_failed");
    // One step ago is still right, unless the next one has begun since.
    const begun = Math.floor(Date.now() / 30_000);
    const { status } = await tryCode(codeOf(secret, -1));
    if (Math.floor(Date.now() / 30_000) === begun) expect(status).toBe(200);
    const code = codeOf(secret);
    expect((await tryCode(code)).status).toBe(200);
    expect((await tryCode(code)).code).toBe("auth.factor_failed");
    // Five tries for a challenge, ten for an address.
    const { challenge } = await askedFor(eve.username, ACME, "198.51.100.9");
    const guesses = [];
    for (let guess = 0; guess < 6; guess++)
      guesses.push((await answer({ challenge, code: `00000${guess}` }, ACME, "198.51.100.9")).code);
    expect(guesses.filter((one) => one === "auth.factor_failed")).toHaveLength(5);
    expect(guesses.at(-1)).toBe("auth.challenge_ended");
    // Guesses from everywhere: unknown devices are refused for a while, the owner's are not.
    await testServer.sql("update rate_limits set hits = 1000 where bucket = $1", [`factor:codes:${eve.id}`]);
    expect(await tryCode(codeOf(secret, 1), "198.51.100.77")).toMatchObject({ status: 429 });
    expect((await tryCode(codeOf(secret, 1))).status).toBe(200);
    expect((await tryCode(recoveryCodes[3] ?? "", "198.51.100.78")).status).toBe(200);
    // Neither a recovery code nor a passkey makes room for more guesses.
    const counted = async () =>
      (await testServer.sql("select hits from rate_limits where bucket = $1", [`factor:codes:${eve.id}`]))[0];
    const before = await counted();
    expect((await tryCode(recoveryCodes[4] ?? "")).status).toBe(200);
    expect(await counted()).toEqual(before);
    // A network that the user knows has a limit of its own.
    await testServer.sql("update rate_limits set hits = 30 where bucket = $1", [
      `factor:codes:${eve.id}:203.0.113.0/24`,
    ]);
    await testServer.sql("update factors set last_step = 0 where user_id = $1", [eve.id]);
    expect(await tryCode(codeOf(secret), "203.0.113.99")).toMatchObject({ status: 429 });
    expect((await tryCode(recoveryCodes[5] ?? "", "203.0.113.99")).status).toBe(200);
  });
});

describe("passkeys", () => {
  const optionsAt = async (page: typeof ACME) =>
    (await testServer.call(passkeySignInOptions, { headers: at(page) })).body;
  const signInAt = (page: typeof ACME, assertion: object) =>
    refusal(signInWithPasskey, { headers: at(page), body: { assertion } });
  const failed = { status: 401, code: "auth.passkey_failed" };

  test("a passkey signs in without a password, at its own host only (SIGN-003)", async () => {
    const finn = await person();
    const passkey = await enrollPasskey(finn.token);
    const options = await optionsAt(ACME);
    expect(options).toMatchObject({ rpId: ACME.host, userVerification: "required", allowCredentials: [] });
    const assertion = passkey.get(options, ACME);
    expect(await signInAt(ACME, assertion)).toMatchObject({ status: 200, user: { username: finn.username } });
    expect(await signInAt(ACME, assertion)).toMatchObject(failed);
    const hostile = [
      passkey.get(await optionsAt(ACME), { ...ACME, origin: GLOBEX.origin }),
      passkey.get(await optionsAt(ACME), { ...ACME, host: GLOBEX.host }),
      passkey.get(await optionsAt(ACME), { ...ACME, unverified: true }),
      passkey.get(await optionsAt(ACME), { ...ACME, counter: 1 }),
      passkey.get({}, { ...ACME, challenge: "made-up" }),
      { ...passkey.get(await optionsAt(ACME), ACME), id: makeAuthenticator().id },
    ];
    for (const one of hostile) expect(await signInAt(ACME, one)).toMatchObject(failed);
    expect(await signInAt(GLOBEX, passkey.get(await optionsAt(GLOBEX), GLOBEX))).toMatchObject(failed);
    expect(await signInAt(ACME, { id: "x" })).toMatchObject({ status: 400 });
    const forged = passkey.get(await optionsAt(ACME), { ...ACME, counter: 50 });
    forged.response.signature = Buffer.from("no signature").toString("base64url");
    expect(await signInAt(ACME, forged)).toMatchObject(failed);
    expect((await signInAt(ACME, passkey.get(await optionsAt(ACME), { ...ACME, counter: 60 }))).status).toBe(
      200,
    );
    // With a password, the passkey is the second factor; at another host it is none.
    const asked = await askedFor(finn.username);
    expect(asked.methods).toEqual(["passkey", "recovery_code"]);
    const second = { challenge: asked.challenge, assertion: passkey.get(asked.options ?? {}, ACME) };
    expect((await answer(second)).status).toBe(200);
    expect((await askedFor(finn.username, GLOBEX)).methods).toEqual(["recovery_code"]);
  });

  test("a passkey that was not created for this page is refused (SIGN-003 partly)", async () => {
    const gus = await person();
    const create = async (more: object, page = ACME) => {
      const { body } = await testServer.call(contract.passkeyOptions, {
        token: gus.token,
        headers: at(ACME),
      });
      const attestation = makeAuthenticator().create(body, { ...page, ...more });
      return refusal(contract.addPasskey, {
        token: gus.token,
        headers: at(ACME),
        body: { name: "X", attestation },
      });
    };
    for (const more of [
      { unverified: true },
      { origin: GLOBEX.origin },
      { challenge: "made-up" },
      { format: "fido-u2f" },
      { format: "tpm" },
      { signedId: randomBytes(32) },
      // Longer than an entry of an index can be.
      { signedId: randomBytes(40_000) },
    ])
      expect(await create(more)).toMatchObject({ status: 400, code: "passkey.refused" });
    expect(await create({}, GLOBEX)).toMatchObject({ status: 400, code: "passkey.refused" });
    expect((await create({})).status).toBe(200);
    expect((await create({ format: "packed" })).status).toBe(200);
  });
});

describe("lost factors", () => {
  /** What processes of the server are told from now on. */
  const announcements = async () => {
    const client = new pg.Client({ connectionString: testServer.url });
    const heard: unknown[] = [];
    client.on("notification", ({ payload }) => heard.push(JSON.parse(payload ?? "")));
    await client.connect();
    afterTest(() => client.end());
    await client.query("listen mcc_changes");
    return heard;
  };

  test("a company admin resets the factors of a user: sessions end, the user is told (SIGN-012)", async () => {
    const hal = await person();
    await enrollApp(hal.token);
    const factors = await testServer.call(contract.userFactors, { ...admin, params: { id: hal.id } });
    expect(factors.body.results).toHaveLength(1);
    expect((await testServer.call(contract.resetFactors, { ...admin, params: { id: hal.id } })).status).toBe(
      200,
    );
    expect((await testServer.call(currentUser, { token: hal.token })).status).toBe(401);
    expect(await tokenFor(testServer, hal.username)).toEqual(expect.any(String));
    const mails = (await latestMessages(testServer.services, 100)).filter(
      (one) => one.recipient === hal.email,
    );
    expect(mails.map(({ subject }) => subject)).toContain("Your second factors were removed");
    const audit = await testServer.call(auditList.page, { ...admin, query: { action: "factors.reset" } });
    expect(audit.body.results[0]).toMatchObject({ record_type: "user", record_id: String(hal.id) });
    const own = await testServer.call(currentUser, admin);
    expect(await refusal(contract.resetFactors, { ...admin, params: { id: own.body.id } })).toMatchObject({
      ...{ status: 409, code: "factors.own" },
    });
  });

  test("the operator resets them on the command line (SIGN-012 partly)", async () => {
    const ida = await person({ admin: true });
    await enrollApp(ida.token);
    const command = platformAdminCommand(testServer);
    const announced = await announcements();
    expect(await command("reset-factors", ida.username.toUpperCase())).toMatchObject({
      stdout: expect.stringMatching(
        /^Removed 1 second factors of .*, and ended the sessions\. They are told by e-mail\.\n$/,
      ),
    });
    await eventually(() => expect(announced).toContainEqual({ kind: "person", userId: ida.id }));
    const mails = (await latestMessages(testServer.services, 100)).filter(
      (one) => one.recipient === ida.email,
    );
    expect(mails.map(({ subject }) => subject)).toContain("Your second factors were removed");
    await expect(command("reset-factors", "nobody")).rejects.toMatchObject({
      ...{ code: 1, stderr: "There is no such user.\n" },
    });
    expect((await testServer.call(currentUser, { token: ida.token })).status).toBe(401);
    expect(await tokenFor(testServer, ida.username)).toEqual(expect.any(String));
  });
});

test("common passwords and those with the own names are refused (SIGN-011)", async () => {
  const list = gunzipSync(readFileSync(join(import.meta.dirname, "../../../common-passwords.txt.gz")));
  const common = list.toString("utf8").split("\n");
  // Of the 100,000 most common ones, those that are long enough.
  expect(common.length).toBeGreaterThan(13_000);
  const jo = await person({ username: "northwind-jo", firstName: "Jolanda", lastName: "Winterbourne" });
  const change = async (password: string, token = jo.token) => {
    const body = { current_password: PASSWORD, password };
    const { status, body: said } = await testServer.call(changePassword, { token, body });
    return status === 200 ? undefined : (said as unknown as { password: string[] }).password[0];
  };
  // Shorter ones are refused for their length; of the others every password of the list.
  for (const password of ["123456", "password", "qwerty", "letmein1", "iloveyou"])
    expect(await change(password)).toContain("at least 10 characters");
  const allowed = common.filter((password) => NewPassword.safeParse(password).success);
  for (const password of [
    "password123",
    "Password123",
    "1q2w3e4r5t6y",
    allowed[7],
    allowed.at(-7),
  ] as string[])
    expect([password, await change(password)]).toEqual([password, signInMessages.passwordCommon]);
  const isRefused = (password: string) => {
    try {
      return !hashNewPassword(password, { username: "x" });
    } catch (error) {
      return error instanceof AppError && error.fields?.password?.[0] === signInMessages.passwordCommon;
    }
  };
  expect(allowed.filter((password) => !isRefused(password))).toEqual([]);
  // By hand, as everybody knows them.
  const known = `1q2w3e4r5t qwerty12345 password1234 passw0rd123 iloveyou123 1qaz2wsx3edc qwertyuiop123 princess123
    liverpool123 manchester1 basketball1 a123456789 abcd123456 asdfghjkl1 letmein123 welcome123 admin12345 football123
    michael123 sunshine123 dragon1234 superman123 chocolate1 butterfly1 zxcvbnm123 monkey1234 Password01`;
  expect(known.split(/\s+/).filter((password) => !isRefused(password))).toEqual([]);
  for (const password of ["my-jolanda-77", "Winter.Bourne.1", "NORTHWIND-JO-9", "the-NorthWind-8"])
    expect([password, await change(password)]).toEqual([password, signInMessages.passwordNames]);
  const names = {
    username: "northwind-9",
    firstName: "Ann",
    lastName: "Wu",
    email: "q7.zebra+mcc@example.com",
  };
  const ann = await person(names);
  for (const password of ["my-Ann-12345", "purple-wu-ann-1", "Q7-Zebra-1234", "4-q7zebra-mcc-4"])
    expect([password, await change(password, ann.token)]).toEqual([password, signInMessages.passwordNames]);
  const annaMaria = await person({
    username: "northwind-7",
    firstName: "Anna Maria",
    lastName: "van Dyke-Olsen",
    email: "y@example.com",
  });
  for (const password of ["Anna-Kettle-42", "purple-maria-42", "Kettle-Olsen-42"])
    expect([password, await change(password, annaMaria.token)]).toEqual([
      password,
      signInMessages.passwordNames,
    ]);
  expect(await change("Purple-Vantage-42", annaMaria.token)).toBeUndefined();
  const li = await person({
    username: "northwind-8",
    firstName: "Li",
    lastName: "Wu",
    email: "x@example.com",
  });
  expect(await change("my-Li-Wu-1234", li.token)).toBe(signInMessages.passwordNames);
  expect(await change("Purple-Kilo-42", li.token)).toBeUndefined();
  expect(await change("Purple-Kettle-42")).toBeUndefined();
  const body = { ...userFields, username: "northwind-kim", password: "hello-northwind-1" };
  expect(await refusal(createUser, { ...admin, body })).toMatchObject({
    ...{ status: 400, password: [signInMessages.passwordNames] },
  });
});
