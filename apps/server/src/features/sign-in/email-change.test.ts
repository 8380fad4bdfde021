import {
  cancelEmailChange,
  changePassword,
  findProfile,
  resendEmailLink,
  updateProfile,
} from "@mcc/contract/profile/profile.api.ts";
import {
  checkResetToken,
  currentUser,
  requestPasswordReset,
  setNewPassword,
  signIn,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { createUser, updateUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { openFormPage } from "../../testing/form-page.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { signInJobs } from "./sign-in.jobs.ts";

let testServer: TestServer;
let companyId: number;
beforeAll(async () => {
  testServer = await startTestServer();
  companyId = await addCompany(testServer, { name: "Acme Drilling", slug: "acme-drilling" });
});

const person = async (company: number | null = companyId, traits: Parameters<typeof addPerson>[2] = {}) => {
  const added = await addPerson(testServer, company, traits);
  return { ...added, token: await tokenFor(testServer, added.username) };
};
type Person = Awaited<ReturnType<typeof person>>;

let addresses = 0;
const freeAddress = () => `free-${++addresses}@example.com`;
const ask = ({ token }: Person, email: string, more: object = { current_password: PASSWORD }) =>
  testServer.call(updateProfile, { token, body: { email, ...more } });
const profileOf = async ({ token }: Person) => (await testServer.call(findProfile, { token })).body;
const signedIn = async ({ token }: Person) => (await testServer.call(currentUser, { token })).status;
const mailsTo = async (address: string) =>
  (await latestMessages(testServer.services, 1_000)).filter(({ recipient }) => recipient === address);

/** The path of the newest link of a kind that was sent to an address. */
const linkTo = async (address: string, kind: "confirm" | "undo"): Promise<string> => {
  const link = new RegExp(`http://portal\\.test(/${kind}-email/[\\w-]{43})\\b`);
  for (const { body } of await mailsTo(address)) {
    const path = link.exec(body)?.[1];
    if (path) return path;
  }
  throw new Error(`No link was sent to ${address}.`);
};
/** Opens the page of a link and presses its button. */
const press = async (path: string) => {
  const page = openFormPage(testServer, path);
  const { status, form } = await page.open();
  return status === 200 ? page.send("POST", { form: form ?? "" }) : { status, page: "" };
};
/** Gives a user another address, as they do it themselves. */
const move = async (whom: Person, email = freeAddress()): Promise<string> => {
  expect((await ask(whom, email)).status).toBe(200);
  expect((await press(await linkTo(email, "confirm"))).status).toBe(200);
  return email;
};
const askForReset = async (userIdentifier: string): Promise<string> => {
  const { status } = await testServer.call(requestPasswordReset, { body: { userIdentifier } });
  expect(status).toBe(200);
  const [{ email } = { email: "" }] = await testServer.sql<{ email: string }>(
    "select email from users where $1 in (username, email)",
    [userIdentifier],
  );
  const [newest] = await mailsTo(email);
  return /reset-password\?token=([\w-]+)/.exec(newest?.body ?? "")?.[1] ?? "";
};
const canReset = async (token: string) =>
  (await testServer.call(checkResetToken, { body: { token } })).status;
const audited = (id: number) =>
  testServer.sql("select action, details from audit_entries where record_id = $1 order by id", [String(id)]);

describe("a new e-mail address", () => {
  test("counts after the current password was given and the link sent to it was used; the former one is told, can undo it for 7 days, and its links end (PROF-004)", async () => {
    const ada = await person();
    const reset = await askForReset(ada.username);
    const email = freeAddress();
    for (const [more, message] of [
      [{}, "Enter your current password"],
      [{ current_password: "" }, "Enter your current password"],
      [{ current_password: "Wrong-Horse-1" }, "This is not your current password"],
    ] as const) {
      const refused = await ask(ada, email, { ...more, first_name: "Eve" });
      expect([refused.status, refused.body]).toEqual([400, { current_password: [message] }]);
    }
    expect(await mailsTo(email)).toEqual([]);
    expect(await profileOf(ada)).toMatchObject({ first_name: "Pat", pending_email: null });

    const asked = await ask(ada, email, { current_password: PASSWORD, first_name: "Ada" });
    expect(asked).toMatchObject({
      status: 200,
      body: { first_name: "Ada", email: ada.email, pending_email: email },
    });
    // Until then the former address stays: a reset goes there.
    expect(await mailsTo(email)).toMatchObject([{ subject: "Confirm your new e-mail address" }]);
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toEqual(["Set a new password"]);
    expect(await canReset(reset)).toBe(200);

    const page = openFormPage(testServer, await linkTo(email, "confirm"));
    expect(await page.open()).toMatchObject({
      status: 200,
      page: expect.stringContaining(`Use ${email} from now on?`),
    });
    expect((await profileOf(ada)).email).toBe(ada.email);
    expect((await page.send("POST", { form: "" })).status).toBe(403);
    expect((await profileOf(ada)).email).toBe(ada.email);
    const { form = "" } = await page.open();
    expect(await page.send("POST", { form })).toMatchObject({
      status: 200,
      page: expect.stringContaining("Your address was changed"),
    });
    expect(await profileOf(ada)).toMatchObject({ email, pending_email: null });
    // It works once.
    expect([(await page.open()).status, (await page.send("POST", { form })).status]).toEqual([404, 404]);
    expect(await canReset(reset)).toBe(400);
    const [told] = await mailsTo(ada.email);
    expect(told).toMatchObject({
      subject: "Your e-mail address was changed",
      body: expect.stringContaining(email),
    });

    const undo = await linkTo(ada.email, "undo");
    const [kept] = await testServer.sql<{ seconds: number }>(
      "select extract(epoch from undo_until - confirmed_at)::int as seconds from email_changes where user_id = $1",
      [ada.id],
    );
    expect(kept?.seconds).toBe(7 * 24 * 60 * 60);
    const elsewhere = { ...ada, token: await tokenFor(testServer, ada.username) };
    const ofNewAddress = await askForReset(email);
    const asking = openFormPage(testServer, undo);
    expect((await asking.open()).page).toContain(`Restore ${ada.email}?`);
    expect((await profileOf(ada)).email).toBe(email);
    const done = await press(undo);
    expect(done).toMatchObject({ status: 200, page: expect.stringContaining("Your address was restored") });
    expect(done.page).toContain('href="/forgot-password"');
    expect([await signedIn(ada), await signedIn(elsewhere)]).toEqual([401, 401]);
    expect(await canReset(ofNewAddress)).toBe(400);
    expect((await mailsTo(email))[0]).toMatchObject({ subject: "Your former e-mail address was restored" });
    expect((await press(undo)).status).toBe(404);
    const again = { ...ada, token: await tokenFor(testServer, ada.username) };
    expect((await profileOf(again)).email).toBe(ada.email);
    expect(await canReset(await askForReset(ada.email))).toBe(200);
    expect(await audited(ada.id)).toMatchObject([
      { action: "email_change.requested", details: { new_email: email } },
      { action: "profile.updated" },
      { action: "email.changed", details: { email, before: { email: ada.email } } },
      { action: "email.restored", details: { email: ada.email, before: { email } } },
    ]);
  });

  test("of a platform admin is proven too", async () => {
    const provider = await person(null);
    expect((await ask(provider, freeAddress(), {})).status).toBe(400);
    const email = await move(provider);
    expect((await profileOf(provider)).email).toBe(email);
    expect((await press(await linkTo(provider.email, "undo"))).status).toBe(200);
    expect(await signedIn(provider)).toBe(401);
  });

  test("in other capital letters is the same: it needs no password and no link", async () => {
    const ada = await person();
    const reset = await askForReset(ada.username);
    const changed = await ask(ada, ada.email.toUpperCase(), {});
    expect(changed.body).toMatchObject({ email: ada.email.toUpperCase(), pending_email: null });
    expect(await canReset(reset)).toBe(200);
  });

  test("cannot be that of somebody else, whether they have it now or can restore it", async () => {
    const [ada, other, admin] = [await person(), await person(), await person(companyId, { admin: true })];
    const taken = { email: ["A user with this email already exists."] };
    expect((await ask(ada, other.email.toUpperCase())).body).toEqual(taken);
    await move(other);
    expect((await ask(ada, other.email)).body).toEqual(taken);
    const body = { email: other.email };
    const given = await testServer.call(updateUser, { token: admin.token, params: { id: ada.id }, body });
    expect([given.status, given.body]).toEqual([400, taken]);
    const added = await testServer.call(createUser, {
      token: admin.token,
      body: {
        ...{ username: `acme-drilling-${ada.username}`, first_name: "Eve", last_name: "Doe" },
        ...{ email: other.email, password: "Correct-Horse-2" },
      },
    });
    expect(added.body).toMatchObject(taken);
    expect((await press(await linkTo(other.email, "undo"))).status).toBe(200);
  });

  test("that somebody else has got before the link was used changes nothing", async () => {
    const ada = await person();
    const email = freeAddress();
    await ask(ada, email);
    await person(companyId, { email });
    expect(await press(await linkTo(email, "confirm"))).toMatchObject({
      status: 409,
      page: expect.stringContaining("Somebody else uses this address"),
    });
    expect((await profileOf(ada)).email).toBe(ada.email);
  });

  test("guesses of the password are limited as at sign-in, and so are the addresses that are asked for", async () => {
    const [ada, eve] = [await person(), await person()];
    for (let nth = 0; nth < 10; nth++)
      expect((await ask(ada, freeAddress(), { current_password: "Wrong-Horse-1" })).status).toBe(400);
    expect((await ask(ada, freeAddress())).status).toBe(429);
    expect((await ask(eve, ada.email)).status).toBe(400);
    for (let nth = 1; nth < 10; nth++) expect((await ask(eve, freeAddress())).status).toBe(200);
    expect([(await ask(eve, freeAddress())).status, (await ask(eve, ada.email)).status]).toEqual([429, 429]);
    // What stays as it is does not count.
    expect((await ask(eve, eve.email, { first_name: "Eve" })).status).toBe(200);
  });
});

describe("a link to a new address", () => {
  test("is sent again, which ends the one before, and is canceled", async () => {
    const ada = await person();
    const resend = async () => (await testServer.call(resendEmailLink, { token: ada.token })).status;
    const cancel = async () => (await testServer.call(cancelEmailChange, { token: ada.token })).status;
    expect([await resend(), await cancel()]).toEqual([404, 404]);
    const email = freeAddress();
    await ask(ada, email);
    const first = await linkTo(email, "confirm");
    expect(await resend()).toBe(200);
    const second = await linkTo(email, "confirm");
    expect(second).not.toBe(first);
    expect((await press(first)).status).toBe(404);
    expect(await cancel()).toBe(200);
    expect((await profileOf(ada)).pending_email).toBeNull();
    expect((await press(second)).status).toBe(404);
    expect((await profileOf(ada)).email).toBe(ada.email);
  });

  test("ends with another one, after 24 hours, with a new password, and with a correction by an administrator", async () => {
    const [ada, admin] = [await person(), await person(companyId, { admin: true })];
    const asked = async () => {
      const email = freeAddress();
      expect((await ask(ada, email)).status).toBe(200);
      return linkTo(email, "confirm");
    };
    const replaced = await asked();
    const expired = await asked();
    expect((await press(replaced)).status).toBe(404);
    const [kept] = await testServer.sql<{ seconds: number }>(
      "select extract(epoch from expires_at - created_at)::int as seconds from email_changes where user_id = $1",
      [ada.id],
    );
    expect(kept?.seconds).toBe(24 * 60 * 60);
    await testServer.sql("update email_changes set expires_at = now() where user_id = $1", [ada.id]);
    expect((await press(expired)).status).toBe(404);
    expect((await profileOf(ada)).pending_email).toBeNull();

    const outdated = await asked();
    const body = { current_password: PASSWORD, password: PASSWORD };
    expect((await testServer.call(changePassword, { token: ada.token, body })).status).toBe(200);
    expect((await press(outdated)).status).toBe(404);

    const overruled = await asked();
    const params = { id: ada.id };
    await testServer.call(updateUser, { token: admin.token, params, body: { email: freeAddress() } });
    expect((await press(overruled)).status).toBe(404);
  });

  test("is used once, however often it is posted at the same time", async () => {
    const ada = await person();
    const email = freeAddress();
    await ask(ada, email);
    const path = await linkTo(email, "confirm");
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(await mailsTo(ada.email)).toHaveLength(1);
  });

  test("is stored as a hash, and removed a while after it has ended", async () => {
    const ada = await person();
    const path = await linkTo(await move(ada), "confirm");
    const rows = await testServer.sql("select * from email_changes where user_id = $1", [ada.id]);
    const token = path.slice(path.lastIndexOf("/") + 1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString("hex"));
    const [clean] = signInJobs(testServer.services.database);
    const left = async () => {
      await clean?.work({} as never, new AbortController().signal);
      return (await testServer.sql("select from email_changes where user_id = $1", [ada.id])).length;
    };
    await testServer.sql(
      "update email_changes set expires_at = now() - interval '40 days' where user_id = $1",
      [ada.id],
    );
    expect(await left()).toBe(1);
    await testServer.sql(
      "update email_changes set undo_until = now() - interval '31 days' where user_id = $1",
      [ada.id],
    );
    expect(await left()).toBe(0);
  });
});

describe("the undo of a new address", () => {
  test("works after several changes in a row, and ends those of whoever made them (PROF-004 partly)", async () => {
    const ada = await person();
    const first = await move(ada);
    const second = await move(ada);
    const pending = freeAddress();
    await ask(ada, pending);
    const [ofOwner, ofThief] = [await linkTo(ada.email, "undo"), await linkTo(first, "undo")];
    expect((await press(ofOwner)).status).toBe(200);
    const again = { ...ada, token: await tokenFor(testServer, ada.username) };
    expect((await profileOf(again)).email).toBe(ada.email);
    // The thief reads both of the other addresses.
    expect((await press(ofThief)).status).toBe(404);
    expect((await press(await linkTo(pending, "confirm"))).status).toBe(404);
    expect((await mailsTo(second))[0]).toMatchObject({ subject: "Your former e-mail address was restored" });
    expect((await profileOf(again)).email).toBe(ada.email);
  });

  test("of the later change leaves that of the earlier one", async () => {
    const ada = await person();
    const first = await move(ada);
    await move(ada);
    expect((await press(await linkTo(first, "undo"))).status).toBe(200);
    expect((await press(await linkTo(ada.email, "undo"))).status).toBe(200);
    const again = { ...ada, token: await tokenFor(testServer, ada.username) };
    expect((await profileOf(again)).email).toBe(ada.email);
  });

  test("ends after 7 days, with the user, and with a correction by an administrator", async () => {
    const admin = await person(companyId, { admin: true });
    const moved = async () => {
      const ada = await person();
      await move(ada);
      return { ada, undo: await linkTo(ada.email, "undo") };
    };
    const [late, gone, corrected] = [await moved(), await moved(), await moved()];
    await testServer.sql("update email_changes set undo_until = now() where user_id = $1", [late.ada.id]);
    expect((await press(late.undo)).status).toBe(404);
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.ada.id]);
    expect((await press(gone.undo)).status).toBe(404);
    const body = { email: freeAddress() };
    const params = { id: corrected.ada.id };
    expect((await testServer.call(updateUser, { token: admin.token, params, body })).status).toBe(200);
    expect((await press(corrected.undo)).status).toBe(404);
    expect((await profileOf(corrected.ada)).email).toBe(body.email);
  });

  test("leaves a thief who has changed the password too without the account", async () => {
    const ada = await person();
    await move(ada);
    const stolen = "Stolen-Horse-9";
    const body = { current_password: PASSWORD, password: stolen };
    expect((await testServer.call(changePassword, { token: ada.token, body })).status).toBe(200);
    expect((await press(await linkTo(ada.email, "undo"))).status).toBe(200);
    const token = await askForReset(ada.username);
    const set = await testServer.call(setNewPassword, { body: { token, password: "Battery-Staple-9" } });
    expect(set.status).toBe(200);
    const signInWith = async (password: string) =>
      (await testServer.call(signIn, { body: { username: ada.username, password } })).status;
    expect([await signInWith(stolen), await signInWith("Battery-Staple-9")]).toEqual([401, 200]);
  });
});

describe("a correction by an administrator", () => {
  test("counts at once, is told to the former address, and ends the links that were sent there (PROF-004 partly)", async () => {
    const [ada, admin] = [await person(), await person(companyId, { admin: true, firstName: "Ann" })];
    const reset = await askForReset(ada.username);
    const body = { email: freeAddress() };
    const params = { id: ada.id };
    const corrected = await testServer.call(updateUser, { token: admin.token, params, body });
    expect(corrected.body).toMatchObject(body);
    expect(await canReset(reset)).toBe(400);
    const [told] = await mailsTo(ada.email);
    expect(told?.subject).toBe("Your e-mail address was changed");
    expect(told?.body).toContain(body.email);
    expect(told?.body).toContain("Ann Doe");
    expect(told?.body).not.toContain("/undo-email/");
    expect(await canReset(await askForReset(body.email))).toBe(200);
  });

  test("is none of one's own address: that is proven like everybody's", async () => {
    const admin = await person(companyId, { admin: true });
    const params = { id: admin.id };
    const body = { email: freeAddress() };
    const refused = await testServer.call(updateUser, { token: admin.token, params, body });
    expect([refused.status, refused.body]).toEqual([
      400,
      { email: ["Change your own email address on your profile."] },
    ]);
    const same = { email: admin.email, first_name: "Ann" };
    expect((await testServer.call(updateUser, { token: admin.token, params, body: same })).status).toBe(200);
  });
});

test("the pages behind the links look the same signed in or out, keep their addresses out of caches, and refuse other sites", async () => {
  const ada = await person();
  const email = freeAddress();
  await ask(ada, email);
  const page = openFormPage(testServer, await linkTo(email, "confirm"));
  const { headers, page: shown, form = "" } = await page.open();
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(shown).toContain("Acme Drilling");
  const fromElsewhere: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://elsewhere.example" },
  ];
  for (const headers of fromElsewhere) expect((await page.send("POST", { form }, headers)).status).toBe(403);
  const ended = await Promise.all(
    [`/confirm-email/${"x".repeat(43)}`, "/confirm-email/x", `/undo-email/${"x".repeat(43)}`].map((path) =>
      openFormPage(testServer, path).open(),
    ),
  );
  for (const { status, page: shown } of ended) {
    expect(status).toBe(404);
    expect(shown).toContain("This link no longer works");
    expect(shown).toContain('href="/"');
  }
});
