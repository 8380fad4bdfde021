import { addApp, ownFactors, replaceRecoveryCodes } from "@mcc/contract/factors/factors.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { updateProfile } from "@mcc/contract/profile/profile.api.ts";
import {
  currentUser,
  giveSecondFactor,
  requestPasswordReset,
  setNewPassword,
  signIn,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { eventually } from "../../testing/eventually.ts";
import { ACME, at, BEHIND_PROXY, enrollApp, enrollPasskey } from "../../testing/factors.ts";
import { openFormPage } from "../../testing/form-page.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let companyId: number;

beforeAll(async () => {
  testServer = await startTestServer(BEHIND_PROXY);
  companyId = await addCompany(testServer);
});

type Owner = Awaited<ReturnType<typeof addPerson>> & { token: string };

/** Somebody who has signed in before: the first device of a user is no news to them. */
const owner = async (): Promise<Owner> => {
  const added = await addPerson(testServer, companyId);
  return { ...added, token: await tokenFor(testServer, added.username) };
};

const call = async <E extends Endpoint>(endpoint: E, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as never);
  return { status, ...(body as object) } as {
    status: number;
    code?: string;
    token: string;
    challenge: string;
  };
};

const THIEF = "198.51.100.66";
const CHROME = "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537";
const FIREFOX = "Mozilla/5.0 (X11; Linux) Firefox/140.0";
const from = (address: string, userAgent = FIREFOX) => ({ ...at(ACME, address), "user-agent": userAgent });
const signInFrom = (username: string, headers: object, password = PASSWORD) =>
  call(signIn, { headers, body: { username, password } });
const isSignedIn = async (token: string) => (await call(currentUser, { token })).status === 200;

const mailsTo = async (email: string, subject: string) =>
  (await latestMessages(testServer.services, 200)).filter(
    (one) => one.recipient === email && one.subject === subject,
  );
const NEW_DEVICE = "Sign-in from a new device";
/** The path of the newest message of a subject. */
const linkTo = async (email: string, subject: string, path: RegExp): Promise<string> =>
  eventually(async () => {
    const [mail] = (await mailsTo(email, subject)).toSorted((a, b) => b.id - a.id);
    return path.exec(mail?.body ?? "")?.[0] ?? expect.fail("no such message");
  });

/** Presses the only button of a page; returns where it leads to. */
const press = async (path: string): Promise<string> => {
  const page = openFormPage(testServer, path);
  const { form = "" } = await page.open();
  const pressed = await page.send("POST", { form });
  expect([200, 303]).toContain(pressed.status);
  return pressed.headers.get("location") ?? "";
};
const notMe = async (email: string, subject: string) =>
  /token=([\w-]{43})$/.exec(await press(await linkTo(email, subject, /\/not-me\/[\w-]{43}/)))?.[1] ?? "";

const factorNames = async (userId: number) =>
  (await testServer.sql("select name from factors where user_id = $1 order by id", [userId])).map(
    ({ name }) => name,
  );
/** Signs in with the password and a code. */
const withCode = async (username: string, headers: object, code = "") => {
  const { challenge } = await signInFrom(username, headers);
  return call(giveSecondFactor, { headers, body: { challenge, code } });
};

describe("this was not me", () => {
  test("removes what was added in the session, and in those that this opened (SIGN-010)", async () => {
    const ada = await owner();
    const thief = await signInFrom(ada.username, from(THIEF));
    const { recoveryCodes } = await enrollApp(testServer, thief.token, "Of the thief");
    const again = await withCode(ada.username, from("192.0.2.9", CHROME), recoveryCodes[0]);
    await enrollPasskey(testServer, again.token, "Of the thief, too");
    expect(await factorNames(ada.id)).toHaveLength(2);
    const [first] = (await mailsTo(ada.email, NEW_DEVICE)).toSorted((a, b) => a.id - b.id);
    const reset = /token=([\w-]{43})$/.exec(
      await press(/\/not-me\/[\w-]{43}/.exec(first?.body ?? "")?.[0] ?? ""),
    )?.[1];
    expect(await factorNames(ada.id)).toEqual([]);
    expect(await isSignedIn(thief.token)).toBe(false);
    expect(await isSignedIn(again.token)).toBe(false);
    // The password is still known: what is done with it until there is a new one does not last either.
    const third = await signInFrom(ada.username, from("192.0.2.77", CHROME));
    await enrollPasskey(testServer, third.token, "Of the thief, again");
    const body = { token: reset, password: "Purple-Kettle-42" };
    expect((await call(setNewPassword, { body })).status).toBe(200);
    expect(await factorNames(ada.id)).toEqual([]);
    expect((await signInFrom(ada.username, from(THIEF), "Purple-Kettle-42")).status).toBe(200);
  });

  test("leaves the factors of the owner; it is offered with every change of them (SIGN-010, SIGN-001 partly)", async () => {
    const ben = await owner();
    const { recoveryCodes } = await enrollApp(testServer, ben.token, "Own");
    const other = await withCode(ben.username, at(ACME), recoveryCodes[0]);
    await enrollPasskey(testServer, other.token, "Of the thief");
    const { recovery_codes: codes } = (await call(replaceRecoveryCodes, { token: other.token })) as never as {
      recovery_codes: string[];
    };
    await notMe(ben.email, "Your second factors were changed");
    expect(await factorNames(ben.id)).toEqual(["Own"]);
    expect(await isSignedIn(other.token)).toBe(false);
    expect(await isSignedIn(ben.token)).toBe(true);
    expect((await testServer.call(ownFactors, { token: ben.token })).body.recovery_codes_left).toBe(0);
    expect((await withCode(ben.username, at(ACME), codes[0])).status).toBe(401);
  });

  test("forgets that device alone, and its next sign-in is told again (SIGN-010)", async () => {
    const cora = await owner();
    const own = from("203.0.113.20");
    await signInFrom(cora.username, own);
    await signInFrom(cora.username, from(THIEF));
    expect(await mailsTo(cora.email, NEW_DEVICE)).toHaveLength(2);
    await notMe(cora.email, NEW_DEVICE);
    // The owner's has the same name.
    await signInFrom(cora.username, own);
    expect(await mailsTo(cora.email, NEW_DEVICE)).toHaveLength(2);
    await signInFrom(cora.username, from(THIEF));
    expect(await mailsTo(cora.email, NEW_DEVICE)).toHaveLength(3);
  });

  test("is told again also if it was the only device that is known", async () => {
    const dan = await addPerson(testServer, companyId);
    await signInFrom(dan.username, from(THIEF));
    const { token } = await signInFrom(dan.username, from(THIEF));
    await enrollApp(testServer, token);
    await notMe(dan.email, "Your second factors were changed");
    await signInFrom(dan.username, from(THIEF));
    expect(await mailsTo(dan.email, NEW_DEVICE)).toHaveLength(1);
  });
});

test("the undo of an e-mail address removes the factors of the session that changed it (SIGN-001 partly)", async () => {
  const eve = await owner();
  await enrollApp(testServer, eve.token, "Own");
  // A second session, stolen from the owner.
  const { recovery_codes: codes } = (await call(replaceRecoveryCodes, { token: eve.token })) as never as {
    recovery_codes: string[];
  };
  const stolen = await withCode(eve.username, from(THIEF), codes[0]);
  await enrollPasskey(testServer, stolen.token, "Of the thief");
  const email = `thief-${eve.id}@example.com`;
  const changed = await call(updateProfile, {
    ...{ token: stolen.token, body: { email, current_password: PASSWORD } },
  });
  expect(changed.status).toBe(200);
  await press(await linkTo(email, "Confirm your new e-mail address", /\/confirm-email\/[\w-]{43}/));
  await press(await linkTo(eve.email, "Your e-mail address was changed", /\/undo-email\/[\w-]{43}/));
  expect(await factorNames(eve.id)).toEqual(["Own"]);
});

test("a new password ends an app that was not confirmed yet, and leaves the factors (SIGN-001 partly)", async () => {
  const finn = await owner();
  await enrollApp(testServer, finn.token, "Own");
  await call(addApp, { token: finn.token, body: { kind: "totp", name: "Begun" } });
  await call(requestPasswordReset, { body: { userIdentifier: finn.username } });
  const token = (await linkTo(finn.email, "Set a new password", /token=[\w-]{43}/)).slice("token=".length);
  expect((await call(setNewPassword, { body: { token, password: "Purple-Kettle-42" } })).status).toBe(200);
  expect(await factorNames(finn.id)).toEqual(["Own"]);
});
