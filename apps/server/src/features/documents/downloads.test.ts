import { request as ask } from "node:http";
import { documentList, downloadDocuments } from "@mcc/contract/documents/documents.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { randomToken } from "../../platform/access/tokens.ts";
import { makeHttpServer } from "../../platform/http/server.ts";
import { makeLog } from "../../platform/log.ts";
import { addDocument, type DocumentTraits, openLink, pdfOf } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { commentOf, unzip } from "../../testing/unzip.ts";
import { trackingPage } from "../orders/tracking.routes.ts";
import { filePages } from "./files.routes.ts";

let testServer: TestServer;
let company: number;
let token: string;
let site: Site;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer);
  site = await addSite(testServer, company, { name: "North" });
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
});

const add = (traits: Partial<DocumentTraits> = {}) => addDocument(testServer, site, traits);
const linkOf = async ({ id }: { id: number }, as = token): Promise<string> => {
  const { body } = await testServer.call(documentList.page, { token: as, query: { limit: "1000" } });
  return body.results.find((row) => row.id === id)?.download_url ?? "";
};
/** The other encodings of the same bytes: the last character has unused bits. */
const othersMeaning = (signature: string): string[] => {
  const bytes = Buffer.from(signature, "base64url");
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((last) => signature.slice(0, -1) + last)
    .filter((other) => other !== signature && Buffer.from(other, "base64url").equals(bytes));
};
/** The link with another last path segment. */
const withToken = (link: string, other: string) => link.replace(/[^/]+$/, other);
const bulk = (ids: readonly number[], as = token) =>
  testServer.call(downloadDocuments, { token: as, query: { document_ids: ids.join(",") } });

/** Waits until a number has stayed the same for a while. */
const hasSettled = async (read: () => number): Promise<void> => {
  let last = -1;
  await eventually(() => {
    const now = read();
    const same = now === last;
    last = now;
    if (!same) throw new Error("It still changes.");
  });
};

describe("a signed link", () => {
  test("opens in a plain tab, without a header, with any file (SEC-019, DOC-026)", async () => {
    const document = await add({ content: "%PDF-1.7 hello" });
    const link = await linkOf(document);
    const answer = await openLink(testServer, `${link}?_=1785139200000`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("%PDF-1.7 hello");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "14",
      "content-disposition": `inline; filename="${document.name}"; filename*=UTF-8''${encodeURIComponent(document.name)}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("expires after 15 minutes (SEC-020)", async () => {
    const link = await linkOf(await add());
    const [, payload = ""] = new URL(link).pathname.split(".");
    const { iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(exp - iat).toBe(900);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Date.now() + 899_000);
      expect((await openLink(testServer, link)).status).toBe(200);
      vi.setSystemTime(Date.now() + 2_000);
      expect((await openLink(testServer, link)).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is valid for its document only, and refused when altered (SEC-021)", async () => {
    const [mine, other] = [await add(), await add()];
    const link = await linkOf(mine);
    const [head = "", payload = "", signature = ""] = (link.split("/").at(-1) ?? "").split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const written = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const swapped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const session = String(claims.session);
    for (const bad of [
      `${head}.${written({ ...claims, document: other.id })}.${signature}`,
      `${head}.${written({ ...claims, exp: claims.exp + 9_999 })}.${signature}`,
      `${head}.${payload}.${swapped}`,
      ...othersMeaning(signature).map((other) => `${head}.${payload}.${other}`),
      `${written({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${head}.${payload}`,
      testServer.services.signedLinks.sign("tracking", claims, 60), // signed by us, for something else
      testServer.services.signedLinks.sign("bundle", { session, documents: mine.id.toString(36) }, 60),
      testServer.services.signedLinks.sign("document", { session, document: 999_999_999 }, 60),
      testServer.services.signedLinks.sign(
        "document",
        { session: crypto.randomUUID(), document: mine.id },
        60,
      ),
      "x",
    ]) {
      expect((await openLink(testServer, withToken(link, bad))).status).toBe(404);
    }
    expect((await openLink(testServer, link)).status).toBe(200);
  });

  test("opens nothing of another company or of a site that is hidden from its user (SEC-003, SEC-012)", async () => {
    const hidden = await addSite(testServer, company, { name: "Hidden" });
    const secret = await addDocument(testServer, hidden);
    const open = await add();
    const person = await addPerson(testServer, company);
    await assignSite(testServer, site, person.id);
    const theirs = await tokenFor(testServer, person.username);
    const session = String(testServer.services.tokens.sessionOf(theirs));
    const { sign } = testServer.services.signedLinks;
    const link = await linkOf(open, theirs);
    expect((await openLink(testServer, link)).status).toBe(200);
    expect(
      (await openLink(testServer, withToken(link, sign("document", { session, document: secret.id }, 60))))
        .status,
    ).toBe(404);
    const outsider = await addPerson(testServer, await addCompany(testServer), { admin: true });
    const foreign = String(
      testServer.services.tokens.sessionOf(await tokenFor(testServer, outsider.username)),
    );
    expect(
      (
        await openLink(
          testServer,
          withToken(link, sign("document", { session: foreign, document: open.id }, 60)),
        )
      ).status,
    ).toBe(404);

    await testServer.sql("delete from site_users where user_id = $1", [person.id]);
    expect((await openLink(testServer, link)).status).toBe(404);
  });

  test("ends with the session it was issued to", async () => {
    const username = (await addPerson(testServer, company, { admin: true })).username;
    const as = await tokenFor(testServer, username);
    const document = await add();
    const link = await linkOf(document, as);
    const { body } = await bulk([document.id], as);
    await testServer.call(signOut, { token: as });
    expect((await openLink(testServer, link)).status).toBe(404);
    expect((await openLink(testServer, body.link)).status).toBe(404);
  });

  test("that is invalid returns a page to browsers and JSON to programs, never the reason", async () => {
    const lost = await linkOf(await add({ content: null }));
    const answers = await Promise.all(
      [lost, withToken(lost, "x")].map(async (link) => {
        const page = await openLink(testServer, link, { headers: { accept: "text/html,*/*" } });
        const answer = await openLink(testServer, link);
        const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
        return { page: await page.text(), status: page.status, body, of: answer.status };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404, of: 404, body: { code: "not_found" } });
    expect(answers[0]?.page).toContain("<h1>Link expired</h1>");
  });

  test("stays out of the log", async () => {
    const lines: string[] = [];
    const app = makeHttpServer(makeLog("info", { write: (line: string) => lines.push(line) }), undefined);
    filePages(app, testServer.services);
    trackingPage(app, testServer.services);
    const { pathname, search } = new URL((await bulk([(await add()).id])).body.link);
    const file = new URL(await linkOf(await add())).pathname;
    const token = file.slice("/files/".length);
    const encoded = [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    const secrets = [
      { url: file },
      { url: `/tracking/${token}` },
      { url: `${pathname}${search}` },
      { url: `/${file}` },
      { url: `${file}/x` },
      { url: file, method: "POST" as const },
      { url: file, headers: { host: "manager-api.goacme.com" } },
      { url: `/files/${token.replaceAll(".", "%2e")}` },
      { url: `/files/${encoded}` },
      { url: `/reset-password/${randomToken()}` },
    ];
    for (const secret of secrets) await app.inject(secret);
    app.log.warn({ err: new Error(`no answer from ${file}`) }, "anything else that is logged");
    await app.close();
    const paths = lines.map((line) => JSON.parse(line).path);
    expect(paths).toEqual([
      "/files/[redacted]",
      "/tracking/[redacted]",
      "/files",
      "//files/[redacted]",
      "/files/[redacted]/x",
      "/files/[redacted]",
      "/api/files/[redacted]",
      "/files/[redacted]",
      "/files/[redacted]",
      "/reset-password/[redacted]",
      undefined,
    ]);
    for (const part of token.split(".")) expect(lines.join("")).not.toContain(part);
    expect(lines.join("")).not.toContain(encoded.slice(-60));
  });
});

describe("a file", () => {
  test.each([
    ['quo"te\\back.pdf', `filename="quo_te_back.pdf"; filename*=UTF-8''quo%22te_back.pdf`],
    ["Prüfzeugnis Ø.pdf", `filename="Prufzeugnis _.pdf"; filename*=UTF-8''Pr%C3%BCfzeugnis%20%C3%98.pdf`],
    ["../../etc/passwd", `filename="__.._etc_passwd.pdf"; filename*=UTF-8''__.._etc_passwd.pdf`],
    [
      "a\r\nSet-Cookie: b=1.pdf",
      `filename="a__Set-Cookie_ b=1.pdf"; filename*=UTF-8''a__Set-Cookie%3A%20b%3D1.pdf`,
    ],
    ["漢字 🙂", `filename="__ _.pdf"; filename*=UTF-8''%E6%BC%A2%E5%AD%97%20%F0%9F%99%82.pdf`],
  ])("named %j is saved under that name and nothing worse", async (name, header) => {
    const document = await add({ name });
    const answer = await openLink(testServer, await linkOf(document));
    expect(answer.headers.get("content-disposition")).toBe(`inline; ${header}`);
    expect(answer.headers.get("set-cookie")).toBeNull();
    await answer.text();
  });

  test.each([
    ["application/pdf", "inline", "application/pdf"],
    ["image/png", "inline", "image/png"],
    ["text/plain", "inline", "text/plain; charset=utf-8"],
    ["text/csv", "inline", "text/plain; charset=utf-8"],
    ["application/msword", "attachment", "application/octet-stream"],
    ["text/html", "attachment", "application/octet-stream"],
    ["image/svg+xml", "attachment", "application/octet-stream"],
    ["application/javascript", "attachment", "application/octet-stream"],
  ])("of type %s is sent %s as %s, and never runs", async (contentType, kind, sent) => {
    const answer = await openLink(
      testServer,
      await linkOf(await add({ contentType, content: "<script>alert(1)</script>" })),
    );
    expect(answer.headers.get("content-type")).toBe(sent);
    expect(answer.headers.get("content-disposition")).toMatch(new RegExp(`^${kind};`));
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    if (sent !== "application/pdf") expect(policy).toMatch(/; sandbox$/);
    await answer.text();
  });

  test("that no browser shows is offered in its tab, and saved from there (DOC-010)", async () => {
    const document = await add({ name: "A <b> & c", contentType: "application/msword", content: "word" });
    const link = await linkOf(document);
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const tab = await openLink(testServer, link, { headers });
    const pageText = await tab.text();
    expect([tab.status, tab.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(pageText).toContain("<h1>A &#60;b&#62; &#38; c.doc</h1>");
    const [, href = ""] = /href="(\?[^"]+)"/.exec(pageText) ?? [];
    const saved = await openLink(testServer, link + href, { headers });
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(await saved.text()).toBe("word");
  });

  test("is closed when its receiver stops reading, but not when it pauses", async () => {
    const link = await linkOf(await add({ content: Buffer.alloc(40 * 1024 * 1024, "x") }));
    const get = vi.spyOn(testServer.services.storage, "get");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { pathname } = new URL(link);
      const answer = await new Promise<import("node:http").IncomingMessage>((resolve) => {
        ask(`${testServer.address}${pathname}`, { agent: false }, resolve).end();
      });
      answer.on("error", () => {});
      const content = await (get.mock.results[0]?.value as ReturnType<
        typeof testServer.services.storage.get
      >);
      await hasSettled(() => (content as unknown as { bytesRead: number }).bytesRead);
      vi.advanceTimersByTime(4 * 60_000);
      expect(content?.destroyed).toBe(false);
      vi.advanceTimersByTime(10 * 60_000);
      expect(content?.destroyed).toBe(true);
      answer.destroy();
    } finally {
      vi.useRealTimers();
      get.mockRestore();
    }
  });

  test("can be opened ten times at once by one user, across all sessions, until one download has ended", async () => {
    const { username } = await addPerson(testServer, company, { admin: true });
    const document = await add({ content: Buffer.alloc(40 * 1024 * 1024, "x") });
    const begin = (link: string) =>
      new Promise<import("node:http").IncomingMessage>((resolve) => {
        ask(`${testServer.address}${new URL(link).pathname}`, { agent: false }, resolve).end();
      });
    const [first, second] = [await tokenFor(testServer, username), await tokenFor(testServer, username)];
    const links = [await linkOf(document, first), await linkOf(document, second)] as const;
    const slow = await Promise.all(Array.from({ length: 10 }, (_, n) => begin(links[n % 2] as string)));
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    for (const link of links) {
      const refused = await begin(link);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
      refused.resume();
    }
    slow
      .pop()
      ?.on("error", () => {})
      .destroy();
    await eventually(async () => {
      const again = await begin(links[0]);
      slow.push(again);
      expect(again.statusCode).toBe(200);
    });
    for (const answer of slow) answer.on("error", () => {}).destroy();
  });

  test("is sent in parts, from the beginning, the middle and the end", async () => {
    const link = await linkOf(await add({ content: "0123456789" }));
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await openLink(testServer, link, { headers: { range, ...more } });
      return [answer.status, answer.headers.get("content-range"), await answer.text()];
    };
    expect(await part("bytes=0-3")).toEqual([206, "bytes 0-3/10", "0123"]);
    expect(await part("bytes=4-")).toEqual([206, "bytes 4-9/10", "456789"]);
    expect(await part("bytes=-2")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
    expect(await part("bytes=0-1,3-4")).toEqual([200, null, "0123456789"]);
    const etag = (await openLink(testServer, link)).headers.get("etag") as string;
    expect(await part("bytes=0-3", { "if-range": etag })).toEqual([206, "bytes 0-3/10", "0123"]);
    expect(await part("bytes=0-3", { "if-range": '"older"' })).toEqual([200, null, "0123456789"]);
  });

  test("responds to HEAD without a body", async () => {
    const document = await add({ content: "0123456789" });
    const head = await openLink(testServer, await linkOf(document), { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const { body } = await bulk([document.id]);
    const zip = await openLink(testServer, body.link, { method: "HEAD" });
    const whole = await (await openLink(testServer, body.link)).arrayBuffer();
    expect([zip.status, zip.headers.get("content-length")]).toEqual([200, String(whole.byteLength)]);
  });

  test("with an unexpected length counts as missing", async () => {
    const document = await add();
    await testServer.services.storage.put(document.key, Buffer.from("cut"));
    expect((await openLink(testServer, await linkOf(document))).status).toBe(404);
    expect((await bulk([document.id])).status).toBe(404);
  });
});

describe("a bulk download", () => {
  const open = async (link: string) => {
    const answer = await openLink(testServer, link);
    const zip = Buffer.from(await answer.arrayBuffer());
    return { answer, zip, entries: unzip(zip) };
  };

  test("of 500 documents with one file missing brings 499 and names the one (DOC-020, DOC-022, DOC-023)", async () => {
    const crowd = await addCompany(testServer);
    const yard = await addSite(testServer, crowd);
    const admin = await tokenFor(testServer, (await addPerson(testServer, crowd, { admin: true })).username);
    const documents = [];
    for (let n = 0; n < 500; n++) {
      const name = `Invoice ${n}.pdf`;
      documents.push(await addDocument(testServer, yard, { name, content: n === 77 ? null : pdfOf(name) }));
    }
    const { status, body } = await bulk(
      documents.map(({ id }) => id),
      admin,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      has_errors: true,
      errors: ["The file of Invoice 77.pdf is missing."],
      link: expect.stringMatching(/^http:\/\/portal\.test\/files\?bundle=/),
    });
    expect(body.link.length).toBeLessThan(8_000); // proxies take no longer line
    const { answer, entries } = await open(body.link);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(entries).toHaveLength(499);
    const found = new Map(entries.map(({ name, content }) => [name, String(content)]));
    expect(found.has("Invoice 77.pdf")).toBe(false);
    for (const { name } of documents.filter(({ name }) => name !== "Invoice 77.pdf")) {
      expect(found.get(name)).toBe(String(pdfOf(name)));
    }
  });

  test("without errors returns an empty list (DOC-020)", async () => {
    const ids = [(await add()).id, (await add()).id];
    expect((await bulk(ids)).body).toEqual({ has_errors: false, errors: [], link: expect.any(String) });
  });

  test("reports unknown and hidden ids by the id only; when none remains it is not found (DOC-036, SEC-001, SEC-002)", async () => {
    const hidden = await addDocument(testServer, await addSite(testServer, company));
    const foreignSite = await addSite(testServer, await addCompany(testServer));
    const foreign = await addDocument(testServer, foreignSite);
    const person = await addPerson(testServer, company);
    await assignSite(testServer, site, person.id);
    const theirs = await tokenFor(testServer, person.username);
    const mine = await add({ name: "Mine.pdf" });
    const strange = [hidden.id, foreign.id, 987_654_321];
    const { body } = await bulk([...strange, mine.id, mine.id], theirs);
    expect(body.errors).toEqual(strange.map((id) => `Document ${id} was not found.`));
    expect((await open(body.link)).entries.map(({ name }) => name)).toEqual(["Mine.pdf"]);
    for (const ids of [strange, [hidden.id], [foreign.id], [987_654_321]]) {
      expect((await bulk(ids, theirs)).status).toBe(404);
    }
    expect((await bulk([(await add({ content: null })).id])).status).toBe(404);
  });

  test("accepts only ids separated by commas, and at most 500", async () => {
    for (const document_ids of ["", "a", "1,", "1;2", "-1", "1.5", "9".repeat(16)]) {
      const { status, body } = await testServer.call(downloadDocuments, { token, query: { document_ids } });
      expect([status, Object.keys(body)]).toEqual([400, ["document_ids"]]);
    }
    expect((await bulk(Array.from({ length: 501 }, (_, n) => n + 1))).status).toBe(400);
    expect((await testServer.call(downloadDocuments, { token })).status).toBe(400);
    const strange = { document_ids: String((await add()).id), x: "1" };
    expect(await testServer.call(downloadDocuments, { token, query: strange })).toMatchObject({
      status: 400,
      body: { x: ["Unknown parameter."] },
    });
  });

  test("gives every file a unique and safe name", async () => {
    const names = ["Same.pdf", "same.pdf", "Same.pdf", "../up.pdf", 'a"b?.pdf'];
    const ids = [];
    for (const name of names) ids.push((await add({ name })).id);
    const { entries } = await open((await bulk(ids)).body.link);
    expect(entries.map(({ name }) => name).toSorted()).toEqual([
      "Same (2).pdf",
      "Same (3).pdf",
      "__up.pdf",
      "a_b_.pdf",
      "same.pdf",
    ]);
  });

  test("has the file name the page sends, which can only be a time (DOC-021)", async () => {
    const { body } = await bulk([(await add()).id]);
    const nameFor = async (query: string) => {
      const answer = await openLink(testServer, `${body.link}${query}`, { method: "HEAD" });
      return /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
    };
    expect(await nameFor("&name=2026-03-31_06-00-00")).toBe("2026-03-31_06-00-00.zip");
    for (const query of ["", "&name=", "&name=../x", "&name=a%0D%0Ab", "&name=a&name=b"]) {
      expect(await nameFor(query)).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.zip$/);
    }
  });

  test("lists in the zip itself the files missing since the link was issued", async () => {
    const [kept, lost] = [await add({ name: "Kept.pdf" }), await add({ name: "Lost.pdf" })];
    const { body } = await bulk([kept.id, lost.id]);
    expect(body.has_errors).toBe(false);
    await testServer.services.storage.delete(lost.key);
    const { entries } = await open(body.link);
    expect(entries.map(({ name }) => name)).toEqual(["Kept.pdf", "_missing.txt"]);
    expect(String(entries[1]?.content)).toBe("The file of Lost.pdf is missing.\r\n");
  });

  test("lists them in the zip's comment when the missing file was too small to be replaced by a note (DOC-023)", async () => {
    const text = { contentType: "text/plain", content: "x" };
    const [kept, lost] = [await add({ name: "Kept.txt", ...text }), await add({ name: "Lost.txt", ...text })];
    const { body } = await bulk([kept.id, lost.id]);
    const { storage } = testServer.services;
    const open_ = storage.get.bind(storage);
    const get = vi
      .spyOn(storage, "get")
      .mockImplementation(async (key) => (key === lost.key ? undefined : open_(key)));
    onTestFinished(() => get.mockRestore());
    const { answer, entries, zip } = await open(body.link);
    expect(entries.map(({ name }) => name)).toEqual(["Kept.txt"]);
    expect(commentOf(zip).trimEnd()).toBe("The file of Lost.txt is missing.");
    const whole = await openLink(testServer, body.link, { method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe(whole.headers.get("content-length"));
  });

  test("continues without a file that cannot be read, and lists it; the length is unchanged (DOC-023)", async () => {
    const names = ["A.pdf", "B.pdf", "C.pdf", "D.pdf"];
    const documents = [];
    for (const name of names) documents.push(await add({ name }));
    const { body } = await bulk(documents.map(({ id }) => id));
    const { storage } = testServer.services;
    const open_ = storage.get.bind(storage);
    const [, failing, replaced] = documents;
    const get = vi.spyOn(storage, "get").mockImplementation(async (key) => {
      if (key === failing?.key) throw new Error("The store is away for a moment.");
      return key === replaced?.key ? undefined : open_(key);
    });
    onTestFinished(() => get.mockRestore());
    const { answer, entries } = await open(body.link);
    expect(entries.map(({ name }) => name)).toEqual(["A.pdf", "D.pdf", "_missing.txt"]);
    expect(String(entries[2]?.content).trimEnd()).toBe(
      "The file of B.pdf is missing.\r\nThe file of C.pdf is missing.",
    );
    const whole = await openLink(testServer, body.link, { method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe(whole.headers.get("content-length"));
  });

  test("gives that note another name than a document of the same name", async () => {
    const note = await add({ name: "_missing.txt", contentType: "text/plain", content: "mine" });
    const lost = await add({ name: "Lost.pdf" });
    const { body } = await bulk([note.id, lost.id]);
    await testServer.services.storage.delete(lost.key);
    const { entries } = await open(body.link);
    expect(entries.map(({ name, content }) => [name, String(content)])).toEqual([
      ["_missing.txt", "mine"],
      ["_missing (2).txt", "The file of Lost.pdf is missing.\r\n"],
    ]);
  });

  test("refuses a link that was altered, is a document's, or is another company's (SEC-021)", async () => {
    const document = await add();
    const { body } = await bulk([document.id]);
    const session = String(testServer.services.tokens.sessionOf(token));
    const outsider = await addPerson(testServer, await addCompany(testServer), { admin: true });
    const foreign = String(
      testServer.services.tokens.sessionOf(await tokenFor(testServer, outsider.username)),
    );
    const { sign } = testServer.services.signedLinks;
    const documents = document.id.toString(36);
    for (const bad of [
      sign("document", { session, document: document.id }, 60),
      sign("bundle", { session: foreign, documents }, 60),
      sign("bundle", { session, documents }, -1),
      "x",
      "",
    ]) {
      const link = new URL(body.link);
      link.searchParams.set("bundle", bad);
      expect((await openLink(testServer, link.href)).status).toBe(404);
    }
    expect((await openLink(testServer, "http://portal.test/files")).status).toBe(404);
    expect((await openLink(testServer, body.link)).status).toBe(200);
  });

  test("reads no further than its receiver, who may pause: nothing is buffered (DOC-022)", async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, "x");
    const ids = [];
    for (let n = 0; n < 40; n++) ids.push((await add({ content: large })).id);
    const { body } = await bulk(ids);
    const { storage } = testServer.services;
    const open = storage.get.bind(storage);
    let fromStore = 0;
    const get = vi.spyOn(storage, "get").mockImplementation(async (key) => {
      const content = await open(key);
      content?.on("data", (chunk: Buffer) => {
        fromStore += chunk.length;
      });
      content?.pause();
      return content;
    });
    const { pathname, search } = new URL(body.link);
    const answer = await new Promise<import("node:http").IncomingMessage>((resolve) => {
      ask(`${testServer.address}${pathname}${search}`, resolve).end();
    });
    let received = 0;
    let furthest = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      // From time to time the receiver pauses until the server has stopped reading.
      const pauses =
        Math.floor(received / (10 * large.length)) <
        Math.floor((received + chunk.length) / (10 * large.length));
      if (pauses || received === 0) await hasSettled(() => fromStore);
      furthest = Math.max(furthest, fromStore - received);
      received += chunk.length;
    }
    expect(received).toBe(Number(answer.headers["content-length"]));
    // The data in socket buffers, up to about 40 MB depending on the system, of 200 MB in all.
    expect(furthest).toBeLessThan(20 * large.length);
    get.mockRestore();
  });

  test("stops reading files when its receiver hangs up (DOC-022)", async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, "x");
    const ids = [];
    for (let n = 0; n < 12; n++) ids.push((await add({ content: large })).id);
    const { body } = await bulk(ids);
    const get = vi.spyOn(testServer.services.storage, "get");
    const { pathname, search } = new URL(body.link);
    const opened = await new Promise<import("node:http").IncomingMessage>((resolve) => {
      ask(`${testServer.address}${pathname}${search}`, resolve).end();
    });
    await new Promise((resolve) => opened.once("data", resolve));
    opened.destroy();
    const read = await Promise.all(get.mock.results.map(({ value }) => value));
    await eventually(() => expect(read.every((stream) => stream.destroyed)).toBe(true));
    expect(get.mock.calls.length).toBeLessThan(6); // not all twelve
    get.mockRestore();
  });
});
