import { get, type IncomingMessage } from "node:http";
import { documentList, downloadDocuments } from "@mcc/contract/documents/documents.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { signInList } from "@mcc/contract/security/sign-ins.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { afterTest } from "../../testing/after-file.ts";
import { addDocument } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { addSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { makeLog } from "../log.ts";

const ROWS = 120_000;
const lines: string[] = [];
const ENDED = "a download ended with its session";
const FAILED = "the session of a download could not be looked at";

let testServer: TestServer;
let companyId: number;
let site: Site;
let token: string;

beforeAll(async () => {
  const log = makeLog("info", { write: (line) => void lines.push(JSON.parse(line).msg) });
  testServer = await startTestServer({}, { log });
  companyId = await addCompany(testServer);
  site = await addSite(testServer, companyId, { name: "North" });
  // More than a connection can hold while nobody reads.
  await testServer.sql(
    `insert into sign_ins (company_id, method, result, address, device)
     select $1, 'Password', 'Accepted', '203.0.113.5', 'Chrome on Windows' from generate_series(1, $2)`,
    [companyId, ROWS],
  );
});

const signIn = async () => {
  const added = await addPerson(testServer, companyId, { admin: true });
  token = await tokenFor(testServer, added.username);
  lines.length = 0;
  return added;
};

const said = (line: string) => eventually(() => expect(lines).toContain(line));

/** Begins to receive, and reads nothing. */
const open = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = get(
      `${testServer.address}${path}`,
      { headers: { authorization: `JWT ${token}` } },
      (response) => {
        expect(response.statusCode).toBe(200);
        resolve(response);
      },
    );
    asked.once("error", reject);
    afterTest(() => asked.destroy());
  });
/** Reads the rest. */
const read = async (response: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return response.complete ? Buffer.concat(chunks).toString() : undefined;
};
const openExport = () => open(`/api${signInList.path}?limit=${ALL_ROWS}`);

describe("an export under way", () => {
  test("ends when its user has to set up a second factor first (SIGN-005, SIGN-006)", async () => {
    await signIn();
    const response = await openExport();
    await testServer.sql(
      "insert into security_policies (company_id, second_factor) values ($1, 'everybody')",
      [companyId],
    );
    await said(ENDED);
    await testServer.sql("delete from security_policies where company_id = $1", [companyId]);
    expect(await read(response)).toBeUndefined();
  });

  test("ends when the right to it is lost", async () => {
    const { id } = await signIn();
    const response = await openExport();
    await testServer.sql("update users set is_company_admin = false where id = $1", [id]);
    await said(ENDED);
    expect(await read(response)).toBeUndefined();
  });

  test("goes on when its session could not be looked at (SIGN-006 partly)", async () => {
    await signIn();
    const response = await openExport();
    await testServer.sql("alter function tenant.enter rename to enter_later");
    await said(FAILED);
    await testServer.sql("alter function tenant.enter_later rename to enter");
    const { results } = JSON.parse((await read(response)) ?? "{}") as { results: unknown[] };
    expect(results.length).toBeGreaterThanOrEqual(ROWS);
  });
});

describe("a download under way", () => {
  const content = Buffer.alloc(40 * 1024 * 1024, "x");
  const pathOf = (link: string) => link.slice(new URL(link).origin.length);

  test("of a large file ends with its session (SIGN-006)", async () => {
    await signIn();
    await addDocument(testServer, site, { content });
    const { body } = await testServer.call(documentList.page, { token });
    const response = await open(pathOf(body.results[0]?.download_url ?? ""));
    expect((await testServer.call(signOut, { token })).status).toBe(200);
    await said(ENDED);
    expect(await read(response)).toBeUndefined();
  });

  test("of a large file ends when it may not be sent there anymore (SIGN-006)", async () => {
    await signIn();
    await addDocument(testServer, site, { content });
    const { body } = await testServer.call(documentList.page, { token });
    const response = await open(pathOf(body.results[0]?.download_url ?? ""));
    await testServer.sql(
      "insert into security_policies (company_id, networks) values ($1, '{203.0.113.0/24}')",
      [companyId],
    );
    await said(ENDED);
    await testServer.sql("delete from security_policies where company_id = $1", [companyId]);
    expect(await read(response)).toBeUndefined();
  });

  test("of several files ends with its session (SIGN-006)", async () => {
    await signIn();
    const ids: number[] = [];
    for (const name of ["A.pdf", "B.pdf"])
      ids.push((await addDocument(testServer, site, { name, content })).id);
    const query = { document_ids: ids.join(",") };
    const { body } = await testServer.call(downloadDocuments, { token, query });
    const response = await open(pathOf(body.link));
    expect((await testServer.call(signOut, { token })).status).toBe(200);
    await said(ENDED);
    expect(await read(response)).toBeUndefined();
  });
});
