import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { FILE_MAX } from "@mcc/contract/documents/documents.files.ts";
import type { IntegrationDocument } from "@mcc/contract/documents/ingest.schema.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { StorageUnavailable } from "../../platform/files/storage.ts";
import { countCases, volume } from "../../testing/battery.ts";
import { openLink, pdfOf } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { addKey } from "../../testing/integration.ts";
import { addOrder, addSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { documentJobs } from "./documents.jobs.ts";

let testServer: TestServer;
let company: number;
let site: Site;
let key: Record<string, string>;
let token: string;
let sent = 0;

/** A host of the provider's that documents are fetched from. */
const erp = createServer((request, response) => {
  if (request.url === "/Report%20A.pdf") response.end(pdfOf("fetched"));
  else if (request.url === "/endless") {
    const more = () => response.write(Buffer.alloc(1024 * 1024, "%PDF-"), () => response.destroyed || more());
    more();
  } else if (request.url === "/cut") {
    response.writeHead(200, { "content-length": 1_000 }).write("%PDF-1.7", () => response.destroy());
  } else response.writeHead(404).end();
});
let erpAddress: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => erp.listen(0, "127.0.0.1", resolve));
  erpAddress = `127.0.0.1:${(erp.address() as { port: number }).port}`;
  testServer = await startTestServer({
    MCC_DOCUMENT_HOSTS: erpAddress,
    MCC_DOCUMENT_NETWORKS: "127.0.0.0/8",
  });
  company = await addCompany(testServer, { slug: "acme" });
  site = await addSite(testServer, company, { name: "North" });
  key = (await addKey(testServer, { scopes: ["documents"] })).headers;
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
});
afterAll(() => erp.close());

interface Sent {
  fields?: Record<string, string>;
  file?: Blob | null;
  name?: string;
  slug?: string;
  headers?: Record<string, string>;
}

const OF_SITE = { document_type: "Invoice", ecommerce_username: "shop-North" };
const formOf = ({
  fields = OF_SITE,
  file = new Blob([pdfOf("x")]),
  name = "Invoice 7.pdf",
}: Sent): FormData => {
  const form = new FormData();
  if (file) form.append("file", file, name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
};

const put = async (id: string, what: Sent | object, isJson = false) => {
  const { slug = "acme", headers = key } = isJson ? ({} as Sent) : (what as Sent);
  const answer = await fetch(
    `${testServer.address}/api/integration/v1/companies/${slug}/documents/${encodeURIComponent(id)}`,
    {
      method: "PUT",
      headers: isJson ? { ...headers, "content-type": "application/json" } : headers,
      body: isJson ? JSON.stringify(what) : formOf(what as Sent),
    },
  );
  return {
    status: answer.status,
    body: (await answer.json()) as IntegrationDocument & Record<string, string[]>,
  };
};
const putJson = (id: string, body: object) => put(id, body, true);
const fresh = () => `DOC-${++sent}`;

/** The files in the store, and those recorded as unused. */
const files = () => {
  const root = join(testServer.services.settings.dataDir, "documents");
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};
const unused = async () =>
  Number((await testServer.sql<{ n: number }>("select count(*) as n from unused_files"))[0]?.n);
const stored = async (id: string) => {
  const [row] = await testServer.sql<{
    storage_key: string;
    content_type: string;
    extension: string;
    size: string;
  }>("select storage_key, content_type, extension, size from documents where external_id = $1", [id]);
  return row;
};

describe("a document that is sent", () => {
  test("as a form is stored with its file, and users find and open it (API-022)", async () => {
    const id = fresh();
    const content = pdfOf("seven");
    const { status, body } = await put(id, {
      fields: {
        ...OF_SITE,
        document_name: "Invoice Seven",
        po_number: "PO-7",
        invoice_number: "7",
        order_date: "2026-03-31",
      },
      file: new Blob([content], { type: "application/octet-stream" }),
      name: "scan.PDF",
    });
    expect([status, body]).toEqual([
      200,
      {
        changed: true,
        id: expect.any(Number),
        external_id: id,
        document_name: "Invoice Seven",
        document_type: "Invoice",
        site: { id: site.id, name: "North", ecommerce_username: "shop-North" },
        order_identifier: null,
        po_number: "PO-7",
        afe_number: null,
        invoice_number: "7",
        tracking_number: null,
        order_date: "2026-03-31T00:00:00.000Z",
        created_date: expect.stringMatching(/Z$/),
        modified_date: expect.stringMatching(/Z$/),
        content_type: "application/pdf",
        size: content.length,
        checksum: createHash("sha256").update(content).digest("hex"),
      },
    ]);
    const page = await testServer.call(documentList.page, {
      token,
      query: { document_name: "Invoice Seven" },
    });
    const [row] = page.body.results;
    expect(row).toMatchObject({
      id: body.id,
      document_class_name: "Site document",
      file_name: "Invoice Seven.pdf",
    });
    const opened = await openLink(testServer, row?.download_url ?? "");
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
  });

  test("may have its fields after its file, and uses the file's name without one of its own", async () => {
    const form = new FormData();
    form.append("file", new Blob([pdfOf("first")]), "../../Mill Cert é.pdf");
    for (const [field, value] of Object.entries(OF_SITE)) form.append(field, value);
    const answer = await fetch(
      `${testServer.address}/api/integration/v1/companies/acme/documents/${fresh()}/`,
      {
        method: "PUT",
        headers: key,
        body: form,
      },
    );
    expect(await answer.json()).toMatchObject({ document_name: "Mill Cert é.pdf" });
  });

  test("with an order takes site, numbers and date from it (API-022)", async () => {
    const order = await addOrder(testServer, site, {
      identifier: "ORD-1",
      po: "PO-1",
      afe: "AFE-1",
      date: "2026-02-03T04:05:06Z",
    });
    const { body } = await put(fresh(), {
      fields: { document_type: "2", order_identifier: "ORD-1", afe_number: "AFE-own" },
    });
    expect(body).toMatchObject({
      document_type: "Packing Slip",
      order_identifier: "ORD-1",
      site: { id: site.id },
      po_number: "PO-1",
      afe_number: "AFE-own",
      order_date: "2026-02-03T04:05:06.000Z",
    });
    const [row] = await testServer.sql("select order_id, document_class from documents where id = $1", [
      body.id,
    ]);
    expect(row).toEqual({ order_id: order.id, document_class: 1 });
  });

  test("sent again in any form changes nothing; another file or field does (API-022)", async () => {
    const id = fresh();
    const first = await put(id, { fields: { ...OF_SITE, document_name: "Same" } });
    const before = await stored(id);
    const count = files();
    const again = await put(id, { fields: { document_name: "Same", ...OF_SITE } });
    expect(again.body).toEqual({ ...first.body, changed: false });
    expect(await stored(id)).toEqual(before);
    expect(files()).toBe(count); // the second copy is not stored

    const renamed = await put(id, { fields: { ...OF_SITE, document_name: "Other" } });
    expect(renamed.body).toMatchObject({ changed: true, id: first.body.id, document_name: "Other" });
    expect(await stored(id)).toEqual(before);
    const replaced = await put(id, {
      fields: { ...OF_SITE, document_name: "Other" },
      file: new Blob([pdfOf("new")]),
    });
    expect(replaced.body).toMatchObject({ changed: true, id: first.body.id });
    expect(replaced.body.checksum).not.toBe(first.body.checksum);
    const after = await stored(id);
    expect(after?.storage_key).not.toBe(before?.storage_key);
    // A download of the old file can finish.
    expect(await testServer.services.storage.sizeOf(before?.storage_key ?? "")).toBe(first.body.size);
  });

  test("by eight senders at once is stored once, completely, and leaves nothing behind", async () => {
    const id = fresh();
    const [before, noted] = [files(), await unused()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(id, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ body }) => body.changed)).toHaveLength(1);
    expect(files()).toBe(before + 1);
    expect(await unused()).toBe(noted);
  });

  test("with a missing file restores it when it is sent again", async () => {
    const id = fresh();
    await put(id, {});
    await testServer.services.storage.delete((await stored(id))?.storage_key ?? "");
    expect((await put(id, {})).body.changed).toBe(true);
    expect(await testServer.services.storage.sizeOf((await stored(id))?.storage_key ?? "")).toBeGreaterThan(
      0,
    );
  });

  test.each([
    ["%PDF-1.7", "a.bin", "application/pdf", "pdf"],
    [`${" ".repeat(500)}%PDF-1.4`, "a", "application/pdf", "pdf"],
    ["\x89PNG\r\n\x1a\n…", "a.pdf", "image/png", "png"],
    ["\xff\xd8\xff\xe0", "scan.jpeg", "image/jpeg", "jpeg"],
    ["GIF89a", "", "image/gif", "gif"],
    ["RIFF\x00\x00\x00\x00WEBP", "a.webp", "image/webp", "webp"],
    ["II*\x00", "a.TIFF", "image/tiff", "tiff"],
    ["a;b\n1;2\n", "a.csv", "text/csv", "csv"],
    ["only words", "a.html", "text/plain", "txt"],
    ["<svg onload=alert(1)>", "a.svg", "text/plain", "txt"],
    [
      "PK\x03\x04…[Content_Types].xml…xl/workbook.xml",
      "a.zip",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "xlsx",
    ],
    ["PK\x03\x04…", "a.zip", "application/zip", "zip"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls", "application/vnd.ms-excel", "xls"],
  ])(
    "has the type of its bytes, whatever its name: %j named %j",
    async (content, name, contentType, extension) => {
      const id = fresh();
      const { status } = await put(id, {
        fields: { ...OF_SITE, document_name: "Kind" },
        file: new Blob([Buffer.from(content, "latin1")]),
        name,
      });
      expect(status).toBe(200);
      expect(await stored(id)).toMatchObject({ content_type: contentType, extension });
    },
  );

  test("by a shop username that several sites share is refused, unless it names the site or is stored already (API-022)", async () => {
    const first = await addSite(testServer, company, { name: "Shared" });
    const [before, after] = [fresh(), fresh()];
    const fields = { document_type: "Invoice", ecommerce_username: "shop-Shared" };
    expect(await put(before, { fields })).toMatchObject({ status: 200, body: { site: { id: first.id } } });
    const second = await addSite(testServer, company, { name: "Second of shared" });
    await testServer.sql("update sites set ecommerce_username = 'Shop-Shared' where id = $1", [second.id]);
    const sentence = "More than one site has this shop username: send the id of the site as site.";
    expect(await put(after, { fields })).toEqual({ status: 400, body: { ecommerce_username: [sentence] } });
    expect(await stored(after)).toBeUndefined();
    expect(await put(after, { fields: { ...fields, site: String(second.id) } })).toMatchObject({
      status: 200,
      body: { site: { id: second.id } },
    });
    const again = { status: 200, body: { changed: false, site: { id: first.id } } };
    expect(await put(before, { fields })).toMatchObject(again);
    await testServer.sql("update sites set deleted_at = now() where id = $1", [first.id]);
    expect(await put(before, { fields })).toMatchObject(again);
  });
});

describe("is refused, and nothing is stored:", () => {
  let before: number;
  const refused = async (
    id: string,
    answer: { status: number; body: unknown },
    status: number,
    expected: unknown,
  ) => {
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(expected);
    expect(await stored(id)).toBeUndefined();
    expect(files()).toBe(before);
    expect(await unused()).toBe(0);
  };
  beforeAll(async () => {
    await testServer.sql("update unused_files set drop_after = now() - interval '1 second'");
    await documentJobs(testServer.services)[0]?.work({}, AbortSignal.any([]));
    before = files();
  });
  const asRefusal = (code: string, detail: string) => ({ code, detail, request_id: expect.any(String) });

  test.each([
    ["a program", "MZ\x90\x00\x03\x00\x00\x00", "invoice.pdf"],
    ["a text with control characters", "abc\x00def", "a.txt"],
    ["letters that are no UTF-8", "\xc3\x28", "a.txt"],
  ])("%s", async (_, content, name) => {
    const id = fresh();
    const expected = asRefusal(
      "file.type",
      "Documents must be PDF, PNG, JPEG, GIF, WebP, TIFF, text, CSV, Word, Excel or ZIP files. This file has another type.",
    );
    await refused(
      id,
      await put(id, { file: new Blob([Buffer.from(content, "latin1")]), name }),
      415,
      expected,
    );
  });

  test("an empty file", async () => {
    const id = fresh();
    await refused(id, await put(id, { file: new Blob([]) }), 400, { file: ["The file is empty."] });
  });

  test("a file that is too large", async () => {
    const id = fresh();
    const piece = Buffer.alloc(1024 * 1024, "x");
    const pieces = Array.from({ length: FILE_MAX / piece.length }, () => piece);
    const expected = asRefusal(
      "file.too_large",
      "The file is too large: a document can have at most 100 MB.",
    );
    const large = new Blob(["%PDF-", ...pieces]);
    await refused(id, await put(id, { file: large }), 413, expected);
  });

  test("no file, two files, or a file and an address", async () => {
    const id = fresh();
    await refused(id, await put(id, { file: null }), 400, {
      file: ["Send the file as a part named file, or its address as url."],
    });
    const two = formOf({});
    for (const name of ["second", "__proto__"]) two.append(name, new Blob([pdfOf("x")]), "b.pdf");
    const answer = await fetch(`${testServer.address}/api/integration/v1/companies/acme/documents/${id}`, {
      method: "PUT",
      headers: key,
      body: two,
    });
    const one = ["One file is expected, in the part named file."];
    const expected = Object.fromEntries(["second", "__proto__"].map((name) => [name, one]));
    await refused(id, { status: answer.status, body: await answer.json() }, 400, expected);
    await refused(
      id,
      await put(id, { fields: { ...OF_SITE, url: `http://${erpAddress}/Report%20A.pdf` } }),
      400,
      {
        url: ["Send a file or its address, not both."],
      },
    );
  });

  test("a document without a name, or with a file whose name is too long for one", async () => {
    const id = fresh();
    await refused(id, await put(id, { name: "" }), 400, { document_name: ["This field is required."] });
    await refused(id, await put(id, { name: `${"n".repeat(252)}.pdf` }), 400, {
      document_name: ["This can't be longer than 255 characters."],
    });
  });

  test("a file that does not match its checksum", async () => {
    const id = fresh();
    await refused(id, await put(id, { fields: { ...OF_SITE, checksum: "0".repeat(64) } }), 400, {
      checksum: ["The checksum of the received file does not match."],
    });
  });

  test("the other fields, one by one", async () => {
    const id = fresh();
    await refused(
      id,
      await put(id, {
        fields: { document_type: "Letter", order_date: "soon", checksum: "x", po_number: "x".repeat(300) },
      }),
      400,
      {
        document_type: [
          "This must be one of Invoice, Packing Slip, Proof of Delivery, Certificate, Material Test Report, Quote, Other.",
        ],
        order_date: [
          "This must be a date, such as 2026-03-31, or a date and time, such as 2026-03-31T06:00:00Z.",
        ],
        checksum: ["This must be a SHA-256 checksum of 64 hexadecimal digits."],
        po_number: ["This can't be longer than 255 characters."],
        order_identifier: [
          "Send the order, or the site: its shop username as ecommerce_username, or its id as site.",
        ],
      },
    );
  });

  test("an order or a site that does not exist, is another company's, or is not the order's", async () => {
    const id = fresh();
    const foreign = await addSite(testServer, await addCompany(testServer), { name: "Foreign" });
    await addOrder(testServer, foreign, { identifier: "FOREIGN-1" });
    const [gone, elsewhere] = [await addSite(testServer, company), await addSite(testServer, company)];
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    await addOrder(testServer, elsewhere, { identifier: "ELSEWHERE-1" });
    const fields = async (more: Record<string, string>) =>
      put(id, { fields: { document_type: "Invoice", ...more } });
    const noSite = { site: ["There is no such site."] };
    await refused(id, await fields({ order_identifier: "FOREIGN-1" }), 400, {
      order_identifier: ["There is no such order."],
    });
    await refused(id, await fields({ site: String(foreign.id) }), 400, noSite);
    await refused(id, await fields({ site: String(gone.id) }), 400, noSite);
    await refused(id, await fields({ ecommerce_username: "shop-Foreign" }), 400, {
      ecommerce_username: ["There is no such site."],
    });
    await refused(id, await fields({ order_identifier: "ELSEWHERE-1", site: String(site.id) }), 400, {
      site: ["The order belongs to another site."],
    });
  });

  test("without a key for documents, and for another company (API-015, SEC-022)", async () => {
    const id = fresh();
    const orders = await addKey(testServer, { scopes: ["orders"] });
    await testServer.sql(
      "insert into companies (name, slug_name, short_name, label) values ('B', 'bravo', 'B', 'B')",
    );
    const theirs = await addKey(testServer, { scopes: ["documents"], company: "bravo" });
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: `JWT ${token}` }, 401],
      [orders.headers, 403],
      [theirs.headers, 404],
    ] as const) {
      expect((await put(id, { headers: headers as Record<string, string> })).status).toBe(status);
    }
    expect((await put(id, { slug: "no-such-company" })).status).toBe(404);
    expect(await stored(id)).toBeUndefined();
    expect(files()).toBe(before);
  });

  test.each([
    ["a form without a boundary", "multipart/form-data", "x"],
    [
      "a form that ends early",
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-',
    ],
    ["a form that is none", "multipart/form-data; boundary=b", "nothing of the kind"],
    ["another kind of body", "application/pdf", "%PDF-"],
    [
      "too many parts",
      "multipart/form-data; boundary=b",
      `${'--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(200)}--b--\r\n`,
    ],
  ])("%s", async (_, type, body) => {
    const id = fresh();
    const answer = await fetch(`${testServer.address}/api/integration/v1/companies/acme/documents/${id}`, {
      method: "PUT",
      headers: { ...key, "content-type": type },
      body,
    });
    await refused(
      id,
      { status: answer.status, body: await answer.json() },
      400,
      asRefusal("input.unreadable", "The request could not be read."),
    );
  });

  test("a form with a repeated field (API-011)", async () => {
    const id = fresh();
    const form = formOf({});
    form.append("document_type", "Quote");
    const answer = await fetch(`${testServer.address}/api/integration/v1/companies/acme/documents/${id}`, {
      method: "PUT",
      headers: key,
      body: form,
    });
    const body = (await answer.json()) as never;
    await refused(id, { status: answer.status, body }, 400, { document_type: ["This field is repeated."] });
  });

  test("a form that ends anywhere before its end", async () => {
    const part = (head: string, content: string) =>
      `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const form = `${part('name="site"', "1")}${part('name="file"; filename="a.pdf"', "%PDF-1.7")}${part('name="x"', "y")}--b--`;
    for (let length = 0; length < form.length; length++) {
      const answer = await fetch(
        `${testServer.address}/api/integration/v1/companies/acme/documents/${fresh()}`,
        {
          method: "PUT",
          headers: { ...key, "content-type": "multipart/form-data; boundary=b" },
          body: form.slice(0, length),
        },
      );
      expect(answer.status).toBe(400);
      await answer.text();
    }
    expect(files()).toBe(before);
    expect(await unused()).toBe(0);
  });

  test("a form without an end gets a response at once, and its slot is free again (API-011)", async () => {
    const id = fresh();
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n';
    const endless = [
      `${part}--b\r\nheaders without end\r\n--b--\r\n`,
      "--b\r\nheaders without end\r\n--b--\r\n",
      part,
      "--b",
      "no form",
    ];
    for (const body of endless) {
      const answer = await fetch(`${testServer.address}/api/integration/v1/companies/acme/documents/${id}`, {
        method: "PUT",
        headers: { ...key, "content-type": "multipart/form-data; boundary=b" },
        body,
        signal: AbortSignal.timeout(120_000),
      });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: "input.unreadable", detail: "The request could not be read." },
      ]);
    }
    await eventually(() => expect(testServer.app.slots.uploads.taken).toBe(0));
    expect(files()).toBe(before);
    expect(await unused()).toBe(0);
  });

  test("a sender who disconnects half-way", async () => {
    const id = fresh();
    const { hostname, port } = new URL(testServer.address);
    const socket = connect(Number(port), hostname);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    socket.write(
      `PUT /api/integration/v1/companies/acme/documents/${id} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${key.authorization}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n${head}${"x".repeat(500_000)}`,
    );
    await eventually(async () => expect(await unused()).toBe(1)); // it has begun
    socket.destroy();
    await eventually(async () => expect(await unused()).toBe(0)); // and is undone
    expect(files()).toBe(before);
    expect(existsSync(join(testServer.services.settings.dataDir, "documents", ".unfinished"))).toBe(true);
  });

  test("when the store is down, with a retryable error", async () => {
    const id = fresh();
    const put500 = vi
      .spyOn(testServer.services.storage, "put")
      .mockRejectedValueOnce(new StorageUnavailable("down"));
    expect((await put(id, {})).status).toBe(503);
    put500.mockRestore();
    expect((await testServer.call(documentList.page, { token })).status).toBe(200);
    expect(await stored(id)).toBeUndefined();
    expect((await put(id, {})).status).toBe(200);
  });
});

describe("a document whose file the portal fetches", () => {
  test("is stored like one that was sent (API-022, API-023)", async () => {
    const id = fresh();
    const url = `http://${erpAddress}/Report%20A.pdf`;
    const { status, body } = await putJson(id, { document_type: "Certificate", site: site.id, url });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      changed: true,
      document_name: "Report A.pdf",
      document_type: "Certificate",
      content_type: "application/pdf",
    });
    expect((await putJson(id, { document_type: 4, site: site.id, url })).body.changed).toBe(false);
    expect((await put(fresh(), { fields: { ...OF_SITE, url }, file: null })).body.changed).toBe(true);
  });

  test.each([
    ["http://files.example.com/a.pdf", "Files are not fetched from this host."],
    ["http://169.254.169.254/latest/meta-data", "Files are not fetched from this host."],
    ["ftp://HERE/a.pdf", "This must be an address that starts with http:// or https://."],
    ["http://user:secret@HERE/a.pdf", "This can't contain a username or a password."],
    ["http://HERE/absent.pdf", "The host responded with 404."],
    ["http://HERE/cut", "The host ended the file early."],
  ])("is refused from %s (API-023)", async (address, expected) => {
    const id = fresh();
    const noted = await unused();
    const url = address.replace("HERE", erpAddress);
    const { status, body } = await putJson(id, { document_type: "Quote", site: site.id, url });
    expect([status, body]).toEqual([400, { url: [expected] }]);
    expect(await stored(id)).toBeUndefined();
    expect(await unused()).toBe(noted);
  });

  test("is refused when it does not end", async () => {
    const url = `http://${erpAddress}/endless`;
    expect((await putJson(fresh(), { document_type: "Quote", site: site.id, url })).status).toBe(413);
  });
});

describe("the name of a document", () => {
  test("taken from its file is not longer than any other, and contains no invisible characters", async () => {
    expect((await put(fresh(), { name: `${"n".repeat(3_000)}.pdf` })).status).toBe(400);
    const backwards = await put(fresh(), { name: "Bill \u202egnp.pdf" });
    expect(backwards.body.document_name).toBe("Bill  gnp.pdf");
    expect((await put(fresh(), { name: "\u202e\u200b" })).body).toEqual({
      document_name: ["This field is required."],
    });
  });

  test("that is sent contains no invisible characters either", async () => {
    const { body } = await put(fresh(), { fields: { ...OF_SITE, document_name: "Bill\u200b 7\u2028" } });
    expect(body.document_name).toBe("Bill  7");
    const controlled = await put(fresh(), { fields: { ...OF_SITE, document_name: "Bill\u0007" } });
    expect(controlled.status).toBe(400);
  });
});

test("any input gives an error message or a document, never a server error", async ({ task }) => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      "Invoice",
      "shop-North",
      `http://${erpAddress}/Report%20A.pdf`,
      "http://[::1]/",
      "\u0000",
      "\ud800",
    ),
    fc.array(fc.string(), { maxLength: 2 }),
  );
  const fields = [
    "document_name",
    "document_type",
    "order_identifier",
    "site",
    "ecommerce_username",
    "po_number",
  ];
  const body = fc.dictionary(fc.constantFrom(...fields, "order_date", "checksum", "url", "__proto__"), value);
  await fc.assert(
    fc.asyncProperty(fc.oneof(body, value), async (given) => {
      countCases(task);
      const { status } = await putJson(fresh(), given as object);
      expect([200, 400, 413, 415]).toContain(status);
    }),
    { numRuns: volume(40, 150) },
  );
});

describe("the sweep", () => {
  const sweep = () => documentJobs(testServer.services)[0]?.work({}, AbortSignal.any([]));

  test("deletes a replaced file after its time, and keeps the files of documents", async () => {
    const id = fresh();
    await put(id, {});
    const old = (await stored(id))?.storage_key ?? "";
    await put(id, { file: new Blob([pdfOf("newer")]) });
    await sweep();
    expect(await testServer.services.storage.sizeOf(old)).toBeGreaterThan(0);
    const current = (await stored(id))?.storage_key ?? "";
    // Even if it were noted by mistake.
    await testServer.sql(
      "insert into unused_files (company_id, storage_key, drop_after) values ($1, $2, now())",
      [company, current],
    );
    await testServer.sql("update unused_files set drop_after = now() - interval '1 second'");
    await sweep();
    expect(await testServer.services.storage.sizeOf(old)).toBeUndefined();
    expect(await testServer.services.storage.sizeOf(current)).toBeGreaterThan(0);
    await testServer.sql("delete from unused_files");
  });

  test("continues after a file that cannot be deleted, and tries that one again the next time", async () => {
    const { storage } = testServer.services;
    const keys = ["stuck", "after"].map((name) => `${company}/aa/${name}`);
    for (const [at, key] of keys.entries()) {
      await storage.put(key, randomBytes(10));
      await testServer.sql(
        "insert into unused_files (company_id, storage_key, drop_after) values ($1, $2, now() - $3 * interval '1 minute')",
        [company, key, 2 - at],
      );
    }
    const open = storage.delete.bind(storage);
    const drop = vi.spyOn(storage, "delete").mockImplementation(async (key) => {
      if (key === keys[0]) throw new Error("This one is held.");
      return open(key);
    });
    await sweep();
    expect(await Promise.all(keys.map((key) => storage.sizeOf(key)))).toEqual([10, undefined]);
    expect(await unused()).toBe(1);
    drop.mockRestore();
    await sweep();
    expect(await unused()).toBe(0);
  });

  test("stops when no file can be deleted: then the store is unavailable", async () => {
    await testServer.sql(
      `insert into unused_files (company_id, storage_key, drop_after)
       select $1::bigint, $1::text || '/aa/held-' || n, now() - interval '1 minute' from generate_series(1, 250) as n`,
      [company],
    );
    const drop = vi
      .spyOn(testServer.services.storage, "delete")
      .mockRejectedValue(new Error("The store is away."));
    await expect(sweep()).rejects.toThrow("The store is away.");
    expect(drop.mock.calls.length).toBe(100);
    drop.mockRestore();
    await testServer.sql("delete from unused_files");
  });

  test("deletes files left behind by a crash", async () => {
    const left = `${company}/aa/left-behind`;
    await testServer.services.storage.put(left, randomBytes(10));
    await testServer.sql(
      "insert into unused_files (company_id, storage_key, drop_after) values ($1, $2, now() - interval '1 second')",
      [company, left],
    );
    await sweep();
    expect(await testServer.services.storage.sizeOf(left)).toBeUndefined();
    expect(await unused()).toBe(0);
  });
});
