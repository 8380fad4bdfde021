import { signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompany, addPerson, PASSWORD } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_TRUSTED_PROXIES: "127.0.0.1" });
  company = await addCompany(testServer);
});

/** Tries to sign in from an address given by the proxy; returns the status. */
const tryFrom = async (address: string, username: string, password: string): Promise<number> => {
  const headers = { "x-forwarded-for": address };
  return (await testServer.call(signIn, { body: { username, password }, headers })).status;
};

const guessFrom = (address: string, username: string, times: number): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => tryFrom(address, username, "wrong")));

const refusedOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

test("guesses from many addresses never lock the owner out, even at a new address (ABUS-006)", async () => {
  const { username } = await addPerson(testServer, company);
  expect(await tryFrom("203.0.113.7", username, PASSWORD)).toBe(200);
  for (let n = 1; n <= 15; n++) await guessFrom(`198.51.100.${n}`, username, 10);
  expect(await tryFrom("203.0.113.7", username, PASSWORD)).toBe(200);
  expect(await tryFrom("203.0.113.8", username, PASSWORD)).toBe(200);
});

test("an account under attack leaves each further address three guesses", async () => {
  const { username } = await addPerson(testServer, company);
  for (let n = 1; n <= 10; n++) expect(refusedOf(await guessFrom(`198.51.100.${n}`, username, 12))).toBe(2);
  expect(refusedOf(await guessFrom("198.51.100.11", username, 10))).toBe(7);
  expect(await tryFrom("198.51.100.11", username, PASSWORD)).toBe(429);
});

test("an unknown name is counted in the same way", async () => {
  for (let n = 1; n <= 10; n++) expect(refusedOf(await guessFrom(`198.51.100.${n}`, "no-one", 12))).toBe(2);
  expect(refusedOf(await guessFrom("198.51.100.11", "no-one", 10))).toBe(7);
});

test("all addresses of one IPv6 customer are one address", async () => {
  const { username } = await addPerson(testServer, company);
  const statuses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => tryFrom(`2001:db8:7:1::${n + 1}`, username, "wrong")),
  );
  expect(refusedOf(statuses)).toBe(4);
  expect(await tryFrom("2001:db8:7:1:ffff::9", username, PASSWORD)).toBe(429);
  expect(await tryFrom("2001:db8:7:2::1", username, PASSWORD)).toBe(200);
});

test("people of one network who sign in at once are all let in", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(testServer, company)));
  const tries = people.flatMap(({ username }) => Array.from({ length: 8 }, () => username));
  const statuses = await Promise.all(tries.map((username) => tryFrom("192.0.2.9", username, PASSWORD)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const kept = "select hits from rate_limits where bucket = 'sign-in:address:192.0.2.9'";
  expect(await testServer.sql(kept)).toEqual([{ hits: 0 }]);
});
