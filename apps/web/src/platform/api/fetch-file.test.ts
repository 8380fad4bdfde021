import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "./call-error.ts";
import { type DownloadProgress, fetchFile } from "./fetch-file.ts";

/** The network, which answers every question the same way. */
const network = vi.fn<typeof fetch>();
const answer = (body: BodyInit | null, init?: ResponseInit) =>
  network.mockResolvedValueOnce(new Response(body, init));

/** The pieces of an answer, one after the other; what is no piece breaks it off. */
const streamOf = (...pieces: (Uint8Array<ArrayBuffer> | Error)[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) return controller.close();
      return piece instanceof Error ? controller.error(piece) : controller.enqueue(piece);
    },
  });

beforeEach(() => {
  vi.stubGlobal("fetch", network);
  vi.stubGlobal("location", new URL("https://manager.acme.example/documents"));
});
afterEach(() => vi.unstubAllGlobals());

test("a file is asked for with the time of asking, at the page's own address, and told as it arrives (DOC-026)", async () => {
  const pieces = [new Uint8Array(600), new Uint8Array(400)];
  answer(streamOf(...pieces), { headers: { "content-type": "application/pdf", "content-length": "1000" } });
  const before = Date.now();
  const arrived: DownloadProgress[] = [];
  const file = await fetchFile("https://elsewhere.example/files?bundle=a.b", {
    onProgress: (now) => arrived.push(now),
  });
  expect([file.size, file.type]).toEqual([1000, "application/pdf"]);
  const asked = new URL(String(network.mock.lastCall?.[0]));
  expect(asked.origin + asked.pathname).toBe("https://manager.acme.example/files");
  expect(asked.searchParams.get("bundle")).toBe("a.b");
  expect(Number(asked.searchParams.get("timestamp"))).toBeGreaterThanOrEqual(before);
  expect(arrived).toEqual([
    { bytes: 600, of: 1000 },
    { bytes: 1000, of: 1000 },
  ]);
});

test("a large file arrives whole and in order, however many pieces it was held in", async () => {
  const pieces = Array.from({ length: 9 }, (_, n) => new Uint8Array(3_000_000).fill(n));
  answer(streamOf(...pieces));
  const file = await fetchFile("/files/x");
  expect(file.size).toBe(27_000_000);
  for (const [n, place] of pieces.map((_, n) => [n, n * 3_000_000 + 1] as const)) {
    expect(new Uint8Array(await file.slice(place, place + 1).arrayBuffer())[0]).toBe(n);
  }
});

test("without a length the end is not known beforehand", async () => {
  answer(streamOf(new Uint8Array(4)));
  const arrived: DownloadProgress[] = [];
  await fetchFile("/files/x", { onProgress: (now) => arrived.push(now) });
  expect(arrived).toEqual([{ bytes: 4, of: undefined }]);
});

test("a refusal, a broken line and a cancelled wait each end in their own way", async () => {
  answer(null, { status: 404 });
  await expect(fetchFile("/files/x")).rejects.toMatchObject({ kind: "refused", status: 404 });
  answer(streamOf(new Uint8Array(4), new TypeError("network error")));
  await expect(fetchFile("/files/x")).rejects.toMatchObject({ kind: "network" });
  network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(fetchFile("/files/x")).rejects.toMatchObject({ kind: "network" });
  const stop = new AbortController();
  answer(streamOf(new Uint8Array(4), new DOMException("cancelled", "AbortError")));
  const cancelled = fetchFile("/files/x", { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(cancelled).rejects.not.toBeInstanceOf(CallError);
});
