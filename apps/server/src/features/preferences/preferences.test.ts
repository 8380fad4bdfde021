import { readPreference, savePreference } from "@mcc/contract/preferences/preferences.api.ts";
import { expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer } from "../../testing/test-server.ts";

test("a column order is stored per user and list, and not shared", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer);
  const [one, two] = await Promise.all(
    [0, 1].map(async () => tokenFor(testServer, (await addPerson(testServer, company)).username)),
  );
  const params = { key: "columns:orders" };
  expect((await testServer.call(readPreference, { token: one, params })).body).toEqual({ value: null });
  for (const value of [["total", "site"], ["site"]]) {
    expect((await testServer.call(savePreference, { token: one, params, body: { value } })).status).toBe(200);
    expect((await testServer.call(readPreference, { token: one, params })).body).toEqual({ value });
  }
  expect((await testServer.call(readPreference, { token: two, params })).body).toEqual({ value: null });
  expect(
    (await testServer.call(readPreference, { token: one, params: { key: "columns:sites" } })).body,
  ).toEqual({
    value: null,
  });
});

test("a user has at most 100 preferences and 200 kB, and existing ones are kept", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer);
  const [one, two, other] = (await Promise.all(
    [0, 1, 2].map(async () => tokenFor(testServer, (await addPerson(testServer, company)).username)),
  )) as [string, string, string];
  const save = async (token: string, name: string, value: string[]) =>
    testServer.call(savePreference, { token, params: { key: `columns:${name}` }, body: { value } });
  const letters = (n: number) => `${"abcdefghij"[Math.floor(n / 10)]}-${"abcdefghij"[n % 10]}`;

  for (let n = 0; n < 98; n++) expect((await save(one, letters(n), ["x"])).status).toBe(200);
  const racing = await Promise.all(["ka", "kb", "kc", "kd"].map((name) => save(one, name, ["x"])));
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const full = await save(one, "one-more", ["x"]);
  expect(full).toMatchObject({ status: 409, body: { code: "preferences.full" } });
  expect((await save(one, letters(0), ["changed"])).status).toBe(200);

  const large = Array.from({ length: 200 }, () => "x".repeat(100));
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await save(two, letters(n), large)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  expect(statuses.at(-1)).toBe(409);
  expect((await save(other, "orders", large)).status).toBe(200);
});

test("a strange key or value is refused by name", async () => {
  const testServer = await startTestServer();
  const token = await tokenFor(
    testServer,
    (await addPerson(testServer, await addCompany(testServer))).username,
  );
  const odd = await testServer.call(readPreference, { token, params: { key: "../../etc" } });
  expect([odd.status, Object.keys(odd.body)]).toEqual([400, ["key"]]);
  const body = { value: Array.from({ length: 201 }, () => "x") };
  const long = await testServer.call(savePreference, { token, params: { key: "columns:orders" }, body });
  expect([long.status, Object.keys(long.body)]).toEqual([400, ["value"]]);
});
