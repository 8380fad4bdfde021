import { createServer } from "node:http";
import { uploadCompanyLogo } from "@mcc/contract/theme/company-theme.api.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pdfOf } from "../../testing/documents.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addKey } from "../../testing/integration.ts";
import { addSite } from "../../testing/orders.ts";
import { addCompany } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { EICAR, startScanner } from "../../testing/virus-scanner.ts";

let testServer: TestServer;
let scanner: Awaited<ReturnType<typeof startScanner>>;
let key: Record<string, string>;
let erpAddress: string;

/** A host of the provider's that documents are fetched from. */
const erp = createServer((request, response) => {
  response.end(request.url === "/infected.txt" ? EICAR : "clean");
});

const startWith = async (scannerUrl: string) => {
  testServer = await startTestServer({
    MCC_VIRUS_SCANNER: scannerUrl,
    MCC_DOCUMENT_HOSTS: erpAddress,
    MCC_DOCUMENT_NETWORKS: "127.0.0.0/8",
  });
  const company = await addCompany(testServer, { slug: "scanned" });
  await addSite(testServer, company, { name: "North" });
  key = (await addKey(testServer, { scopes: ["documents"] })).headers;
};

beforeAll(async () => {
  scanner = await startScanner();
  await new Promise<void>((resolve) => erp.listen(0, "127.0.0.1", resolve));
  erpAddress = `127.0.0.1:${(erp.address() as { port: number }).port}`;
  await startWith(scanner.url);
});
beforeEach(() => {
  Object.assign(scanner.state, { answer: undefined, breaks: false, early: false });
});
afterAll(async () => {
  erp.close();
  await scanner.stop();
});

const FIELDS = { document_type: "Invoice", ecommerce_username: "shop-North" };
let sent = 0;

interface Refusal {
  readonly code?: string;
  readonly detail?: string;
}

const send = async (body: FormData | string) => {
  const id = `DOC-${++sent}`;
  const response = await fetch(`${testServer.address}/api/integration/v1/companies/scanned/documents/${id}`, {
    method: "PUT",
    headers: typeof body === "string" ? { ...key, "content-type": "application/json" } : key,
    body,
  });
  const { code, detail } = (await response.json()) as Refusal;
  const documents = await testServer.sql("select 1 from documents where external_id = $1", [id]);
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, code, detail, retryAfter, isStored: documents.length > 0 };
};
const upload = (content: string | Buffer, name: string) => {
  const form = new FormData();
  form.append("file", new Blob([content as never]), name);
  for (const [field, value] of Object.entries(FIELDS)) form.append(field, value);
  return send(form);
};
const fetched = (path: string) => send(JSON.stringify({ ...FIELDS, url: `http://${erpAddress}${path}` }));

const INFECTED = {
  ...{ status: 422, code: "file.infected", isStored: false },
  detail: "The virus scanner found Eicar-Test-Signature in this file, so it was refused.",
};
const HELD = { ...{ status: 503, code: "file.not_scanned", isStored: false }, retryAfter: "30" };

test("documents that are sent and fetched pass the scanner, and an infected one is refused with its name (EVID-005)", async () => {
  expect(await upload(pdfOf("clean"), "Invoice.pdf")).toMatchObject({ status: 200, isStored: true });
  expect(await upload(EICAR, "Invoice.txt")).toMatchObject(INFECTED);
  // It is longer than what is sent at once.
  const large = Buffer.concat([Buffer.alloc(3_000_000, "a"), Buffer.from(EICAR)]);
  expect(await upload(large, "Invoice.txt")).toMatchObject(INFECTED);
  expect(await fetched("/clean.txt")).toMatchObject({ status: 200, isStored: true });
  expect(await fetched("/infected.txt")).toMatchObject(INFECTED);
  expect(scanner.scans()).toBe(5);
});

test("files of platform admins pass it, too", async () => {
  const admin = await setUpPlatformAdmin(testServer);
  const { companyId } = await setUpHierarchy(testServer);
  const file = (group: string) => `name,group,parent,users,sites\nNorth ${EICAR},${group},Corp,,`;
  expect(await admin.importNodes(companyId, file("Region"))).toMatchObject({
    ...{ status: 422, body: { code: "file.infected" } },
  });
  const logo = await testServer.call(uploadCompanyLogo, {
    token: admin.token,
    params: { id: companyId },
    body: { content: Buffer.from(EICAR).toString("base64") },
  });
  expect(logo).toMatchObject({ status: 422, body: { code: "file.infected" } });
});

test.each([
  ["breaks off", { breaks: true }],
  ["reports an error", { answer: "INSTREAM size limit exceeded. ERROR" }],
  ["answers before it has the whole file", { answer: "stream: OK", early: true }],
  ["answers something else", { answer: "PONG" }],
])("a scanner that %s lets no file pass (EVID-005 partly)", async (_, state) => {
  Object.assign(scanner.state, state);
  const large = Buffer.alloc(3_000_000, "a");
  expect(await upload(large, "Invoice.txt")).toMatchObject(HELD);
});

test("while the scanner is away files are held back; what is sent again afterwards is stored (EVID-005)", async () => {
  const { port } = scanner;
  await scanner.stop();
  expect(await upload(pdfOf("clean"), "Invoice.pdf")).toMatchObject(HELD);
  expect(await fetched("/clean.txt")).toMatchObject(HELD);
  scanner = await startScanner(port);
  expect(await upload(pdfOf("clean"), "Invoice.pdf")).toMatchObject({ status: 200, isStored: true });
});

/** `MCC_TEST_SCANNER_URL`: a real clamd that knows the EICAR test file, as tcp://127.0.0.1:3310 */
const realScanner = process.env.MCC_TEST_SCANNER_URL;

if (realScanner) {
  test("a real clamd takes what is clean and refuses the EICAR test file (EVID-005 partly)", async () => {
    await startWith(realScanner);
    const large = Buffer.concat([Buffer.alloc(3_000_000, "a"), Buffer.from(EICAR)]);
    expect(await upload(pdfOf("clean"), "Invoice.pdf")).toMatchObject({ status: 200, isStored: true });
    expect(await upload(EICAR, "Invoice.txt")).toMatchObject({
      status: 422,
      code: "file.infected",
      isStored: false,
    });
    expect(await upload(large, "Invoice.txt")).toMatchObject({
      status: 422,
      code: "file.infected",
      isStored: false,
    });
    expect(await upload(Buffer.alloc(9_000_000, "a"), "Invoice.txt")).toMatchObject({
      status: 200,
      isStored: true,
    });
    expect(await fetched("/infected.txt")).toMatchObject({
      status: 422,
      code: "file.infected",
      isStored: false,
    });
  });
} else {
  test("a real virus scanner was left out: MCC_TEST_SCANNER_URL names none", () =>
    expect(realScanner).toBeFalsy());
}
