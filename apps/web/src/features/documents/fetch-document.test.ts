import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchDocument } from "./fetch-document.ts";

const HOST = "https://manager.acme.example";
const ORDER_DATE = "2026-03-08T03:05:00.123Z";
const COUNT = 450;

const rowOf = (id: number) =>
  ({
    id,
    document_name: "Certificate",
    order_identifier: null,
    order_date: ORDER_DATE,
    download_url: `${HOST}/files/fresh-${id}`,
  }) as DocumentRow;

/** A server that keeps many documents of one name and moment, and knows fresh links only. */
const answer = (url: URL): Response => {
  if (url.pathname.startsWith("/files/fresh-")) return new Response(url.pathname);
  if (!url.pathname.endsWith("/documents/")) return Response.json({}, { status: 404 });
  const offset = Number(url.searchParams.get("offset") ?? 0);
  const limit = Number(url.searchParams.get("limit") ?? 20);
  const results = Array.from({ length: Math.min(limit, COUNT - offset) }, (_, at) => rowOf(offset + at));
  const next = offset + limit < COUNT ? url.href : null;
  return Response.json({ count: COUNT, next, previous: null, current_url: url.href, results });
};

let asked: URL[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("location", new URL(`${HOST}/documents`));
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, HOST);
    asked.push(url);
    return answer(url);
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an expired link is renewed however many documents are called the same", async () => {
  for (const id of [20, COUNT - 1]) {
    const file = await fetchDocument({ ...rowOf(id), download_url: `${HOST}/files/old` });
    expect(await file.text()).toBe(`/files/fresh-${id}`);
  }
});

test("only what has the document's own name and moment is asked for", async () => {
  await fetchDocument({ ...rowOf(1), download_url: `${HOST}/files/old` });
  const list = asked.find(({ pathname }) => pathname.endsWith("/documents/"));
  expect(Object.fromEntries(list?.searchParams ?? [])).toMatchObject({
    document_name: "Certificate",
    orderDate_after: ORDER_DATE,
    orderDate_before: "2026-03-08T03:05:00.124Z",
  });
});

test("a document that is gone stays refused", async () => {
  const gone = { ...rowOf(COUNT), download_url: `${HOST}/files/old` };
  await expect(fetchDocument(gone)).rejects.toMatchObject({ status: 404 });
});
