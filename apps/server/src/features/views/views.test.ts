import { views } from "@mcc/contract/views/saved-views.api.ts";
import { createView, deleteView, updateView } from "@mcc/contract/views/views.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompany, addPerson, type PersonTraits, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const TAKEN = { name: ["You already have a view with this name."] };

const openCompany = async () => {
  const companyId = await addCompany(testServer);
  const person = async (traits: Partial<PersonTraits> = {}) => {
    const { id, username } = await addPerson(testServer, companyId, traits);
    const token = await tokenFor(testServer, username);
    const params = (list: string, viewId: unknown) => ({ list, id: viewId }) as never;
    return {
      id,
      token,
      save: (body: object, list = "orders") =>
        testServer.call(createView, {
          token,
          params: { list } as never,
          body: { columns: ["identifier", "total"], ...body } as never,
        }),
      change: (viewId: unknown, body: object, list = "orders") =>
        testServer.call(updateView, { token, params: params(list, viewId), body }),
      remove: (viewId: unknown, list = "orders") =>
        testServer.call(deleteView, { token, params: params(list, viewId) }),
      views: async (list = "orders") =>
        (await testServer.call(views, { token, params: { list } as never })).body.results,
    };
  };
  type Person = Awaited<ReturnType<typeof person>>;
  const names = async (who: Person) => (await who.views()).map(({ name }) => name);
  const defaults = async (who: Person) =>
    (await who.views()).filter(({ is_default }) => is_default).map(({ name }) => name);
  const audited = () =>
    testServer.sql<{ action: string; details: { name: string; before?: { name: string } } }>(
      "select action, details from audit_entries where company_id = $1 order by id",
      [companyId],
    );
  return { person, names, defaults, audited };
};

test("a view keeps columns, their order, ordering, filters and density, and is renamed, updated and deleted by its owner (VIEW-002 partly, VIEW-003 partly)", async () => {
  const { person, audited } = await openCompany();
  const ann = await person({ firstName: "Ann", lastName: "Lee" });
  const fields = {
    name: "Big and late",
    columns: ["total", "identifier", "group_7"],
    ordering: "-total",
    filters: { search: "rig", status: ["Shipped", "Delivered"], orderDate_after: "2026-03-01" },
    density: "comfortable",
  };
  const saved = await ann.save({ ...fields, name: "  Big and late " });
  const view = { ...fields, shared: false, is_default: false, is_owner: true, owner_name: "Ann Lee" };
  expect(saved).toMatchObject({ status: 200, body: view });
  const { id } = saved.body;
  expect(await ann.views()).toEqual([{ ...view, id }]);
  expect(await ann.views("sites")).toEqual([]);
  expect((await ann.change(id, {}, "sites")).status).toBe(404);
  expect((await ann.remove(id, "sites")).status).toBe(404);

  expect((await ann.change(id, { name: "Late" })).body).toEqual({ ...view, id, name: "Late" });
  const plain = { columns: ["site"], ordering: null, filters: {}, density: null };
  expect((await ann.change(id, plain)).body).toEqual({ ...view, id, name: "Late", ...plain });
  expect(await ann.remove(id)).toMatchObject({ status: 200, body: { detail: "View deleted correctly" } });
  expect(await ann.views()).toEqual([]);
  expect((await ann.change(id, { name: "Again" })).status).toBe(404);
  expect((await ann.remove(id)).status).toBe(404);
  expect(await audited()).toEqual([]);
});

test("everybody sees a shared view, and nobody but its owner changes it (VIEW-003, VIEW-004)", async () => {
  const { person, names, audited } = await openCompany();
  const [admin, other, buyer] = [
    await person({ admin: true, firstName: "Ada", lastName: "" }),
    await person({ admin: true }),
    await person(),
  ];
  const { body: view } = await admin.save({ name: "Month end", shared: true });
  expect(await buyer.views()).toEqual([{ ...view, is_owner: false, owner_name: "Ada" }]);
  for (const reader of [other, buyer]) {
    for (const body of [{ name: "Mine" }, { columns: ["site"] }, { shared: false }, { filters: {} }]) {
      const refused = await reader.change(view.id, body);
      expect(refused).toMatchObject({ status: 403, body: { code: "view.not_owner" } });
    }
    expect((await reader.remove(view.id)).status).toBe(403);
  }
  expect((await buyer.save({ name: "For all", shared: true })).status).toBe(403);
  const { body: own } = await buyer.save({ name: "Own" });
  expect((await buyer.change(own.id, { shared: true })).status).toBe(403);
  expect(await names(admin)).toEqual(["Month end"]);

  await admin.change(view.id, { name: "Year end" });
  expect(await names(buyer)).toEqual(["Own", "Year end"]);
  await admin.change(view.id, { shared: false });
  expect(await names(buyer)).toEqual(["Own"]);
  await admin.change(view.id, { name: "Private again" });
  const entries = await audited();
  expect(entries.map(({ action, details }) => [action, details.name, details.before?.name])).toEqual([
    ["view.created", "Month end", undefined],
    ["view.updated", "Year end", "Month end"],
    ["view.updated", "Year end", "Year end"],
  ]);
});

test("a view is not there for another company, nor an unshared one for a colleague (VIEW-005)", async () => {
  const [here, there] = [await openCompany(), await openCompany()];
  const owner = await here.person({ admin: true });
  const colleague = await here.person({ admin: true });
  const stranger = await there.person({ admin: true });
  const { body: shared } = await owner.save({ name: "Shared", shared: true });
  const { body: own } = await owner.save({ name: "Own" });
  const tries: [typeof owner, number][] = [
    [colleague, own.id],
    [stranger, own.id],
    [stranger, shared.id],
  ];
  for (const [reader, id] of tries) {
    for (const body of [{ name: "Taken" }, { is_default: true }, { shared: true }]) {
      expect((await reader.change(id, body)).status).toBe(404);
    }
    expect((await reader.remove(id)).status).toBe(404);
  }
  expect(await here.names(colleague)).toEqual(["Shared"]);
  expect(await there.names(stranger)).toEqual([]);
  expect(await here.names(owner)).toEqual(["Own", "Shared"]);
  for (const odd of ["nothing", "0", "1e3", String(2 ** 60)]) {
    expect((await owner.change(odd, { name: "x" })).status).toBe(404);
    expect((await owner.remove(odd)).status).toBe(404);
  }
});

test("one view of a list is a person's default: an own one or a shared one (VIEW-006 partly)", async () => {
  const { person, defaults } = await openCompany();
  const [admin, buyer] = [await person({ admin: true }), await person()];
  const { body: shared } = await admin.save({ name: "Shared", shared: true, is_default: true });
  const { body: own } = await buyer.save({ name: "Own", is_default: true });
  const { body: sites } = await buyer.save({ name: "Sites", is_default: true }, "sites");
  expect(sites.is_default).toBe(true);
  expect(await defaults(buyer)).toEqual(["Own"]);
  expect((await buyer.change(shared.id, { is_default: true })).body).toMatchObject({ is_default: true });
  expect([await defaults(buyer), await defaults(admin)]).toEqual([["Shared"], ["Shared"]]);
  await buyer.change(own.id, { is_default: false });
  expect(await defaults(buyer)).toEqual(["Shared"]);
  await admin.change(shared.id, { is_default: false });
  expect([await defaults(buyer), await defaults(admin)]).toEqual([["Shared"], []]);

  await admin.change(shared.id, { shared: false });
  expect(await defaults(buyer)).toEqual([]);
  await admin.change(shared.id, { shared: true });
  await buyer.change(shared.id, { is_default: true });
  expect((await admin.remove(shared.id)).status).toBe(200);
  expect(await defaults(buyer)).toEqual([]);
  const at_once = await Promise.all([own.id, own.id].map((id) => buyer.change(id, { is_default: true })));
  expect(at_once.map(({ status }) => status)).toEqual([200, 200]);
  expect(await defaults(buyer)).toEqual(["Own"]);
});

test("a second view of the same name, owner and list is refused on its name, also when saved at once (VIEW-009)", async () => {
  const { person } = await openCompany();
  const [ann, ben] = [await person(), await person()];
  for (const name of ["One", "Two", "Three"]) {
    const answers = await Promise.all(
      [name, name.toUpperCase(), ` ${name} `, name].map((given) => ann.save({ name: given })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(TAKEN);
  }
  expect(await ann.views()).toHaveLength(3);
  expect((await ben.save({ name: "One" })).status).toBe(200);
  expect((await ann.save({ name: "One" }, "documents")).status).toBe(200);
  const [first, second] = await ann.views();
  expect(await ann.change(first?.id, { name: second?.name })).toMatchObject({ status: 400, body: TAKEN });
  const renamed = await Promise.all([first, second].map((view) => ann.change(view?.id, { name: "Only" })));
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a list has at most 50 own and 50 shared views, also when saved at once (VIEW-010)", async () => {
  const { person } = await openCompany();
  const [ann, ben, buyer] = [await person({ admin: true }), await person({ admin: true }), await person()];
  const fill = async (who: typeof ann, kind: string, count: number, body: object = {}) => {
    for (let n = 0; n < count; n++)
      expect((await who.save({ name: `${kind} ${n}`, ...body })).status).toBe(200);
  };
  await fill(ann, "own", 48);
  const racing = await Promise.all([1, 2, 3, 4].map((n) => ann.save({ name: `racing ${n}` })));
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(await ann.save({ name: "one more" })).toMatchObject({
    status: 409,
    body: { code: "views.full", detail: "You have 50 views of this list: delete one first." },
  });
  await fill(ann, "shared", 25, { shared: true });
  await fill(ben, "shared", 24, { shared: true });
  const sharing = await Promise.all(
    [ann, ben, ann, ben].map((who, n) => who.save({ name: `at once ${n}`, shared: true })),
  );
  expect(sharing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const own = (await ann.views()).find(({ shared }) => !shared);
  expect(await ann.change(own?.id, { shared: true })).toMatchObject({
    status: 409,
    body: {
      detail: "Your company has 50 shared views of this list: delete or stop sharing one first.",
    },
  });
  const mine = (await ann.views()).find(({ shared, is_owner }) => shared && is_owner);
  expect((await ann.change(mine?.id, { shared: false })).status).toBe(409);
  expect((await ann.change(mine?.id, { name: "Renamed" })).status).toBe(200);
  expect((await ann.save({ name: "elsewhere" }, "sites")).status).toBe(200);
  await fill(buyer, "own", 50);
  expect(await buyer.views()).toHaveLength(100);
});

test("a view is stored for every list, and what has no bounds or form is refused by name", async () => {
  const { person } = await openCompany();
  const ann = await person();
  for (const list of ["pending", "documents", "users", "alerts", "triggers", "nodes", "audit"]) {
    expect((await ann.save({ name: "Mine", columns: ["whatever"] }, list)).status).toBe(200);
  }
  expect(Object.keys((await ann.save({ name: "x" }, "invoices")).body)).toEqual(["list"]);
  const bad: [field: string, body: object][] = [
    ["name", { name: " " }],
    ["name", { name: "x".repeat(81) }],
    ["name", { name: "a\u0000b" }],
    ["name", {}],
    ["columns", { name: "x", columns: [] }],
    ["columns", { name: "x", columns: Array.from({ length: 201 }, (_, n) => `c${n}`) }],
    ["columns.0", { name: "x", columns: ["x".repeat(61)] }],
    ["columns", { name: "x", columns: "site" }],
    ["ordering", { name: "x", ordering: "a,b" }],
    ["filters.status", { name: "x", filters: { status: 7 } }],
    ["filters.status", { name: "x", filters: { status: "x".repeat(258) } }],
    ["filters.status", { name: "x", filters: { status: Array.from({ length: 51 }, String) } }],
    [
      "filters",
      { name: "x", filters: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`f${n}`, "1"])) },
    ],
    ["filters", { name: "x", filters: ["site"] }],
    ["filters.a b", { name: "x", filters: { "a b": "1" } }],
    ["density", { name: "x", density: "huge" }],
    ["shared", { name: "x", shared: "yes" }],
    ["is_default", { name: "x", is_default: 1 }],
  ];
  for (const [field, body] of bad) {
    const refused = await ann.save(body);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
  }
  expect(await ann.views()).toEqual([]);
  expect((await ann.save({ name: "x".repeat(80), filters: { constructor: "1" } })).status).toBe(200);
});

test("a former admin stops sharing but changes nothing that everyone sees, and admins look after what a leaver shared", async () => {
  const { person, names } = await openCompany();
  const [leaver, admin, buyer] = [
    await person({ admin: true }),
    await person({ admin: true }),
    await person(),
  ];
  const { body: view } = await leaver.save({ name: "Shared", shared: true });
  const { body: other } = await leaver.save({ name: "Other", shared: true });
  await testServer.sql("update users set is_company_admin = false where id = $1", [leaver.id]);
  expect((await leaver.change(view.id, { columns: ["site"] })).status).toBe(403);
  expect((await leaver.change(other.id, { shared: false })).status).toBe(200);
  await testServer.sql("update users set deleted_at = now() where id = $1", [leaver.id]);
  expect(await names(buyer)).toEqual(["Shared"]);
  expect((await buyer.remove(view.id)).status).toBe(403);
  expect((await admin.change(other.id, { name: "Mine" })).status).toBe(404);
  expect((await admin.change(view.id, { shared: false })).body).toMatchObject({
    is_owner: true,
    shared: false,
  });
  expect(await names(admin)).toEqual(["Shared"]);
  expect((await admin.remove(view.id)).status).toBe(200);
});
