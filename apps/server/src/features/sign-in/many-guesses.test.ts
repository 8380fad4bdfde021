import {
  giveSecondFactor,
  passkeySignInOptions,
  signIn,
  signInWithPasskey,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { BATTERY, countCases, volume } from "../../testing/battery.ts";
import { ACME, at, BEHIND_PROXY, codeOf, enrollApp, enrollPasskey } from "../../testing/factors.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** Guesses from so many addresses that no limit of one address stops them. */
let testServer: TestServer;
let companyId: number;

beforeAll(async () => {
  testServer = await startTestServer(BEHIND_PROXY);
  companyId = await addCompany(testServer);
});

const addOwner = async () => {
  const added = await addPerson(testServer, companyId);
  return { ...added, token: await tokenFor(testServer, added.username) };
};

/** Each in a network of its own; the owner is in none of them. */
const addressAt = (n: number): string => `10.${n >> 8}.${n & 255}.9`;

type Guessed = typeof signIn | typeof giveSecondFactor | typeof signInWithPasskey;
const send = async (endpoint: Guessed, body: object, address?: string) => {
  const { status, body: said } = await testServer.call(endpoint, {
    ...{ headers: at(ACME, address), body: body as never },
  });
  return { status, ...(said as object) } as { status: number; code?: string; challenge: string };
};

/** Guesses from one address after the other, of several addresses at once; returns how many answers were of which kind. */
const answersOf = async (
  addresses: number,
  atOnce: number,
  guess: (address: string, note: (answer: { status: number; code?: string }) => void) => Promise<void>,
) => {
  const counts: Record<string, number> = {};
  let next = 0;
  const work = async () => {
    while (next < addresses) {
      const address = addressAt(next++);
      await guess(address, ({ status, code }) => {
        const kind = `${status} ${code}`;
        counts[kind] = (counts[kind] ?? 0) + 1;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
};

const TIMEOUT = 15 * 60_000 * BATTERY;
const EACH = 5;
/** In whole addresses. */
const guessesOf = (few: number, many: number) => Math.ceil(volume(few, many) / EACH) * EACH;
const CODES = guessesOf(120, 10_000);
const PASSKEYS = guessesOf(40, 1_000);
const PASSWORDS = guessesOf(110, 1_000);

test(
  "of all codes of an app that who knows the password sends, fifty are compared; the owner goes on (SIGN-004 partly)",
  async ({ task }) => {
    const owner = await addOwner();
    const { secret, recoveryCodes } = await enrollApp(testServer, owner.token);
    const password = { username: owner.username, password: PASSWORD };
    const complete = async (code: string, address?: string) => {
      const { challenge } = await send(signIn, password, address);
      return send(giveSecondFactor, { challenge, code }, address);
    };
    // From now on, this is a device of the owner.
    expect((await complete(codeOf(secret))).status).toBe(200);
    let guesses = 0;
    const wrongCode = (): string => {
      const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
      const code = String(guesses++ % 1_000_000).padStart(6, "0");
      return right.includes(code) ? wrongCode() : code;
    };
    const counts = await answersOf(CODES / EACH, 8, async (address, note) => {
      const { challenge } = await send(signIn, password, address);
      for (let n = 0; n < EACH; n++)
        note(await send(giveSecondFactor, { challenge, code: wrongCode() }, address));
    });
    expect(counts).toEqual({ "401 auth.factor_failed": 50, "429 rate.limited": CODES - 50 });
    await testServer.sql("update factors set last_step = 0 where user_id = $1", [owner.id]);
    expect(await complete(codeOf(secret), "198.51.100.7")).toMatchObject({ status: 429 });
    expect((await complete(codeOf(secret))).status).toBe(200);
    expect((await complete(recoveryCodes[0] ?? "", "198.51.100.7")).status).toBe(200);
    countCases(task, CODES);
  },
  TIMEOUT,
);

test("passkeys that are forged are refused from everywhere; the owner goes on (SIGN-003 partly)", async ({
  task,
}) => {
  const passkey = await enrollPasskey(testServer, (await addOwner()).token);
  const optionsAt = async (address?: string) =>
    (await testServer.call(passkeySignInOptions, { headers: at(ACME, address) })).body;
  const forged = (options: Record<string, unknown>) => {
    const assertion = passkey.get(options, { ...ACME, counter: 50 });
    assertion.response.signature = Buffer.from("no signature").toString("base64url");
    return assertion;
  };
  const counts = await answersOf(PASSKEYS / EACH, 8, async (address, note) => {
    for (let n = 0; n < EACH; n++) {
      const options = n === 0 ? { challenge: "made-up" } : await optionsAt(address);
      note(await send(signInWithPasskey, { assertion: forged(options) }, address));
    }
  });
  expect(counts).toEqual({ "401 auth.passkey_failed": PASSKEYS });
  const assertion = passkey.get(await optionsAt(), { ...ACME, counter: 60 });
  expect((await send(signInWithPasskey, { assertion })).status).toBe(200);
  countCases(task, PASSKEYS);
});

test("of passwords guessed from everywhere, three of each address are compared; the owner goes on (ABUS-006 partly)", async ({
  task,
}) => {
  const { username } = await addOwner();
  // One address after the other: which try is the hundredth is then certain.
  const counts = await answersOf(PASSWORDS / EACH, 1, async (address, note) => {
    for (let n = 0; n < EACH; n++) note(await send(signIn, { username, password: `wrong-${n}` }, address));
  });
  const refused = ((PASSWORDS - 100) / EACH) * 2;
  expect(counts).toEqual({ "401 auth.failed": PASSWORDS - refused, "429 rate.limited": refused });
  expect((await send(signIn, { username, password: PASSWORD })).status).toBe(200);
  expect((await send(signIn, { username, password: PASSWORD }, "198.51.100.7")).status).toBe(200);
  countCases(task, PASSWORDS);
});
