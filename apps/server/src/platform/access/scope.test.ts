import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addOrder, addSite as addOrderSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { prepared } from "../db/connection.ts";
import { execute } from "../db/pipeline.ts";
import { beginTransaction, endTransaction } from "../db/transaction.ts";
import { openScope } from "./scope.ts";

let testServer: TestServer;
let mine: number;
let theirs: number;

beforeAll(async () => {
  testServer = await startTestServer();
  mine = await addCompany(testServer);
  theirs = await addCompany(testServer);
});

/** Runs work inside the scope of a signed-in user, and rolls it back. */
const inside = async <T>(
  username: string,
  work: (scope: Awaited<ReturnType<typeof openScope>>["company"]) => Promise<T>,
) => {
  const token = await tokenFor(testServer, username);
  const sessionId = testServer.services.tokens.sessionOf(token) as string;
  const open = await openScope(testServer.services.database, { sessionId, token, readOnly: false });
  try {
    return await work(open.company);
  } finally {
    await open.rollback();
  }
};

const addSite = async (companyId: number, name: string, nodeId: number | null = null) => {
  const [site] = await testServer.sql<{ id: number }>(
    "insert into sites (company_id, name, ecommerce_username, node_id) values ($1, $2, $2, $3) returning id",
    [companyId, name, nodeId],
  );
  return Number(site?.id);
};

describe("inside PostgreSQL", () => {
  test("a query without a company fails closed (SEC-015)", async () => {
    const client = await testServer.services.database.requests.connect();
    try {
      await expect(client.query("select * from sites")).rejects.toThrow(/mcc.company_id/);
    } finally {
      client.release(true);
    }
  });

  test("a connection that has served one company fails closed before it enters the next (SEC-015)", async () => {
    const admin = await addPerson(testServer, mine, { admin: true });
    await inside(admin.username, ({ db }) => db.selectFrom("sites").selectAll().execute());
    await testServer.call(currentUser, { token: await tokenFor(testServer, admin.username) });
    const pool = testServer.services.database.requests;
    const transactions = await Promise.all(
      Array.from({ length: pool.totalCount }, (_, at) =>
        beginTransaction(testServer.services.database, "read", [
          { of: `connection ${at}`, most: 1, waits: "people" },
        ]),
      ),
    );
    for (const { client } of transactions) {
      await expect(execute(client, { text: "select * from sites" })).rejects.toThrow(/mcc.company_id|bigint/);
      await endTransaction(client, "rollback");
    }
  });

  test("a transaction left open by a reader is ended automatically, soon (SEC-015)", async () => {
    const admin = await addPerson(testServer, mine, { admin: true });
    await testServer.call(currentUser, { token: await tokenFor(testServer, admin.username) });
    const open = async () =>
      (
        await testServer.sql(
          "select from pg_stat_activity where state = 'idle in transaction' and usename = current_user and datname = current_database() and application_name = 'mcc_request'",
        )
      ).length;
    await expect.poll(open).toBe(0);
  });

  test("a scope reads its own company and no other, and a write into another is refused (SEC-016)", async () => {
    await addSite(mine, "Ours");
    const foreign = await addSite(theirs, "Theirs");
    const admin = await addPerson(testServer, mine, { admin: true });
    await inside(admin.username, async ({ db }) => {
      const names = await db.selectFrom("sites").select("name").execute();
      expect(names).toEqual([{ name: "Ours" }]);
      const touched = await db
        .updateTable("sites")
        .set({ name: "Taken" })
        .where("id", "=", foreign)
        .executeTakeFirst();
      expect(touched.numUpdatedRows).toBe(0n);
      const gone = await db.deleteFrom("sites").where("id", "=", foreign).executeTakeFirst();
      expect(gone.numDeletedRows).toBe(0n);
    });
    const write = inside(admin.username, ({ db }) =>
      db
        .insertInto("sites")
        .values({ company_id: theirs, name: "Smuggled", ecommerce_username: "x" })
        .execute(),
    );
    await expect(write).rejects.toThrow(/check option/);
    const move = inside(admin.username, ({ db }) =>
      db.updateTable("sites").set({ company_id: theirs }).execute(),
    );
    await expect(move).rejects.toThrow(/check option/);
    expect(await testServer.sql("select name from sites where company_id = $1", [theirs])).toEqual([
      { name: "Theirs" },
    ]);
  });

  test("a new row belongs to the company that was entered", async () => {
    const admin = await addPerson(testServer, mine, { admin: true });
    await inside(admin.username, async ({ db, companyId }) => {
      const role = await db
        .insertInto("roles")
        .values({ name: "Fresh" })
        .returning("company_id")
        .executeTakeFirst();
      expect(role?.company_id).toBe(companyId);
    });
  });

  test("the request role reaches no table, owns nothing and bypasses nothing (SEC-014)", async () => {
    const tables = await testServer.sql<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('mcc', 'pgboss') and c.relkind in ('r', 'p', 'v')
         and has_table_privilege('mcc_request', c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
    );
    expect(tables).toEqual([]);
    expect(
      await testServer.sql("select has_schema_privilege('mcc_request', 'mcc', 'usage') as usage"),
    ).toEqual([{ usage: false }]);
    const [role] = await testServer.sql(
      "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'mcc_request'",
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    const owned = await testServer.sql(
      "select relname from pg_class where relowner = 'mcc_request'::regrole",
    );
    expect(owned).toEqual([]);
  });

  test("every company-owned table has its tenant view, restricted and checked (SEC-014)", async () => {
    /** Tables with a company that requests may not see at all, each with a reason. */
    const platformOnly = [
      "access_versions",
      "api_keys",
      "audit_redactions",
      "budget_sites",
      "company_closings",
      "company_logos",
      "company_requests",
      "company_storage",
      "recent_messages",
      "site_order_counts",
      "trigger_progress",
      "user_identities",
    ];
    const missing = await testServer.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where n.nspname = 'mcc' and c.relkind in ('r', 'p') and not c.relispartition
         and not exists (select from information_schema.views v where v.table_schema = 'tenant'
           and v.table_name = c.relname and v.check_option <> 'NONE' and v.view_definition like '%mcc.company_id%')
       order by 1`,
    );
    expect(missing.map(({ name }) => name)).toEqual(platformOnly);
    const open = await testServer.sql(
      `select table_name from information_schema.views where table_schema = 'tenant'
       and view_definition not like '%current_setting(''mcc.company_id''%'`,
    );
    expect(open).toEqual([]);
  });

  test("the platform uses a separate database role (SEC-018)", async () => {
    const { sql } = await import("kysely");
    const { rows } = await sql<{ who: string }>`select current_user as who`.execute(
      testServer.services.database.platform,
    );
    expect(rows).toEqual([{ who: "mcc_platform" }]);
  });

  test("audit entries can be added and never changed (SEC-027, AUDT-002)", async () => {
    const admin = await addPerson(testServer, mine, { admin: true });
    const entry = { actor_name: "Pat", action: "site.created", record_type: "site", record_id: "1" };
    await inside(admin.username, async ({ db }) => {
      await db.insertInto("audit_entries").values(entry).execute();
      await expect(db.updateTable("audit_entries").set({ action: "x" }).execute()).rejects.toThrow(
        /permission denied/,
      );
    });
    const services = testServer.services.database.platform;
    await services
      .insertInto("audit_entries")
      .values({ ...entry, company_id: mine })
      .execute();
    await expect(services.updateTable("audit_entries").set({ action: "x" }).execute()).rejects.toThrow(
      /permission denied/,
    );
    for (const table of ["audit_entries", "audit_hashes", "audit_redactions"] as const) {
      await expect(services.deleteFrom(table).execute()).rejects.toThrow(/permission denied/);
      // The owner of the tables, who runs the migrations, is refused, too.
      for (const change of [`truncate ${table}`, `delete from ${table}`])
        await expect(testServer.sql(change)).rejects.toThrow(/only be appended/);
    }
  });
});

describe("the sites a user may see", () => {
  const sitesOf = (username: string) =>
    inside(username, async ({ siteIds }) =>
      siteIds === "all" ? siteIds : siteIds.toSorted((a, b) => a - b),
    );

  test("a company admin sees every site (SEC-006)", async () => {
    const company = await addCompany(testServer);
    await addSite(company, "A");
    expect(await sitesOf((await addPerson(testServer, company, { admin: true })).username)).toBe("all");
  });

  test("without hierarchy: the assigned sites only (SEC-011)", async () => {
    const company = await addCompany(testServer);
    const person = await addPerson(testServer, company);
    expect(await sitesOf(person.username)).toEqual([]);
    const [a, b] = [await addSite(company, "A"), await addSite(company, "B")];
    const assign = (siteId: number) =>
      testServer.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
        company,
        siteId,
        person.id,
      ]);
    expect(await sitesOf(person.username)).toEqual([]);
    await assign(a);
    expect(await sitesOf(person.username)).toEqual([a]);
    await assign(b);
    expect(await sitesOf(person.username)).toBe("all");
    await addSite(company, "C");
    expect(await sitesOf(person.username)).toEqual([a, b]);
  });

  describe("with hierarchy", () => {
    const arrange = async () => {
      const company = await addCompany(testServer, { hierarchy: true });
      const [group] = await testServer.sql<{ id: number }>(
        "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
        [company],
      );
      const node = async (name: string, parent: number | null) => {
        const [row] = await testServer.sql<{ id: number }>(
          "insert into organization_nodes (company_id, parent_id, group_id, name) values ($1, $2, $3, $4) returning id",
          [company, parent, group?.id, name],
        );
        return Number(row?.id);
      };
      const root = await node("Root", null);
      const north = await node("North", root);
      const camp = await node("Camp", north);
      const south = await node("South", root);
      const sites = {
        north: await addSite(company, "North yard", north),
        camp: await addSite(company, "Camp store", camp),
        south: await addSite(company, "South yard", south),
      };
      const limit = (userId: number, ...siteIds: number[]) =>
        testServer.sql(
          "insert into policy_sites (company_id, user_id, site_id) select $1, $2, unnest($3::bigint[])",
          [company, userId, siteIds],
        );
      return { company, nodes: { root, north, camp, south }, sites, limit };
    };

    test("the own node and everything below (SEC-007)", async () => {
      const { company, nodes, sites } = await arrange();
      const person = await addPerson(testServer, company, { nodeId: nodes.north });
      expect(await sitesOf(person.username)).toEqual([sites.north, sites.camp]);
      const top = await addPerson(testServer, company, { nodeId: nodes.root });
      expect(await sitesOf(top.username)).toBe("all");
      await addSite(company, "Loose");
      expect(await sitesOf(top.username)).toEqual(Object.values(sites));
    });

    test("neither node nor policy: none (SEC-008)", async () => {
      const { company } = await arrange();
      expect(await sitesOf((await addPerson(testServer, company)).username)).toEqual([]);
    });

    test("policy sites restrict the subtree to those of them inside it (SEC-009, HIER-079)", async () => {
      const { company, nodes, sites, limit } = await arrange();
      const person = await addPerson(testServer, company, { nodeId: nodes.north });
      await limit(person.id, sites.camp, sites.south);
      expect(await sitesOf(person.username)).toEqual([sites.camp]);
    });

    test("no node but policy sites: exactly these (SEC-010)", async () => {
      const { company, sites, limit } = await arrange();
      const person = await addPerson(testServer, company);
      await limit(person.id, sites.south);
      expect(await sitesOf(person.username)).toEqual([sites.south]);
    });
  });
});

test("a read is a read-only transaction, and a thrown error undoes a write", async () => {
  const admin = await addPerson(testServer, mine, { admin: true });
  const token = await tokenFor(testServer, admin.username);
  const sessionId = testServer.services.tokens.sessionOf(token) as string;
  const open = await openScope(testServer.services.database, { sessionId, token, readOnly: true });
  await expect(open.company.db.insertInto("roles").values({ name: "No" }).execute()).rejects.toThrow(
    /read-only/,
  );
  await open.rollback();
  expect((await testServer.call(currentUser, { token })).status).toBe(200);
  expect(await testServer.sql("select 1 from roles where name = 'No'")).toEqual([]);
});

describe("an optimistic reader", () => {
  const ids = async (token: string) =>
    (await testServer.call(orderList.page, { token })).body.results.map(({ identifier }) => identifier);

  test("returns what the session may see now, not what it could see before (SEC-012)", async () => {
    const person = await addPerson(testServer, mine);
    const token = await tokenFor(testServer, person.username);
    const [old, fresh] = [await addOrderSite(testServer, mine), await addOrderSite(testServer, mine)];
    await assignSite(testServer, old, person.id);
    await addOrder(testServer, old, { identifier: "OLD" });
    await addOrder(testServer, fresh, { identifier: "FRESH" });
    expect(await ids(token)).toEqual(["OLD"]);
    await testServer.sql("update site_users set site_id = $1 where user_id = $2", [fresh.id, person.id]);
    expect(await ids(token)).toEqual(["FRESH"]);
    await testServer.sql("delete from site_users where user_id = $1", [person.id]);
    expect(await ids(token)).toEqual([]);
  });

  test("is refused at once when its session has ended or moved to another company", async () => {
    const person = await addPerson(testServer, mine, { admin: true });
    const token = await tokenFor(testServer, person.username);
    const site = await addOrderSite(testServer, theirs);
    await addOrder(testServer, site, { identifier: "THEIRS" });
    expect(await ids(token)).not.toContain("THEIRS");
    await testServer.sql("delete from user_identities where user_id = $1", [person.id]);
    await testServer.sql("update users set company_id = $1 where id = $2", [theirs, person.id]);
    expect(await ids(token)).toEqual(["THEIRS"]);
    await testServer.sql("update sessions set ended_at = now() where user_id = $1", [person.id]);
    expect((await testServer.call(orderList.page, { token })).status).toBe(401);
  });

  test("statements sent together are executed in the order they were sent", async () => {
    const admin = await addPerson(testServer, mine, { admin: true });
    await inside(admin.username, async ({ db }) => {
      const say = (text: string) => sql`select set_config('mcc.said', ${text}, true)`.execute(db);
      const [, heard] = await Promise.all([
        say("first"),
        sql<{ said: string }>`${prepared("heard")} select current_setting('mcc.said') as said`.execute(db),
        say("second"),
      ]);
      expect(heard.rows).toEqual([{ said: "first" }]);
    });
  });
});
