import { documentList, downloadDocuments } from "@mcc/contract/documents/documents.api.ts";
import { expect, onTestFinished, test } from "vitest";
import { addDocument, pdfOf } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { addKey, addShop } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startS3 } from "../../testing/s3-server.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { documentJobs } from "./documents.jobs.ts";

/** More than there are connections to the database, for requests and for the platform's own work. */
const MANY = 14;

/** A test server whose store can stop responding; pending calls are released at the end. */
const openWithS3 = async () => {
  const s3 = await startS3();
  const { endpoint, bucket, region, accessKey, secretKey } = s3.settings;
  const testServer = await startTestServer({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
  const shop = await addShop(testServer);
  const token = await tokenFor(
    testServer,
    (await addPerson(testServer, shop.companyId, { admin: true })).username,
  );
  // Two companies, each with a key of its own: one alone is held to fewer uploads at a time.
  const senders = await Promise.all(
    [shop, await addShop(testServer)].map(async (to) => ({
      to,
      headers: (await addKey(testServer, { scopes: ["documents"] })).headers,
    })),
  );
  const waiting: Promise<unknown>[] = [];
  onTestFinished(async () => {
    await s3.stop();
    await Promise.allSettled(waiting);
  });
  const put = (id: string, fields: Record<string, string> = {}) => {
    const { to, headers } = senders[Number(/\d+$/.exec(id)) % senders.length] as (typeof senders)[number];
    const form = new FormData();
    form.append("document_type", "Invoice");
    form.append("site", String(to.site.id));
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([pdfOf(id)]), `${id}.pdf`);
    const path = `/api/integration/v1/companies/${to.slug}/documents/${id}`;
    return fetch(`${testServer.address}${path}`, { method: "PUT", headers, body: form });
  };
  /** Lists are served while this many requests wait for the store. */
  const mustWork = async (times: number) => {
    await eventually(() => expect(s3.unanswered()).toBeGreaterThanOrEqual(times));
    expect((await testServer.call(documentList.page, { token })).status).toBe(200);
  };
  return { s3, testServer, shop, token, put, mustWork, waiting };
};

test("a store that hangs does not block the lists: bulk downloads wait without a database connection", async () => {
  const { s3, testServer, shop, token, mustWork, waiting } = await openWithS3();
  const { id } = await addDocument(testServer, { id: shop.site.id, companyId: shop.companyId });
  s3.beSilent("HEAD");
  for (let n = 0; n < MANY; n++) {
    waiting.push(testServer.call(downloadDocuments, { token, query: { document_ids: String(id) } }));
  }
  await mustWork(MANY);
});

test("a store that hangs does not block the lists: documents that are sent again wait without a database connection", async () => {
  const { s3, put, mustWork, waiting } = await openWithS3();
  const ids = Array.from({ length: MANY }, (_, n) => `again-${n}`);
  for (const id of ids) expect((await put(id)).status).toBe(200);
  s3.beSilent("HEAD");
  waiting.push(...ids.map((id) => put(id)));
  await mustWork(MANY);
});

test("a store that hangs does not take the lists down: refused files are dropped without the database", async () => {
  const { s3, put, mustWork, waiting } = await openWithS3();
  s3.beSilent("DELETE");
  for (let n = 0; n < MANY; n++) waiting.push(put(`refused-${n}`, { checksum: "0".repeat(64) }));
  await mustWork(MANY);
});

test("a store that hangs does not take the lists down: the sweep drops files without a transaction", async () => {
  const { s3, testServer, shop, mustWork, waiting } = await openWithS3();
  s3.beSilent("DELETE");
  await testServer.sql(
    `insert into unused_files (company_id, storage_key, drop_after)
     values ($1, $2, now() - interval '1 second')`,
    [shop.companyId, `${shop.companyId}/aa/left`],
  );
  waiting.push(Promise.resolve(documentJobs(testServer.services)[0]?.work({}, AbortSignal.any([]))));
  await mustWork(1);
  const locked = await testServer.sql(
    "select from pg_locks join pg_class on relation = pg_class.oid where relname = 'unused_files'",
  );
  expect(locked).toEqual([]);
});
