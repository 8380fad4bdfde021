import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { importProgress } from "@mcc/contract/imports/file-imports.api.ts";
import { findImport, importList, undoImport } from "@mcc/contract/imports/imports.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { timeouts } from "../../platform/http/limits/limits.ts";
import { eventually } from "../../testing/eventually.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { sendBytes } from "../../testing/sockets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

const waitingForLocks = async () =>
  (
    await testServer.sql(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

const HEADER =
  "Name,Division,Business Unit,Region,Email,Shop Username,Password,Location Name,Node,Site Type,Warehouse";

const company = async () => {
  const hierarchy = await setUpHierarchy(testServer);
  const { companyId, slug, token } = hierarchy;
  const line = (name: string, rest = "Corp,Yard,Houston") =>
    `${name},,,,${name.replaceAll(" ", "")}@example.com,${slug}-${name.replaceAll(" ", "")},s3cret-word,,${rest}`;
  return {
    ...hierarchy,
    line,
    send: (...lines: string[]) => services.importSites(companyId, [HEADER, ...lines].join("\r\n")),
    names: async () =>
      (
        await testServer.call(siteList.page, { token, query: { search: "Filed", limit: "5000" } })
      ).body.results.map(({ name }) => name),
  };
};

describe("a file of sites", () => {
  test("is answered however long it takes to store it, while other connections without traffic are closed", async () => {
    const { send, line, companyId, names } = await company();
    testServer.app.server.setTimeout(1_000);
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = testServer.services.database.platform.transaction().execute(async (db) => {
      await db.selectFrom("companies").select("id").where("id", "=", companyId).forUpdate().execute();
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const answered = send(line("Filed Late"));
    await eventually(async () => expect(await waitingForLocks()).toBe(1));
    const idle = await sendBytes(testServer, "POST /api/orders/ HTTP/1.1\r\nhost: localhost\r\n");
    await once(idle, "close");
    released.resolve();
    await holding;
    expect(await answered).toEqual({ status: 200, body: { created: 1 } });
    expect(await names()).toEqual(["Filed Late"]);
    testServer.app.server.setTimeout(timeouts.idle);
  });

  test("says how many of its rows are done, until it ends", async () => {
    const { companyId, line } = await company();
    const id = randomUUID();
    const lines = [HEADER, ...Array.from({ length: 12 }, (_, at) => line(`Filed Counted ${at}`))];
    const asked = async () =>
      (await testServer.call(importProgress, { token: services.token, params: { id } })).body;
    expect(await asked()).toEqual({ done: 0, total: 0 });
    // Held before its rows are saved.
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = testServer.services.database.platform.transaction().execute(async (db) => {
      await sql`lock table sites in exclusive mode`.execute(db);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const answered = services.importSites(companyId, lines.join("\r\n"), { progress: id });
    await eventually(async () => expect(await asked()).toEqual({ done: 12, total: 12 }));
    released.resolve();
    await holding;
    expect((await answered).status).toBe(200);
    expect(await asked()).toEqual({ done: 0, total: 0 });
  });

  test("creates them with node, type, warehouse and shop user (PLAT-053, PLAT-059)", async () => {
    const { send, line, companyId, slug, child, root } = await company();
    await child("North", root);
    const answer = await send(line("Filed One"), line("Filed Two", "north,,"));
    expect(answer).toEqual({ status: 200, body: { created: 2 } });
    const stored = await testServer.sql(
      `select sites.name, node.name as node, type.name as type, warehouse.name as warehouse, shop.username, shop.email
       from sites left join organization_nodes node on node.id = sites.node_id
         left join site_types type on type.id = sites.site_type_id
         left join warehouses warehouse on warehouse.id = sites.warehouse_id
         join shop_users shop on shop.username = sites.ecommerce_username
       where sites.company_id = $1 and sites.name like 'Filed%' order by sites.name`,
      [companyId],
    );
    expect(stored).toEqual([
      {
        ...{ name: "Filed One", node: "Corp", type: "Yard", warehouse: "Houston" },
        ...{ username: `${slug}-FiledOne`, email: "FiledOne@example.com" },
      },
      {
        ...{ name: "Filed Two", node: "North", type: null, warehouse: null },
        ...{ username: `${slug}-FiledTwo`, email: "FiledTwo@example.com" },
      },
    ]);
  });

  test("reads every column of a company without a hierarchy (PLAT-059)", async () => {
    const { companyId, slug, create, fields } = await setUpSiteCompany(testServer, { locationNames: true });
    await create(fields({ location_name: "Dock" }));
    const line = `Plain,Drilling,Bakken,North,plain@example.com,${slug}-Plain,s3cret-word,Pad 7,,Yard,Houston`;
    expect((await services.importSites(companyId, `${HEADER}\n${line}`)).body).toEqual({ created: 1 });
    expect(
      await testServer.sql(
        "select division, business_unit, region, location_name from sites where company_id = $1 and name = 'Plain'",
        [companyId],
      ),
    ).toEqual([{ division: "Drilling", business_unit: "Bakken", region: "North", location_name: "Pad 7" }]);
  });

  test("is an import of the company, by name of the platform admin, which its admin can undo", async () => {
    const { send, line, token, names } = await company();
    await send(line("Filed Undo"));
    const { body } = await testServer.call(importList.page, { token, query: {} });
    expect(body.results).toMatchObject([
      { file_name: "import.csv", created_by: "Olive Platform", created: 1, failed: 0 },
    ]);
    const id = body.results[0]?.id ?? "";
    expect((await testServer.call(findImport, { token, params: { id } })).status).toBe(200);
    expect((await testServer.call(undoImport, { token, params: { id } })).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  test("with one bad row stores nothing at all (PLAT-060)", async () => {
    const { send, line, names, companyId } = await company();
    const { status } = await send(line("Filed Good"), line("Filed Bad", "Nowhere,,"), line("Filed Fine"));
    expect(status).toBe(400);
    expect(await names()).toEqual([]);
    const left = async (table: string) =>
      (await testServer.sql(`select 1 from ${table} where company_id = $1`, [companyId])).length;
    expect([await left("imports"), await left("import_rows")]).toEqual([0, 0]);
    expect(
      await testServer.sql("select 1 from shop_users where company_id = $1 and username like '%Filed%'", [
        companyId,
      ]),
    ).toEqual([]);
  });

  test("names every bad row and column at once (PLAT-061)", async () => {
    const { send, line, slug, create, fields } = await company();
    const place = { division: null, business_unit: null, region: null };
    const { body: corp } = await services.list({ search: slug });
    expect(corp.count).toBe(1);
    await create(fields({ name: "Filed Here", ...place, organization_node: undefined }));
    const { status, body } = await send(
      line("Filed A", "Nowhere,No Type,No House"),
      line("Filed B"),
      line("Filed B"),
      `Filed C,,,,not an address,${slug}-C,s3cret-word,,Corp,,`,
      `,,,,d@example.com,,,,,,`,
      `Filed E,,,,e@example.com,${slug}-E,,,Corp,,`,
    );
    expect(status).toBe(400);
    expect(body.detail).toBe("5 rows have errors. Nothing was imported.");
    expect(body.errors).toEqual([
      { row: 2, column: "Site Type", message: "There is no site type called “No Type”." },
      { row: 2, column: "Warehouse", message: "There is no warehouse called “No House”." },
      { row: 2, column: "Node", message: "There is no node called “Nowhere”." },
      { row: 4, column: "Name", message: "Row 3 has the same name." },
      { row: 5, column: "Email", message: expect.any(String) },
      { row: 6, column: "Name", message: expect.any(String) },
      { row: 6, column: "Shop Username", message: expect.any(String) },
      { row: 6, column: "Node", message: expect.any(String) },
      { row: 7, column: "Password", message: expect.any(String) },
    ]);
  });

  test("sent twice at the same time is saved once", async () => {
    const { send, line, names } = await company();
    const answers = await Promise.all([1, 2, 3].map(() => send(line("Filed Race A"), line("Filed Race B"))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await names()).sort()).toEqual(["Filed Race A", "Filed Race B"]);
  });

  test("is refused with a sentence when a column is missing or there are too many rows", async () => {
    const { companyId, line } = await company();
    const { body } = await services.importSites(companyId, "Name,Node\nA,Corp");
    expect(body.file).toEqual(["This file has no column called “Email”."]);
    const many = Array.from({ length: 2_001 }, (_, at) => line(`Filed ${at}`));
    expect((await services.importSites(companyId, [HEADER, ...many].join("\n"))).body.file).toEqual([
      "This file has more than 2,000 rows. Split it into several files.",
    ]);
    expect((await services.importSites(companyId, null)).body.file).toEqual(["You need to select a file"]);
    expect((await services.importSites("999999999", `${HEADER}\n${line("Filed")}`)).body.company).toEqual([
      "There is no such company.",
    ]);
  });
});
