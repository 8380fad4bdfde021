import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDocument } from "../../testing/documents.ts";
import { addOrder, addSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const find = async (token: string, q: string) => {
  const { status, body } = await testServer.call(searchRecords, { token, query: { q } });
  expect(status).toBe(200);
  return body.results;
};
const titles = async (token: string, q: string) => (await find(token, q)).map(({ title }) => title);

/** A company whose records all have this word in a name or a number, at two sites; the member sees the first one. */
const addCompanyWith = async (word: string) => {
  const companyId = await addCompany(testServer);
  const roleId = await addRole(testServer, companyId, { name: "Buyer" });
  const admin = await addPerson(testServer, companyId, { admin: true });
  const member = await addPerson(testServer, companyId, { firstName: word, lastName: "Mills", roleId });
  const [site, hidden] = [
    await addSite(testServer, companyId, { name: `${word} Yard`, region: "North" }),
    await addSite(testServer, companyId, { name: `${word} Camp` }),
  ];
  await assignSite(testServer, site, member.id);
  const order = await addOrder(testServer, site, { identifier: `${word}-1`, po: "4711", status: "Shipped" });
  const unseen = await addOrder(testServer, hidden, { identifier: `${word}-2` });
  const invoice = await addDocument(testServer, site, { name: `${word} invoice.pdf`, order });
  await addDocument(testServer, hidden, { name: `${word} secret.pdf` });
  const [adminToken, memberToken] = [
    await tokenFor(testServer, admin.username),
    await tokenFor(testServer, member.username),
  ];
  return { companyId, site, hidden, order, unseen, invoice, member, adminToken, memberToken };
};

describe("the search over all records", () => {
  test("finds orders, sites, users and documents by name or number, with the page of each (LIST-015 partly)", async () => {
    const { adminToken, site, order, invoice, member } = await addCompanyWith("Zephyr");
    const results = await find(adminToken, "zephyr");
    expect(results.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      "order Zephyr-2",
      "order Zephyr-1",
      "site Zephyr Camp",
      "site Zephyr Yard",
      "user Zephyr Mills",
      "document Zephyr secret.pdf",
      "document Zephyr invoice.pdf",
    ]);
    expect(results.filter(({ title }) => /-1|Yard|Mills|invoice/.test(title))).toEqual([
      {
        kind: "order",
        id: order.id,
        title: "Zephyr-1",
        subtitle: "Zephyr Yard · Shipped · PO 4711",
        url: "/orders/Zephyr-1",
      },
      { kind: "site", id: site.id, title: "Zephyr Yard", subtitle: "North", url: "/sites?name=Zephyr+Yard" },
      {
        kind: "user",
        id: member.id,
        title: "Zephyr Mills",
        subtitle: `${member.username} · Buyer`,
        url: `/users/${member.id}`,
      },
      {
        kind: "document",
        id: invoice.id,
        title: "Zephyr invoice.pdf",
        subtitle: "Invoice · Order Zephyr-1 · Zephyr Yard",
        url: "/documents?document_name=Zephyr+invoice.pdf",
      },
    ]);
    expect(await titles(adminToken, "4711")).toEqual(["Zephyr-1"]);
  });

  test("shows users their own sites only and no users, and nothing of another company (LIST-015 partly)", async () => {
    const { memberToken } = await addCompanyWith("Quarry");
    const other = await addCompanyWith("Quarry");
    expect(await titles(memberToken, "quarry")).toEqual(["Quarry-1", "Quarry Yard", "Quarry invoice.pdf"]);
    const foreign = await find(other.adminToken, "quarry");
    expect(foreign).toHaveLength(7);
    expect(foreign.find(({ kind }) => kind === "order")?.id).toBe(other.unseen.id);
  });

  test("finds a few of each kind: the exact one first, then those that begin with the text, then the newest", async () => {
    const companyId = await addCompany(testServer);
    const site = await addSite(testServer, companyId, { name: "Rig 7" });
    for (const name of ["Big Rig", "Rig 70", "Rig 8", "Rig 71", "Rig 72", "Rig 73"]) {
      await addSite(testServer, companyId, { name });
    }
    for (const [at, identifier] of ["88", "880", "881", "882", "883", "884", "885"].entries()) {
      await addOrder(testServer, site, { identifier, date: `2026-05-0${at + 1}T12:00:00Z` });
    }
    const token = await tokenFor(
      testServer,
      (await addPerson(testServer, companyId, { admin: true })).username,
    );
    expect(await titles(token, "rig 7")).toEqual(["Rig 7", "Rig 70", "Rig 71", "Rig 72", "Rig 73"]);
    expect(await titles(token, "RIG")).toEqual(["Rig 7", "Rig 8", "Rig 70", "Rig 71", "Rig 72"]);
    expect(await titles(token, "88")).toEqual(["88", "885", "884", "883", "882"]);
  });

  test("takes every letter as it is, and finds nothing for less than two", async () => {
    const { adminToken } = await addCompanyWith("Odd");
    for (const q of ["", " o ", "%%", "o_d", "\\\\", "'; --", "no such thing", "ß".repeat(255)]) {
      expect(await find(adminToken, q), q).toEqual([]);
    }
    for (const query of [{}, { q: "odd", limit: "9" }, { q: "x".repeat(256) }, { q: "a\u0000b" }]) {
      const refused = await testServer.call(searchRecords, { token: adminToken, query: query as never });
      expect(refused.status, JSON.stringify(query)).toBe(400);
    }
  });

  test("leaves out deleted sites and users", async () => {
    const { adminToken, companyId, member, hidden } = await addCompanyWith("Former");
    await testServer.sql("update users set deleted_at = now() where company_id = $1 and id = $2", [
      companyId,
      member.id,
    ]);
    await testServer.sql("update sites set deleted_at = now() where id = $1", [hidden.id]);
    const kinds = (await find(adminToken, "former")).map(({ kind, title }) => `${kind} ${title}`);
    expect(kinds.filter((found) => /^(site|user)/.test(found))).toEqual(["site Former Yard"]);
  });
});
