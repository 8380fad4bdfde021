import { createHash } from "node:crypto";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { createRole, deleteRole, updateRole } from "@mcc/contract/roles/roles.api.ts";
import { loginAsSite } from "@mcc/contract/sites/login-as.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { verifyAudit } from "./audit-chain.service.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const entriesFor = async (token: string, query: object = {}) =>
  (await testServer.call(auditList.page, { token, query: query as never })).body.results;

const setUp = async () => {
  const company = await setUpUserCompany(testServer);
  const { token } = company;
  const addRole = async (name: string) =>
    (await testServer.call(createRole, { token, body: { name } })).body.id;
  return { ...company, addRole };
};

/** Without the guards of the tables, as an intruder in the database would. */
const tamper = async (statement: string, values: unknown[]) => {
  await testServer.sql("alter table audit_entries disable trigger user");
  await testServer.sql(statement, values);
  await testServer.sql("alter table audit_entries enable trigger user");
};

describe("the audit of a company", () => {
  test("says who changed what, before and after, from which address and on whose behalf (AUDT-001 partly)", async () => {
    const { token, admin, addRole, companyId, site, ...company } = await setUp();
    const id = await addRole("Buyer");
    await testServer.call(updateRole, { token, params: { id }, body: { name: "Purchaser" } });
    await testServer.call(deleteRole, { token, params: { id } });
    await testServer.sql("update companies set ecommerce_url = 'https://shop.example.com' where id = $1", [
      companyId,
    ]);
    await testServer.call(loginAsSite, { token, params: { id: site.id } });
    const { id: userId } = (await company.create()).body;
    const entries = await entriesFor(token, { ordering: "at" });
    const role = { record_type: "role", record_id: String(id), on_behalf_of: null, address: "127.0.0.1" };
    expect(entries).toMatchObject([
      { ...role, action: "role.created", record_name: "Buyer", before: null, after: { name: "Buyer" } },
      {
        ...role,
        action: "role.updated",
        record_name: "Purchaser",
        before: { name: "Buyer" },
        after: { name: "Purchaser" },
      },
      { ...role, action: "role.deleted", before: { name: "Purchaser" }, after: null },
      { action: "site.login_as", record_name: site.name, on_behalf_of: site.shopUser, address: "127.0.0.1" },
      { action: "user.created", record_type: "user", record_id: String(userId), address: "127.0.0.1" },
    ]);
    for (const entry of entries) {
      expect(entry.actor).toBe(entries[0]?.actor);
      expect(Date.now() - Date.parse(entry.at)).toBeLessThan(3_600_000);
      expect(entry.hash).toMatch(/^[0-9a-f]{64}$/);
    }
    const [who] = await testServer.sql<{ actor_id: number }>(
      "select distinct actor_id from audit_entries where company_id = $1",
      [companyId],
    );
    expect(Number(who?.actor_id)).toBe(admin.id);
  });

  test("is filtered by person, record, action and day, suggested and exported (AUDT-004)", async () => {
    const company = await setUp();
    const { token } = company;
    const second = await company.person({ admin: true, firstName: "Zoe", lastName: "Quist" });
    const id = await company.addRole("Buyer");
    await company.addRole("Planner");
    await testServer.call(updateRole, { token: second.token, params: { id }, body: { name: "Agent" } });
    const found = async (query: object) =>
      (await entriesFor(token, { ordering: "at", ...query })).map(
        ({ action, record_name }) => `${action} ${record_name}`,
      );
    expect(await found({ actor: "quist" })).toEqual(["role.updated Agent"]);
    expect(await found({ record_name: "plan" })).toEqual(["role.created Planner"]);
    expect(await found({ record_id: String(id) })).toEqual(["role.created Buyer", "role.updated Agent"]);
    expect(await found({ record_type: "user" })).toEqual([]);
    expect(await found({ action: "role.created" })).toEqual(["role.created Buyer", "role.created Planner"]);
    expect(await found({ action: ["role.created", "role.updated"] })).toHaveLength(3);
    await tamper(
      "update audit_entries set created_at = '2020-05-05T12:00:00Z' where company_id = $1 and action = 'role.updated'",
      [company.companyId],
    );
    const may = { at_after: "2020-05-04T00:00:00Z", at_before: "2020-05-06T00:00:00Z" };
    expect(await found(may)).toEqual(["role.updated Agent"]);
    expect(await found({ at_after: "2020-05-06T00:00:00Z" })).toHaveLength(2);
    const suggested = await testServer.call(auditList.suggest, { token, query: { field: "action" } });
    expect(suggested.body.results).toEqual(["role.created", "role.updated"]);
    const all = await testServer.call(auditList.page, { token, query: { limit: String(ALL_ROWS) } });
    expect(all.body.results).toHaveLength(3);
  });

  test("is for company admins, and of their own company only (SEC-028)", async () => {
    const [company, other] = [await setUp(), await setUp()];
    await other.addRole("Foreign");
    expect((await entriesFor(other.token)).length).toBeGreaterThan(0);
    const regular = await company.person();
    expect((await testServer.call(auditList.page, { token: regular.token })).status).toBe(403);
    expect(
      (await testServer.call(auditList.suggest, { token: regular.token, query: { field: "actor" } })).status,
    ).toBe(403);
    expect(await entriesFor(company.token)).toEqual([]);
    const suggested = await testServer.call(auditList.suggest, {
      token: company.token,
      query: { field: "record_name" },
    });
    expect(suggested.body.results).toEqual([]);
  });
});

describe("the chain of a company", () => {
  const verify = async (slug: string) => {
    const [chain] = await platformTransaction(testServer.services.database, (db) => verifyAudit(db, slug));
    return chain;
  };

  test("holds SHA-256 of each entry and the hash before it, also of requests at the same moment (AUDT-003 partly)", async () => {
    const { companyId, slug, addRole, order, person, role, rule, approve } = await setUp();
    const roleId = await role();
    await rule({ roleId, limit: 0 });
    const people = await Promise.all(Array.from({ length: 6 }, () => person({ roleId })));
    const orders = await Promise.all(people.map(() => order("10.00")));
    const answers = await Promise.all([
      ...people.map(({ token }, at) => approve(token, orders[at]?.identifier ?? "")),
      ...["A", "B", "C", "D", "E", "F"].map(addRole),
    ]);
    expect(answers.slice(0, 6).map((answer) => (answer as { status: number }).status)).toEqual(
      Array(6).fill(200),
    );
    expect(await verify(slug)).toMatchObject({ entries: 12, broken: null });
    // Computed again outside of the database.
    const entries = await testServer.sql<Record<"salt" | "named" | "content" | "hash", string>>(
      `select encode(link.hash, 'hex') as hash, encode(link.salt, 'hex') as salt,
         concat_ws(', ', to_json(actor_name)::text, 'null', coalesce(to_json(record_name)::text, 'null'), details::text,
           to_json(address)::text) as named,
         concat_ws(', ', id, e.company_id, extract(epoch from created_at), coalesce(actor_id::text, 'null'),
           to_json(action)::text, to_json(record_type)::text, to_json(record_id)::text) as content
       from audit_entries e join audit_hashes link on link.entry_id = e.id
       where e.company_id = $1 order by link.position`,
      [companyId],
    );
    let previous = "null";
    for (const { salt, named, content, hash } of entries) {
      const commitment = createHash("sha256").update(salt, "hex").update(`[${named}]`).digest("hex");
      const computed = createHash("sha256")
        .update(`[${previous}, ${content}, "${commitment}"]`)
        .digest("hex");
      expect(computed).toBe(hash);
      previous = `"${hash}"`;
    }
  });

  test("names the first entry that was changed, removed or added past the guards (AUDT-003)", async () => {
    const entriesOf = async (companyId: number) =>
      (
        await testServer.sql<{ id: number }>(
          "select id from audit_entries where company_id = $1 order by id",
          [companyId],
        )
      ).map(({ id }) => Number(id));
    const broken = async (statement: string) => {
      const { slug, companyId, addRole } = await setUp();
      for (const name of ["A", "B", "C", "D"]) await addRole(name);
      const ids = await entriesOf(companyId);
      await tamper(statement, [ids[1]]);
      const after = await entriesOf(companyId);
      return { ids, after, broken: (await verify(slug))?.broken };
    };
    const changed = await broken("update audit_entries set actor_name = 'Somebody else' where id = $1");
    expect(changed.broken).toBe(changed.ids[1]);
    const removed = await broken("delete from audit_entries where id = $1");
    expect(removed.broken).toBe(removed.ids[1]);
    const added = await broken(
      `insert into audit_entries (company_id, actor_name, action, record_type, record_id)
       select company_id, actor_name, action, record_type, record_id from audit_entries where id = $1`,
    );
    expect(added.broken).toBe(added.after.at(-1));
  });
});
