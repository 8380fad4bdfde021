import { request as ask, type IncomingMessage } from "node:http";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../../testing/approval-company.ts";
import { openBystander } from "../../../testing/bystander.ts";
import { addDocument } from "../../../testing/documents.ts";
import { eventually } from "../../../testing/eventually.ts";
import { addKey } from "../../../testing/integration.ts";
import { tokenFor } from "../../../testing/people.ts";
import { abandon, ELSEWHERE, headOf, sendBytes } from "../../../testing/sockets.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { slotLimits } from "./limits.ts";

let testServer: TestServer;
let approvalCompany: ApprovalCompany;
let bystander: Awaited<ReturnType<typeof openBystander>>;
let someone: { username: string; token: string };
let documents: Record<string, string>;
let large: { id: number };

beforeAll(async () => {
  testServer = await startTestServer();
  approvalCompany = await setUpApprovalCompany(testServer);
  bystander = await openBystander(testServer);
  someone = await approvalCompany.person();
  documents = (await addKey(testServer, { scopes: ["documents"] })).headers;
  // Far more than the buffers between the server and a reader can hold.
  const content = Buffer.alloc(LARGE, "x");
  large = await addDocument(
    testServer,
    { id: approvalCompany.site.id, companyId: approvalCompany.companyId },
    { content },
  );
});

const LARGE = 40 * 1024 * 1024;
const linkPath = async (token: string): Promise<string> => {
  const { body } = await testServer.call(documentList.page, { token });
  return new URL(body.results.find(({ id }) => id === large.id)?.download_url ?? "").pathname;
};
const many = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, () => work()));
/** No slot is in use: every slot of every kind was released. */
const allFree = () =>
  eventually(() => {
    const taken = Object.entries(testServer.app.slots).map(([kind, slots]) => [kind, slots.taken]);
    expect(taken.filter(([, count]) => count !== 0)).toEqual([]);
  });

describe("requests whose sender has disconnected release every slot", () => {
  const afterwards = async (abuse: () => Promise<unknown>) => {
    expect(await bystander.workDuring(abuse())).toEqual([]);
    expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
    await allFree();
  };

  test("downloads (ABUS-001)", async () => {
    const signIns = await Promise.all([1, 2, 3, 4].map(() => tokenFor(testServer, someone.username)));
    const heads = await Promise.all(signIns.map(async (token) => headOf(`GET ${await linkPath(token)}`, {})));
    await afterwards(() => Promise.all(heads.map((head) => many(20, () => abandon(testServer, head)))));
    const own = await fetch(`${testServer.address}${await linkPath(someone.token)}`);
    expect([own.status, (await own.arrayBuffer()).byteLength]).toEqual([200, LARGE]);
  });

  test("uploads (ABUS-001)", async () => {
    const path = `/api/integration/v1/companies/${approvalCompany.slug}/documents/U-1`;
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const headers = {
      ...documents,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 5_000,
    };
    await afterwards(() => many(30, () => abandon(testServer, headOf(`PUT ${path}`, headers) + part)));
    const form = new FormData();
    form.append("file", new Blob(["%PDF-1.7"]), "a.pdf");
    form.append("document_type", "Invoice");
    form.append("ecommerce_username", approvalCompany.site.shopUser);
    const own = await fetch(`${testServer.address}${path}`, {
      method: "PUT",
      headers: documents,
      body: form,
    });
    expect([own.status, await own.json()]).toMatchObject([200, {}]);
  });

  test("batches (ABUS-001)", async () => {
    const path = `/api/integration/v1/companies/${approvalCompany.slug}/orders/batch`;
    const head = headOf(`POST ${path}`, { ...approvalCompany.headers, "content-length": 5_000 });
    await afterwards(() => many(30, () => abandon(testServer, `${head}{}\n`)));
    const own = await fetch(`${testServer.address}${path}`, {
      method: "POST",
      headers: approvalCompany.headers,
      body: "{}",
    });
    expect([own.status, await own.text()]).toMatchObject([200, expect.stringContaining("errors")]);
  });

  test("exports and event streams (ABUS-001)", async () => {
    const headers = { authorization: `JWT ${someone.token}` };
    const paths = [`/api/orders/?limit=${ALL_ROWS}`, "/api/alerts/stream/"];
    for (const path of paths)
      await afterwards(() => many(20, () => abandon(testServer, headOf(`GET ${path}`, headers))));
  });

  test("requests behind others on one connection", async () => {
    const headers = { authorization: `JWT ${someone.token}` };
    const behind = headOf("GET /api/nothing/here/", {}).repeat(100);
    const first = headOf("GET /api/orders/", headers);
    await afterwards(() => many(6, () => abandon(testServer, first + behind)));
  });
});

test("downloads of a user with several sessions, and of a whole company, leave slots for others (ABUS-003)", async () => {
  const open: IncomingMessage[] = [];
  const hold = async (token: string): Promise<number> => {
    const path = await linkPath(token);
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const { hostname, port } = new URL(testServer.address);
    ask({ hostname, port, path, agent: false, localAddress: ELSEWHERE }, resolve).end();
    const answer = await promise;
    answer.on("error", () => {});
    open.push(answer);
    return answer.statusCode ?? 0;
  };
  const { each, company } = slotLimits.downloads;
  const signIns = await Promise.all([1, 2, 3].map(() => tokenFor(testServer, someone.username)));
  const held = await Promise.all(signIns.flatMap((token) => Array.from({ length: 6 }, () => hold(token))));
  expect(held.toSorted()).toEqual([...Array(each).fill(200), ...Array(18 - each).fill(429)]);
  expect(await bystander.workDuring(hold(someone.token))).toEqual([]);
  for (const _ of [1, 2]) {
    const { token } = await approvalCompany.person();
    await many(8, () => hold(token));
  }
  expect(testServer.app.slots.downloads.taken).toBe(company);
  expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
  for (const answer of open) answer.destroy();
  await allFree();
});

test("a key that holds uploads, and a whole company that does, leave others their part (ABUS-003)", async () => {
  const head = (slug: string, headers: Record<string, string>) =>
    headOf(`PUT /api/integration/v1/companies/${slug}/documents/U-2`, {
      ...headers,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 5_000,
    });
  const { uploads } = testServer.app.slots;
  const { each, company } = slotLimits.uploads;
  const hold = async (headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: each + 4 }, () => sendBytes(testServer, head(approvalCompany.slug, headers))),
    );
  const held = await hold(documents);
  await eventually(() => expect(uploads.taken).toBe(each));
  expect(await bystander.workDuring(many(2, () => bystander.workOnce()))).toEqual([]);
  held.push(...(await hold((await addKey(testServer, { scopes: ["documents"] })).headers)));
  await eventually(() => expect(uploads.taken).toBe(company));
  expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
  const form = new FormData();
  form.append("file", new Blob(["%PDF-1.7"]), "a.pdf");
  form.append("document_type", "Invoice");
  form.append("ecommerce_username", bystander.site.shopUser);
  const path = `/api/integration/v1/companies/${bystander.slug}/documents/U-3`;
  const own = await fetch(`${testServer.address}${path}`, { method: "PUT", headers: documents, body: form });
  expect(own.status).toBe(429); // the key itself holds too many
  const { headers } = await addKey(testServer, { scopes: ["documents"] });
  const other = await fetch(`${testServer.address}${path}`, { method: "PUT", headers, body: form });
  expect(other.status).toBe(200);
  for (const socket of held) socket.destroy();
  await allFree();
});

test("every bound is well below the next (ABUS-003)", () => {
  const { anonymous: _, ...bounds } = slotLimits; // their company is not known yet
  for (const { each, company, total } of Object.values(bounds)) {
    expect(each * 1.5).toBeLessThanOrEqual(company);
    expect(company * 1.5).toBeLessThanOrEqual(total);
  }
});
