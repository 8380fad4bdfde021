import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";

let house: House;
let company: number;
let token: string;
let north: Site;

const addDocument = (site: Site, n: number, name: string, type: number) =>
  house.sql(
    `insert into documents (company_id, site_id, external_id, document_name, document_type, order_identifier, po_number,
       order_date, storage_key, content_type, size, checksum)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'application/pdf', 4, '\\x00')`,
    [
      site.companyId,
      site.id,
      `D-${n}`,
      name,
      type,
      `O-${n}`,
      n % 2 ? `PO-${n}` : null,
      new Date(Date.UTC(2026, 0, n + 1)),
      `t/${n}`,
    ],
  );

beforeAll(async () => {
  house = await openHouse();
  company = await addCompany(house);
  token = await tokenFor(house, (await addPerson(house, company, { admin: true })).username);
  north = await addSite(house, company, { name: "North" });
  const south = await addSite(house, company, { name: "South" });
  for (let n = 0; n < 25; n++)
    await addDocument(n % 5 ? north : south, n, `Invoice "${n}" Ø.pdf`, (n % 7) + 1);
  await house.platform.storage.put("t/3", Buffer.from("%PDF"));
});

const page = async (query: Record<string, string> = {}, as = token) =>
  (await house.call(documentList.page, { token: as, query })).body;

test("the newest 20, filtered by name, type, order and PO, each in its own words (DOC-003, DOC-008, DOC-017, DOC-034)", async () => {
  const first = await page();
  expect([first.count, first.results.length]).toEqual([25, 20]);
  expect(first.results[0]).toMatchObject({ order_identifier: "O-24", document_type_name: "Certificate" });
  expect((await page({ document_type: "packing" })).count).toBe(4);
  expect((await page({ document_name: '"7"' })).count).toBe(1);
  expect((await page({ po_number: "po-1" })).count).toBe(6);
  expect((await page({ orderDate_after: "2026-01-10", orderDate_before: "2026-01-11" })).count).toBe(2);
  expect((await page({ ordering: "document_name" })).results[0]?.document_name).toBe('Invoice "0" Ø.pdf');
  expect((await house.call(documentList.page, { token, query: { nonsense: "1" } })).status).toBe(400);
  const types = await house.call(documentList.suggest, {
    token,
    query: { field: "document_type", document_type: "test" },
  });
  expect(types.body.results).toEqual(["Material Test Report"]);
});

test("a site that is not theirs hides its documents, and so does another company (SEC-012)", async () => {
  const person = await addPerson(house, company);
  await assignSite(house, north, person.id);
  expect((await page({}, await tokenFor(house, person.username))).count).toBe(20);
  const outsider = await tokenFor(
    house,
    (await addPerson(house, await addCompany(house), { admin: true })).username,
  );
  expect((await page({}, outsider)).count).toBe(0);
});

test("its link opens without a header, for this document, for 15 minutes (SEC-019, SEC-020, SEC-021)", async () => {
  const [third, fourth] = (await page({ limit: "25" })).results.filter(({ order_identifier }) =>
    ["O-3", "O-4"].includes(order_identifier ?? ""),
  );
  const pathOf = (url = "") => `${house.address}${new URL(url).pathname}`;
  const urls = [third, fourth].map((row) => pathOf(row?.download_url));
  const good = await Promise.all(urls.map((url) => fetch(`${url}?_=123`)));
  expect(good.map(({ status }) => status).sort()).toEqual([200, 404]); // the other file is not in the store
  const file = good.find(({ status }) => status === 200);
  expect(await file?.text()).toBe("%PDF");
  expect(file?.headers.get("content-disposition")).toBe(
    "inline; filename*=UTF-8''Invoice%20%223%22%20%C3%98.pdf",
  );
  expect(file?.headers.get("x-content-type-options")).toBe("nosniff");
  const { sign } = house.platform.links;
  const [row] = await house.sql<{ id: number }>("select id from documents where storage_key = 't/3'");
  const claims = { company, document: Number(row?.id) };
  const expired = sign("document", claims, -1);
  for (const bad of [
    expired,
    sign("tracking", claims, 60),
    sign("document", { ...claims, company: company + 999 }, 60),
    "x",
  ]) {
    expect((await fetch(`${house.address}/files/${bad}`)).status).toBe(404);
  }
  const lifetime = JSON.parse(
    Buffer.from(String(urls[0]?.split("/").at(-1)?.split(".")[1]), "base64url").toString(),
  );
  expect(lifetime.exp - lifetime.iat).toBe(900);
});
