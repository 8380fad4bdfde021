import { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { ALL_ROWS, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addOrder, addSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** More documents than are sorted at once, and pages too far from both ends to be found together with the count. */
const DOCUMENTS = 4_200;
const PAGE = 700;

let testServer: TestServer;
let admin: string;
/** A user who sees one site with documents, and a user who sees a hundred more that have none. */
let ofNorth: string;
let ofManySites: string;

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer);
  admin = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  const north = await addSite(testServer, company, { name: "North" });
  await addSite(testServer, company, { name: "South" });
  const person = await addPerson(testServer, company);
  await assignSite(testServer, north, person.id);
  ofNorth = await tokenFor(testServer, person.username);
  const other = await addPerson(testServer, company);
  await assignSite(testServer, north, other.id);
  await testServer.sql(
    `with more as (insert into sites (company_id, name, ecommerce_username)
       select $1, 'Empty ' || n, 'empty-' || n from generate_series(1, 100) n returning id)
     insert into site_users (company_id, site_id, user_id) select $1, id, $2 from more`,
    [company, other.id],
  );
  ofManySites = await tokenFor(testServer, other.username);
  const { id } = await addOrder(testServer, north, { identifier: "ALL" });
  // All of the order, half of them at another site, which moves nothing while the order is unchanged.
  await testServer.sql(
    `with places as (select array_agg(id order by id) as ids from sites where company_id = $1)
     insert into documents (company_id, site_id, order_id, external_id, document_name, document_type, order_identifier,
       po_number, afe_number, order_date, storage_key, content_type, size, checksum)
     select $1, places.ids[1 + n % 2], $2, 'D-' || n, 'Paper ' || n % 900, 1 + n % 7, 'O-' || n % 800,
       case when n % 3 > 0 then 'PO-' || n % 700 end, case when n % 3 > 1 then 'AFE-' || n % 70 end,
       timestamptz '2026-01-01T00:00Z' + make_interval(hours => n / 2), $1 || '/' || n, 'application/pdf', 1, ''
     from generate_series(1, $3::int) n, places`,
    [company, id, DOCUMENTS],
  );
});

type Query = Readonly<Record<string, string>>;

const ids = async (query: Query, token = admin): Promise<number[]> =>
  (await testServer.call(documentList.page, { token, query })).body.results.map(({ id }) => id);

const allPages = async (query: Query, token = admin): Promise<number[]> => {
  const found: number[] = [];
  for (let offset = 0; offset < DOCUMENTS; offset += PAGE) {
    found.push(...(await ids({ ...query, limit: String(PAGE), offset: String(offset) }, token)));
  }
  return found;
};

describe("many documents, some without numbers", () => {
  test.each(Object.keys(documentList.columns).flatMap((key) => [key, `-${key}`]))(
    "sorted by %s, the pages add up to the whole list (DOC-017)",
    async (ordering) => {
      const whole = await ids({ ordering, limit: String(ALL_ROWS) });
      expect(whole).toHaveLength(DOCUMENTS);
      expect(await allPages({ ordering })).toEqual(whole);
    },
  );

  const mayBeMissing = ["po_number", "afe_number"] as const;
  test.each(mayBeMissing.flatMap((key) => [[key, ""] as const, [key, "-"] as const]))(
    "sorted by %s (%s), missing values are last (DOC-017)",
    async (key, sign) => {
      const valuesOf = async (more: Query) => {
        const ask = { token: admin, query: { ordering: `${sign}${key}`, ...more } };
        return (await testServer.call(documentList.page, ask)).body.results.map((row) => row[key]);
      };
      const whole = await valuesOf({ limit: String(ALL_ROWS) });
      const known = whole.filter((value) => value !== null).toSorted();
      const missing = Array.from({ length: DOCUMENTS - known.length }, () => null);
      expect(missing.length).toBeGreaterThan(1_000);
      expect(whole).toEqual([...(sign ? known.toReversed() : known), ...missing]);
      for (const offset of [0, known.length - 10, DOCUMENTS - PAGE_SIZE]) {
        expect(await valuesOf({ offset: String(offset) })).toEqual(whole.slice(offset, offset + PAGE_SIZE));
      }
    },
  );

  test.each<Query>([{}, { ordering: "document_name" }, { ordering: "-document_type" }, { search: "paper" }])(
    "of some sites and by %o, the pages add up to the whole list (DOC-017)",
    async (query) => {
      const whole = await ids({ ...query, limit: String(ALL_ROWS) }, ofNorth);
      expect(whole).toHaveLength(DOCUMENTS / 2);
      expect(await allPages(query, ofNorth)).toEqual(whole);
      expect(await allPages(query, ofManySites)).toEqual(whole);
      expect(await ids(query, ofNorth)).toEqual(whole.slice(0, PAGE_SIZE));
      expect(await ids(query, ofManySites)).toEqual(whole.slice(0, PAGE_SIZE));
    },
  );

  test("the last page is as short as it has to be, and behind it there is nothing (DOC-017)", async () => {
    const whole = await ids({ limit: String(ALL_ROWS) });
    const at = async (offset: number) =>
      (await testServer.call(documentList.page, { token: admin, query: { offset: String(offset) } })).body;
    const last = await at(DOCUMENTS - 7);
    expect(last).toMatchObject({ count: DOCUMENTS, next: null });
    expect(last.results.map(({ id }) => id)).toEqual(whole.slice(-7));
    expect(await at(DOCUMENTS + 40)).toMatchObject({ count: DOCUMENTS, results: [] });
  });

  test("an order can have as many (DOC-017)", async () => {
    const { body } = await testServer.call(orderDocumentList.page, {
      token: admin,
      params: { identifier: "ALL" },
      query: { offset: "3000" },
    });
    expect(body.count).toBe(DOCUMENTS);
    const whole = await ids({ limit: String(ALL_ROWS) });
    expect(body.results.map(({ id }) => id)).toEqual(whole.slice(3000, 3020));
  });
});
