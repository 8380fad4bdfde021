import { expect, test } from "vitest";
import { dialogForm } from "../../../testing/dialog-form.ts";
import { click, eventually, field, fill, find, texts, toasts } from "../../../testing/page-events.ts";
import { type Answers, openPlatformPage } from "../../../testing/platform-server.ts";
import { refusal } from "../../../testing/site-server.ts";
import { Warehouses } from "./warehouses.tsx";

const PATH = "/mcc-admin/companies/7/warehouses/";
const HOUSTON = { id: 1, name: "Houston", active: true, sites: 1_200 };
const ODESSA = { id: 2, name: "Odessa", active: false, sites: 0 };

const open = async (answers: Answers = {}) => {
  const { sent } = openPlatformPage(() => <Warehouses companyId={7} />, {
    [`GET ${PATH}`]: () => ({ results: [HOUSTON, ODESSA] }),
    ...answers,
  });
  await eventually(() => expect(texts("tbody:not([data-placeholder]) tr")).toHaveLength(2));
  return sent;
};
const activeSwitch = () => find<HTMLInputElement>("[role=dialog] input[role=switch]");

test("warehouses are listed with their sites and whether they are active", async () => {
  await open();
  expect(texts("tbody td:nth-child(1)")).toEqual(["Houston", "Odessa"]);
  expect(texts("tbody td:nth-child(2)")).toEqual(["1,200", "0"]);
  expect(texts("tbody td:nth-child(3)")).toEqual(["Active", "Not active"]);
});

test("one is added by its name, and a name that is taken is told on the field", async () => {
  const answers = [refusal(400, { name: ["There is already a warehouse with this name."] }), HOUSTON];
  const sent = await open({ [`POST ${PATH}`]: () => answers.shift() });
  await click("Add Warehouse");
  await eventually(() => field("Name"));
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["Name field is required"]));
  await fill("Name", "houston");
  dialogForm.submit();
  await eventually(() =>
    expect(dialogForm.errors()).toEqual(["There is already a warehouse with this name."]),
  );
  await fill("Name", "Dock 2");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Warehouse added"]));
  expect(sent).toEqual([
    [`POST ${PATH}`, { name: "houston" }],
    [`POST ${PATH}`, { name: "Dock 2" }],
  ]);
});

test("one is renamed and deactivated, and the last active one is refused on the switch", async () => {
  const last = "A company needs an active warehouse. Add or activate another one first.";
  const sent = await open({ [`PATCH ${PATH}1/`]: () => refusal(400, { active: [last] }) });
  await click("Edit warehouse Houston");
  await eventually(() => expect(field("Name").value).toBe("Houston"));
  expect(activeSwitch()?.checked).toBe(true);
  activeSwitch()?.click();
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual([last]));
  activeSwitch()?.click();
  await eventually(() => expect(dialogForm.errors()).toEqual([]));
  expect(sent).toEqual([[`PATCH ${PATH}1/`, { name: "Houston", active: false }]]);
  const next = await open({ [`PATCH ${PATH}2/`]: () => ({ ...ODESSA, active: true }) });
  await click("Edit warehouse Odessa");
  await eventually(() => expect(activeSwitch()?.checked).toBe(false));
  activeSwitch()?.click();
  await fill("Name", "Odessa DC");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Warehouse saved"]));
  expect(next).toEqual([[`PATCH ${PATH}2/`, { name: "Odessa DC", active: true }]]);
});
