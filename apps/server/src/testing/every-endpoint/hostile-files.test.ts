import { api } from "@mcc/contract/api.ts";
import { upsertDocument } from "@mcc/contract/documents/ingest.api.ts";
import { importNodes, importSites } from "@mcc/contract/imports/file-imports.api.ts";
import { ingestOrders } from "@mcc/contract/integration/integration.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpHierarchy } from "../hierarchy-company.ts";
import { addKey } from "../integration.ts";
import { longestTurn } from "../longest-turn.ts";
import { setUpPlatformAdmin } from "../platform-admin.ts";
import { startTestServer, type TestServer } from "../test-server.ts";

/**
 * Milliseconds of processor time without a turn for anybody else. On a busy machine up to 95 were measured; a file that
 * is read at one go takes a second and more.
 */
const LONGEST = 400;
/** Megabytes. */
const MOST_MEMORY = 150;
const SIZE = 4_900_000;

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;
let company: number;
let slug: string;
let headers: { authorization: string };

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
  company = (await setUpHierarchy(testServer)).companyId;
  const [row] = await testServer.sql<{ slug: string }>(
    "select slug_name as slug from companies where id = $1",
    [company],
  );
  slug = row?.slug ?? "";
  ({ headers } = await addKey(testServer, { scopes: ["orders", "documents"] }));
  // What is loaded and compiled with the first file is not measured.
  await services.importNodes(company, "name,group\n");
});

const of = (text: string, bytes = SIZE): Buffer => Buffer.alloc(bytes, text);
const many = (count: number, row: (at: number) => string, separator = "\n"): string =>
  Array.from({ length: count }, (_, at) => row(at)).join(separator);

const HEADER = "name,group,parent,users,sites\n";
const nodes = (text: string): Buffer => Buffer.from(HEADER + text);
const SITE_HEADER = "Name,Email,Shop Username,Password,Region\n";
const wide = `${"a,".repeat(99)}a\n`;

const readsQuietly = async (read: () => Promise<{ status: number }>, statuses = [400]): Promise<void> => {
  const { result, longest, grown } = await longestTurn(read);
  expect(statuses).toContain(result.status);
  expect(longest).toBeLessThan(LONGEST);
  expect(grown).toBeLessThan(MOST_MEMORY);
};

describe("while a hostile file is read, other requests have their turn and memory hardly grows", () => {
  test("every endpoint that takes a file is tested here", () => {
    const taking = Object.values(api)
      .flat()
      .filter(({ upload }) => upload !== undefined)
      .map(({ path }) => path);
    expect(taking.toSorted()).toEqual([importNodes.path, importSites.path, upsertDocument.path].toSorted());
  });

  test.each([
    ["newlines", () => of("\n")],
    ["commas", () => of(",")],
    ["semicolons", () => of(";")],
    ["carriage returns", () => of("\r")],
    ["spaces", () => of(" ")],
    ["zeros", () => of("\0")],
    ["one line", () => nodes("x".repeat(SIZE))],
    ["an open quotation mark", () => nodes(`"${"x".repeat(SIZE)}`)],
    ["quotation marks at every second place", () => of('"a')],
    ["escaped quotation marks", () => nodes(`"${'""'.repeat(SIZE / 2)}"`)],
    ["short rows", () => nodes("a\n".repeat(SIZE / 2))],
    ["wide rows", () => Buffer.from(wide.repeat(SIZE / wide.length))],
    ["wide blank rows", () => of(`${",".repeat(99)}\n`)],
    ["invalid UTF-8", () => Buffer.concat([of("a,"), Buffer.from([0xff])])],
    ["UTF-16", () => Buffer.from(`\ufeff${"\n".repeat(SIZE / 2)}`, "utf16le")],
    [
      "a round of nodes",
      () =>
        nodes(
          many(5_000, (at) => `${`${at}`.padStart(250, "n")},R,${`${(at + 1) % 5_000}`.padStart(250, "n")}`),
        ),
    ],
    [
      "wrong rows",
      () => nodes(many(5_000, (at) => `${"m".repeat(240)},${"g".repeat(240)},${at}${"p".repeat(240)},u,s`)),
    ],
    [
      "very many names",
      () =>
        nodes(
          many(2_000, (at) => `n${at},R,Corp,"${many(400, (name) => `${at}${name}`, ";").slice(0, 2_000)}"`),
        ),
    ],
  ])("a file of nodes: %s (ABUS-009 partly)", async (_, make) => {
    const bytes = make();
    await readsQuietly(() => services.importNodes(company, bytes));
  });

  test.each([
    ["newlines", () => of("\n")],
    [
      "wrong rows",
      () => Buffer.from(`${SITE_HEADER}${many(2_000, () => Array(5).fill("=".repeat(400)).join())}`),
    ],
  ])("a file of sites: %s (ABUS-009 partly)", async (_, make) => {
    const bytes = make();
    await readsQuietly(() => services.importSites(company, bytes));
  });

  test("eight files at once are read one after the other (ABUS-009 partly)", async () => {
    const bytes = of("\n");
    const { result, longest } = await longestTurn(() =>
      Promise.all(Array.from({ length: 8 }, () => services.importNodes(company, bytes))),
    );
    expect(result.map(({ status }) => status)).toEqual(Array(8).fill(400));
    expect(longest).toBeLessThan(LONGEST);
  });

  test.each([
    ["carriage returns", () => of("\r", 4 * SIZE)],
    ["almost the end of a part", () => of("\r\n------", 4 * SIZE)],
  ])("a document: %s (ABUS-009 partly)", async (_, make) => {
    const form = new FormData();
    form.set("file", new File([make() as never], "a.csv"));
    const path = upsertDocument.path.replace(":slug", slug).replace(":external_id", "D-1");
    await readsQuietly(() =>
      fetch(`${testServer.address}/api${path}`, { method: "PUT", headers, body: form }),
    );
  });

  const sendLines = async (body: Buffer | string) => {
    const path = ingestOrders.path.replace(":slug", slug);
    const response = await fetch(`${testServer.address}/api${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-ndjson" },
      body: body as never,
    });
    for await (const _ of response.body ?? []);
    return response;
  };
  test.each([
    ["newlines", () => of("\n", 2 * SIZE)],
    ["lines that are no JSON", () => of("x\n", 40_000)],
    ["lines of many values", () => `{"identifier":"x","lines":[${"0,".repeat(190_000)}0]}\n`.repeat(10)],
    ["one line", () => of("x")],
    ["lines that are refused at length", () => of("{}\n", 1_000_000)],
  ])("orders line by line: %s (ABUS-009 partly)", async (_, make) => {
    const body = make();
    await readsQuietly(() => sendLines(body), [200]);
  });
});
