import { documentList, downloadDocuments } from "@mcc/contract/documents/documents.api.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLink } from "../../testing/documents.ts";
import { addKey, addShop } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { type S3Server, startS3 } from "../../testing/s3-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { unzip } from "../../testing/unzip.ts";

let s3: S3Server;
let testServer: TestServer;

beforeAll(async () => {
  s3 = await startS3();
  const { endpoint, bucket, region, accessKey, secretKey } = s3.settings;
  testServer = await startTestServer({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
});
afterAll(() => s3.stop());

test("with an S3 store documents are sent, opened, bundled and replaced as with a directory (DOC-035)", async () => {
  const { slug, companyId, site } = await addShop(testServer);
  const { headers } = await addKey(testServer, { scopes: ["documents"] });
  const token = await tokenFor(
    testServer,
    (await addPerson(testServer, companyId, { admin: true })).username,
  );
  const large = Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(20 * 1024 * 1024, "x")]);
  const send = async (id: string, content: Buffer) => {
    const form = new FormData();
    form.append("document_type", "Invoice");
    form.append("site", String(site.id));
    form.append("file", new Blob([content]), `${id}.pdf`);
    const answer = await fetch(`${testServer.address}/api/integration/v1/companies/${slug}/documents/${id}`, {
      method: "PUT",
      headers,
      body: form,
    });
    return answer.json();
  };
  expect(await send("large", large)).toMatchObject({ changed: true, size: large.length });
  expect(await send("small", Buffer.from("%PDF-small"))).toMatchObject({ changed: true });
  expect(await send("small", Buffer.from("%PDF-small"))).toMatchObject({ changed: false });
  expect(s3.objects.size).toBe(2); // the second copy is deleted
  expect(s3.uploads.size).toBe(0);

  const { body } = await testServer.call(documentList.page, { token, query: { ordering: "document_name" } });
  const [first, second] = body.results;
  const whole = await openLink(testServer, first?.download_url ?? "");
  expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
  const part = await openLink(testServer, second?.download_url ?? "", { headers: { range: "bytes=1-3" } });
  expect([part.status, await part.text()]).toEqual([206, "PDF"]);

  const document_ids = body.results.map(({ id }) => id).join(",");
  const bulk = await testServer.call(downloadDocuments, { token, query: { document_ids } });
  const zip = unzip(Buffer.from(await (await openLink(testServer, bulk.body.link)).arrayBuffer()));
  expect(zip.map(({ name, content }) => [name, content.length])).toEqual([
    ["large.pdf", large.length],
    ["small.pdf", 10],
  ]);

  const [lost] = [...s3.objects].find(([, content]) => content.length === 10) ?? [];
  s3.objects.delete(lost ?? "");
  const after = await testServer.call(downloadDocuments, { token, query: { document_ids } });
  expect(after.body.errors).toEqual(["The file of small.pdf is missing."]);
  expect((await openLink(testServer, second?.download_url ?? "")).status).toBe(404);

  await s3.stop();
  expect((await openLink(testServer, first?.download_url ?? "")).status).toBe(503);
  expect((await testServer.call(downloadDocuments, { token, query: { document_ids } })).status).toBe(503);
  expect((await testServer.call(documentList.page, { token })).body.count).toBe(2);
  const ready = await fetch(`${testServer.address}/readyz`);
  expect([ready.status, ((await ready.json()) as { storage: string }).storage]).toEqual([503, "unreachable"]);
});
