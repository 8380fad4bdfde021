import { isRead } from "@mcc/contract/kit/endpoint.ts";
import { openSupportSession } from "@mcc/contract/support-access/support-access.api.ts";
import { beforeAll, expect, test } from "vitest";
import { countCases } from "../battery.ts";
import { addPerson, tokenFor } from "../people.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { type FullCompany, setUpFullCompany } from "./full-company.ts";
import { endpoints, keyOf, sampleOf, send } from "./requests.ts";
import { tablesOf } from "./table-checksums.ts";

let testServer: TestServer;
let company: FullCompany;
let headers: Record<string, string>;

beforeAll(async () => {
  testServer = await startTestServer();
  await testServer.services.jobs.stop();
  company = await setUpFullCompany(testServer, { hierarchy: true });
  await testServer.sql(
    `insert into support_accesses (company_id, granted_by, ends_at) values ($1, $2, now() + interval '1 hour')`,
    [company.companyId, company.people.admin.id],
  );
  const services = await addPerson(testServer, null);
  const token = await tokenFor(testServer, services.username);
  const { body } = await testServer.call(openSupportSession, { token, params: { id: company.companyId } });
  headers = { authorization: `JWT ${body.token}` };
});

/** Reads that support access leaves out. */
const CLOSED = [
  "GET /accounts/api-keys/",
  "GET /accounts/api-keys/:id/",
  "GET /accounts/directory-tokens/",
  "GET /accounts/notification-preferences/",
  "GET /documents/download/",
  "GET /reports/:id/file/",
];

const ask = (endpoint: (typeof endpoints)[number], as = headers) =>
  send(testServer, endpoint, sampleOf(endpoint, company.ids, company), as);

/** Of the audit, page views are written; nothing else changes anywhere. */
const tables = async () => {
  const { audit_entries, audit_hashes, ...others } = await tablesOf(testServer);
  return others;
};

test("support access is refused whatever writes, and whatever reads for another than a company admin; nothing changes (LIFE-005 partly)", async ({
  task,
}) => {
  const before = await tables();
  const others = endpoints.filter(
    (one) => one.allow !== "anyone" && keyOf(one) !== "POST /accounts/logout/" && !isRead(one),
  );
  const found: string[] = [];
  for (const endpoint of others) {
    const { status, code } = await ask(endpoint);
    const refused = ["support.read_only", "access.denied", "key.required"].includes(code ?? "");
    if (!refused) found.push(`${keyOf(endpoint)}: ${status} ${code}`);
  }
  expect(found).toEqual([]);
  expect(others.length).toBeGreaterThan(150);
  countCases(task, others.length);
  expect(await tables()).toEqual(before);
});

test("support access reads what a company admin reads, but for keys and files, and nothing of the platform (LIFE-005 partly)", async () => {
  const reads = endpoints.filter((one) => isRead(one) && !one.stream && one.allow !== "anyone");
  const admin = { authorization: `JWT ${company.people.admin.token}` };
  const wrong: string[] = [];
  let read = 0;
  for (const endpoint of reads) {
    const key = keyOf(endpoint);
    const { status, code } = await ask(endpoint);
    const expected = CLOSED.includes(key) ? 403 : (await ask(endpoint, admin)).status;
    if (status === 200) read++;
    // Their own sessions, factors and views are other ones.
    if (status !== expected) wrong.push(`${key}: ${status} ${code}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(80);
});
