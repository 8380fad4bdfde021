import { readPreference, savePreference } from "@mcc/contract/preferences/preferences.api.ts";
import { expect, test } from "vitest";
import { openHouse } from "../../testing/house.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";

test("a column order is remembered per user and list, and is nobody else's", async () => {
  const house = await openHouse();
  const company = await addCompany(house);
  const [one, two] = await Promise.all(
    [0, 1].map(async () => tokenFor(house, (await addPerson(house, company)).username)),
  );
  const params = { key: "columns:orders" };
  expect((await house.call(readPreference, { token: one, params })).body).toEqual({ value: null });
  for (const value of [["total", "site"], ["site"]]) {
    expect((await house.call(savePreference, { token: one, params, body: { value } })).status).toBe(200);
    expect((await house.call(readPreference, { token: one, params })).body).toEqual({ value });
  }
  expect((await house.call(readPreference, { token: two, params })).body).toEqual({ value: null });
  expect((await house.call(readPreference, { token: one, params: { key: "columns:sites" } })).body).toEqual({
    value: null,
  });
});

test("a strange key or value is refused by name", async () => {
  const house = await openHouse();
  const token = await tokenFor(house, (await addPerson(house, await addCompany(house))).username);
  const odd = await house.call(readPreference, { token, params: { key: "../../etc" } });
  expect([odd.status, Object.keys(odd.body)]).toEqual([400, ["key"]]);
  const body = { value: Array.from({ length: 201 }, () => "x") };
  const long = await house.call(savePreference, { token, params: { key: "columns:orders" }, body });
  expect([long.status, Object.keys(long.body)]).toEqual([400, ["value"]]);
});
