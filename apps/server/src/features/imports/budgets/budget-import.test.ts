import { randomUUID } from "node:crypto";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import * as contract from "@mcc/contract/imports/imports.api.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { platformTransaction } from "../../../platform/access/scope.ts";
import { setUpBudgetCompany } from "../../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async () => {
  const company = await setUpBudgetCompany(testServer);
  const { token } = company;
  const query = (upsert: boolean) => (upsert ? { is_upsert: "true" as const } : {});
  return {
    ...company,
    upload: (budgets: object[], { id = randomUUID() as string, batch = 0, upsert = false } = {}) =>
      testServer.call(contract.batchCreateBudgets, {
        token,
        query: query(upsert),
        body: { budgets, import: { id, batch, file_name: "budgets.xlsx" } } as never,
      }),
    check: async (budgets: object[], upsert = false) =>
      (
        await testServer.call(contract.checkBudgets, {
          token,
          query: query(upsert),
          body: { budgets } as never,
        })
      ).body.results,
    imported: async (id: string) =>
      (await testServer.call(contract.findImport, { token, params: { id } })).body,
    failed: async (id: string) =>
      (await testServer.call(contract.failedRows, { token, params: { id } })).body.results,
    correct: (id: string, rows: object[]) =>
      testServer.call(contract.correctRows, { token, params: { id }, body: { rows } as never }),
    undo: (id: string) => testServer.call(contract.undoImport, { token, params: { id } }),
    /** The job has counted the orders of every budget. */
    counted: async () => {
      const list = async () =>
        (await testServer.call(budgetEndpoints.list, { token, query: { limit: "100" } as never })).body
          .results;
      await expect.poll(async () => (await list()).filter(({ recount }) => recount)).toEqual([]);
    },
    budgets: async () =>
      (await testServer.call(budgetEndpoints.list, { token, query: { limit: "100" } as never })).body.results,
  };
};

test("a spreadsheet of budgets is imported by names, each row with its own errors", async () => {
  const company = await setUp();
  const other = await company.addSite();
  await company.role("Controller");
  const owner = await company.person({});
  await company.order("25.00");
  const id = randomUUID();
  const rows = [
    {
      ...{ row: 2, name: "Rigs", amount: "$50,000.00", period: "Yearly", repeats: "yes", role: "controller" },
      ...{
        sites: `${company.site.name}; ${other.name.toUpperCase()}`,
        owners: owner.username,
        tell_at: "50%; 90%",
      },
    },
    {
      row: 3,
      name: "Q4",
      amount: "100",
      period: "Custom",
      starts_on: "10/1/2190",
      ends_on: "2190-12-31",
      afe_number: "A-1",
    },
    { row: 4, name: "Nowhere", amount: "10", period: "month", sites: "No such site" },
    { row: 5, name: "Free", amount: "0", period: "weekly", afe_number: "A-1" },
    { row: 6, name: "rigs", amount: "10", period: "month", afe_number: "A-1" },
    { row: 7, name: "Nothing", amount: "10", period: "month" },
  ];
  const outcomes = [
    ["create", []],
    ["create", []],
    ["error", ["sites: There is no site called “No such site”."]],
    [
      "error",
      ["period: This must be Month, Quarter, Year or Custom.", "amount: The amount must be more than 0."],
    ],
    ["error", ["name: Row 2 has the same name."]],
    ["error", ["sites: Choose what the budget covers: sites, nodes, an AFE or a checkout field."]],
  ];
  const words = (errors: readonly { field: string; message: string }[]) =>
    errors.map(({ field, message }) => `${field}: ${message}`);
  expect((await company.check(rows)).map(({ outcome, errors }) => [outcome, words(errors)])).toEqual(
    outcomes,
  );
  expect(await company.budgets()).toEqual([]);

  const { body } = await company.upload(rows, { id });
  expect(body.details.map(({ row, errors }) => [row, words(errors)])).toEqual(
    outcomes.slice(2).map(([, errors], at) => [at + 4, errors]),
  );
  // Sent again, as after a lost response.
  expect((await company.upload(rows, { id })).body).toEqual(body);
  expect(await company.imported(id)).toMatchObject({ kind: "budgets", created: 2, failed: 4 });
  const [custom, rigs] = await company.budgets();
  expect(custom).toMatchObject({
    name: "Q4",
    starts_on: "2190-10-01",
    ends_on: "2190-12-31",
    beyond: "tell",
  });
  expect(rigs).toMatchObject({
    ...{ name: "Rigs", amount: "50000.00", period: "year", repeats: true, beyond: "step", tell_at: [50, 90] },
    role: { name: "Controller" },
    owners: [{ id: owner.id }],
  });
  expect(rigs?.sites.toSorted((a, b) => a - b)).toEqual(
    [company.site.id, other.id].toSorted((a, b) => a - b),
  );
  await company.counted();
  expect(await company.figures(rigs?.id ?? 0)).toEqual(["0.00", "25.00", "49975.00"]);
});

test("failed rows of budgets are corrected in place, and the import is undone as long as nothing was changed", async () => {
  const company = await setUp();
  const id = randomUUID();
  await company.upload(
    [
      { row: 2, name: "A", amount: "10", period: "month", afe_number: "A-1" },
      { row: 3, name: "B", amount: "ten", period: "month", afe_number: "A-1" },
    ],
    { id },
  );
  const [row] = await company.failed(id);
  expect(row).toMatchObject({ row: 3, cells: { name: "B", amount: "ten" }, errors: [{ field: "amount" }] });
  const corrected = { id: row?.id, ...row?.cells };
  expect((await company.correct(id, [{ ...corrected, amount: "-1" }])).body.results).toMatchObject([
    { is_saved: false, errors: [{ field: "amount", message: "The amount must be more than 0." }] },
  ]);
  expect((await company.correct(id, [{ ...corrected, amount: "11" }])).body.results).toEqual([
    { id: row?.id, is_saved: true, errors: [] },
  ]);
  const [a, b] = await company.budgets();
  expect([a?.amount, b?.amount]).toEqual(["10.00", "11.00"]);

  await company.update(b?.id ?? 0, { amount: "12" });
  const refused = await company.undo(id);
  expect([refused.status, refused.body]).toMatchObject([409, { reasons: ["Budget B was changed since."] }]);
  expect(await company.budgets()).toHaveLength(2);
  await company.update(b?.id ?? 0, { amount: "11" });
  expect((await company.undo(id)).status).toBe(200);
  expect(await company.budgets()).toEqual([]);
});

test("an import updates budgets of the same name and gives them back what they had", async () => {
  const company = await setUp();
  const role = await company.role("Controller");
  const { id: kept } = await company.budget({ name: "Rig 1", amount: "100", beyond: "step", role });
  await company.budget({ name: "Rig 2", amount: "7" });
  const rows = [
    { row: 2, name: "rig 1", amount: "250" },
    { row: 3, name: "Rig 2", amount: "7.00" },
  ];
  expect((await company.check(rows))[0]?.errors.slice(0, 1)).toMatchObject([
    { field: "name", message: "There's already a budget with this name." },
  ]);
  expect(await company.check(rows, true)).toMatchObject([
    {
      outcome: "update",
      changes: [
        { field: "name", before: "Rig 1", after: "rig 1" },
        { field: "amount", before: "100.00", after: "250" },
      ],
    },
    { outcome: "unchanged", changes: [] },
  ]);
  const id = randomUUID();
  await company.upload(rows, { id, upsert: true });
  expect(await company.imported(id)).toMatchObject({ created: 0, updated: 1, unchanged: 1, failed: 0 });
  expect(await company.find(kept)).toMatchObject({ name: "rig 1", amount: "250.00", role: { id: role } });
  await company.undo(id);
  expect(await company.find(kept)).toMatchObject({ name: "Rig 1", amount: "100.00" });
});

test("a budget whose step is open keeps its import from being undone, and an import has one kind of records", async () => {
  const company = await setUp();
  await company.role("Controller");
  const id = randomUUID();
  await company.upload(
    [{ row: 2, name: "Tight", amount: "1", period: "year", sites: company.site.name, role: "Controller" }],
    { id },
  );
  await company.counted();
  await company.order("25.00");
  const refused = await company.undo(id);
  expect(refused.status).toBe(409);
  expect((refused.body as unknown as { reasons: string[] }).reasons[0]).toMatch(/^Budget Tight: /);
  const sites = await testServer.call(contract.batchCreateSites, {
    token: company.token,
    query: {},
    body: { sites: [{ row: 2, name: "X" }], import: { id, batch: 1, file_name: "sites.xlsx" } } as never,
  });
  expect(sites.status).toBe(404);
});

test("an update keeps the half of a checkout field whose cell is empty", async () => {
  const company = await setUp();
  await company.order("5.00", { fields: { custom_checkout_data: { Well: "7", Rig: "117" } } });
  const { id } = await company.budget({ name: "Well", field: { name: "Well", value: "7" } });
  const save = async (cells: object) => {
    const rows = [{ row: 2, name: "Well", ...cells }];
    const [checked] = await company.check(rows, true);
    const { body } = await company.upload(rows, { upsert: true });
    expect(body.details.map(({ errors }) => errors)).toEqual(
      checked?.outcome === "error" ? [checked.errors] : [],
    );
    await company.counted();
    return [checked?.outcome, (await company.find(id)).field];
  };
  expect(await save({ field_value: "8" })).toEqual(["update", { name: "Well", value: "8" }]);
  expect(await save({ field_name: "Well" })).toEqual(["unchanged", { name: "Well", value: "8" }]);
  expect(await save({ field_name: "Rig" })).toEqual(["error", { name: "Well", value: "8" }]);
  expect(await save({ field_name: "Rig", field_value: "1" })).toEqual([
    "update",
    { name: "Rig", value: "1" },
  ]);
});

test("orders go on while budgets are imported, and one that is deleted meanwhile is the error of its row (BUDG-003 partly)", async () => {
  const company = await setUp();
  const { id: gone } = await company.budget({ name: "Gone", sites: [], afe_number: "A-1" });
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deleting = platformTransaction(testServer.services.database, async (db) => {
    await sql`update budgets set deleted_at = now() where id = ${gone}`.execute(db);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const id = randomUUID();
  const uploading = company.upload(
    [
      { row: 2, name: "Gone", amount: "7" },
      { row: 3, name: "New", amount: "100", period: "year", sites: company.site.name },
    ],
    { id, upsert: true },
  );
  const waiting = () =>
    testServer.sql(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from budgets%for update%'",
    );
  try {
    await expect.poll(waiting).toHaveLength(1);
    await company.order("25.00");
    expect(await waiting()).toHaveLength(1);
  } finally {
    released.resolve();
    await deleting;
  }
  expect((await uploading).body.details).toMatchObject([
    {
      row: 2,
      errors: [
        { field: "name", message: "This budget was deleted meanwhile. Save the row again to create it." },
      ],
    },
  ]);
  await company.counted();
  const [budget] = await company.budgets();
  expect(budget).toMatchObject({ name: "New", committed: "25.00" });
  expect(await company.drift()).toEqual([]);
});
