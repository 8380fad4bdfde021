import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { afterFile } from "../../testing/after-file.ts";
import { makeSigningKey } from "../../testing/identity-providers/certificate.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type Progress, sendToCollector } from "./collector.service.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const key = makeSigningKey("localhost");
const caFile = join(mkdtempSync(join(tmpdir(), "mcc-collector-")), "ca.pem");
writeFileSync(caFile, key.pem);
const otherCaFile = join(mkdtempSync(join(tmpdir(), "mcc-collector-")), "ca.pem");
writeFileSync(otherCaFile, makeSigningKey("localhost").pem);
const trusted = { key: key.key, cert: key.pem };

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server, port = 0) =>
  new Promise<void>((done) => server.listen(port, "localhost", () => done()));
const close = (server: Server) => new Promise<void>((done) => server.close(() => done()));

interface Taken {
  readonly id: string;
  readonly type: string;
  readonly company: string | null;
  readonly entries: { readonly position: number; readonly action?: string; readonly address?: string }[];
}

let testServer: TestServer;
let companyId: number;
let other: number;

beforeAll(async () => {
  testServer = await startTestServer();
  await testServer.services.jobs.stop();
});
beforeEach(async () => {
  companyId = await addCompany(testServer);
  other = await addCompany(testServer);
});

const slugOf = async (id: number) =>
  (await testServer.sql<{ slug_name: string }>("select slug_name from companies where id = $1", [id]))[0]
    ?.slug_name;
const audited = (company: number, names: readonly string[]) =>
  testServer.sql(
    `insert into audit_entries (company_id, actor_name, action, record_type, record_id, created_at)
     select $1, 'Ada', name, 'site', '1', now() - interval '1 day' from unnest($2::text[]) with ordinality as one (name, place)
     order by place`,
    [company, names],
  );
const signedIn = (company: number, address: string) =>
  testServer.sql(
    "insert into sign_ins (company_id, method, result, address, device) values ($1, 'Password', 'Accepted', $2, '')",
    [company, address],
  );
const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `site.${from + at}`);

const sendTo = (url: string, ca: string | undefined = caFile, progress: Progress = {}) => {
  const { services } = testServer;
  const collector = { url, secret: SECRET, caFile: ca };
  const settings = { ...services.settings, collector };
  return sendToCollector({ ...services, settings }, new AbortController().signal, progress);
};

describe("a collector behind HTTPS", () => {
  let taken: Taken[] = [];
  let answer: (id: string) => number = () => 204;
  let server: Server;

  const open = async (port = 0) => {
    server = createHttpsServer(trusted, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString("utf8");
      const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = request.headers;
      const signed = createHmac("sha256", Buffer.alloc(32, 7)).update(`${id}.${at}.${body}`).digest("base64");
      expect(signature).toBe(`v1,${signed}`);
      taken.push({ id: String(id), ...JSON.parse(body) });
      response.writeHead(answer(String(id))).end();
    });
    await listen(server, port);
    return `https://localhost:${portOf(server)}/audit`;
  };
  const actionsOf = (company: string | undefined) =>
    taken
      .filter((batch) => batch.company === company && batch.type === "audit.entries")
      .flatMap(({ entries }) => entries.map(({ action }) => action));

  let url: string;
  beforeAll(async () => {
    url = await open();
    afterFile(() => close(server));
  });
  beforeEach(async () => {
    answer = () => 204;
    await sendTo(url);
    taken = [];
  });

  test("gets the audit and the sign-ins of each company in order, signed, and each once while it answers (EVID-001 partly)", async () => {
    await audited(companyId, numbered(450));
    await audited(other, ["role.created"]);
    await signedIn(companyId, "192.0.2.1");
    await signedIn(companyId, "192.0.2.2");
    await sendTo(url);
    expect(actionsOf(await slugOf(companyId))).toEqual(numbered(450));
    expect(actionsOf(await slugOf(other))).toEqual(["role.created"]);
    const signIns = taken.filter(({ type }) => type === "sign_in.entries");
    expect(signIns.flatMap(({ entries }) => entries.map(({ address }) => address))).toEqual([
      "192.0.2.1",
      "192.0.2.2",
    ]);
    taken = [];
    await sendTo(url);
    expect(taken).toEqual([]);
  });

  test("gets what happened while it was away, in order, and nothing is lost (EVID-001)", async () => {
    const port = portOf(server);
    await close(server);
    await audited(companyId, numbered(230));
    await sendTo(url);
    await audited(companyId, numbered(20, 231));
    await signedIn(companyId, "192.0.2.3");
    await sendTo(url);
    expect(taken).toEqual([]);
    await open(port);
    await sendTo(url);
    expect(actionsOf(await slugOf(companyId))).toEqual(numbered(250));
    expect(taken.filter(({ type }) => type === "sign_in.entries")).toHaveLength(1);
  });

  test("gets a batch again that it did not confirm, with the same message id, and later ones after it (EVID-001 partly)", async () => {
    await audited(companyId, numbered(250));
    await audited(other, ["role.created"]);
    const slug = await slugOf(companyId);
    answer = (id) => (id.startsWith(`audit_${companyId}_`) ? 500 : 204);
    await sendTo(url);
    const [first] = taken.filter(({ company }) => company === slug);
    expect(actionsOf(slug)).toEqual(numbered(200));
    expect(actionsOf(await slugOf(other))).toEqual(["role.created"]);
    taken = [];
    answer = () => 204;
    await sendTo(url);
    expect(taken[0]?.id).toBe(first?.id);
    expect(actionsOf(slug)).toEqual(numbered(250));
  });

  test("gets a sign-in whose transaction took longer than that of a later one (EVID-001 partly)", async () => {
    const slow = new pg.Client(testServer.url);
    await slow.connect();
    const insert = `insert into mcc.sign_ins (company_id, method, result, address, device)
      values (${companyId}, 'Password', 'Accepted', '192.0.2.4', '')`;
    await slow.query("begin");
    await slow.query(insert);
    await signedIn(companyId, "192.0.2.5");
    await audited(companyId, ["site.1"]);
    await sendTo(url);
    expect(taken.map(({ type }) => type)).toEqual(["audit.entries"]);
    await slow.query("commit");
    await slow.end();
    await sendTo(url);
    const addresses = taken.flatMap(({ entries }) => entries.map(({ address }) => address ?? ""));
    expect(addresses.filter((one) => one.startsWith("192."))).toEqual(["192.0.2.4", "192.0.2.5"]);
  });

  test("gets the other companies' when it refuses those of some for good (EVID-001 partly)", async () => {
    const [third, last] = [await addCompany(testServer), await addCompany(testServer)];
    const refused = [companyId, other, third];
    for (const company of [...refused, last]) await audited(company, ["site.1"]);
    answer = (id) => (refused.some((company) => id.startsWith(`audit_${company}_`)) ? 500 : 204);
    const progress: Progress = {};
    await sendTo(url, caFile, progress);
    await sendTo(url, caFile, progress);
    expect(actionsOf(await slugOf(last))).toEqual(["site.1"]);
    // They are still sent, and come once they are taken.
    taken = [];
    answer = () => 204;
    await sendTo(url, caFile, progress);
    for (const company of refused) expect(actionsOf(await slugOf(company))).toEqual(["site.1"]);
  });

  test("gets smaller batches when one is too large for it (EVID-001 partly)", async () => {
    await audited(companyId, numbered(450));
    const isTooLarge = (id: string) => {
      const [first = 0, until = 0] = id.split("_").slice(-2).map(Number);
      return until - first >= 60;
    };
    answer = (id) => (isTooLarge(id) ? 413 : 204);
    await sendTo(url);
    taken = taken.filter(({ id }) => !isTooLarge(id));
    expect(actionsOf(await slugOf(companyId))).toEqual(numbered(450));
  });

  test("is connected to once for all that is sent in a run", async () => {
    let connections = 0;
    const count = () => {
      connections++;
    };
    server.on("secureConnection", count);
    await audited(companyId, numbered(250));
    await audited(other, ["role.created"]);
    await sendTo(url);
    server.off("secureConnection", count);
    expect([taken.length, connections]).toEqual([3, 1]);
  });

  test("gets nothing when its certificate is not trusted", async () => {
    await audited(companyId, ["site.1"]);
    await sendTo(url, otherCaFile);
    expect(taken).toEqual([]);
  });

  test("gets each entry once when two workers send at the same time", async () => {
    await audited(companyId, numbered(50));
    await Promise.all([sendTo(url), sendTo(url), sendTo(url)]);
    expect(actionsOf(await slugOf(companyId))).toEqual(numbered(50));
  });
});

test("a collector for syslog over TLS gets the same as lines of RFC 5424, framed by their length (EVID-001 partly)", async () => {
  let content = "";
  const server = createTlsServer(trusted, (socket) => {
    socket.on("data", (chunk) => {
      content += chunk.toString("latin1");
    });
  });
  await listen(server);
  await addPerson(testServer, companyId);
  await audited(companyId, ["site.created", "Größe\nsite.updated"]);
  const url = `syslog+tls://localhost:${portOf(server)}`;
  await sendTo(url);
  await close(server);
  const lines: string[] = [];
  while (content) {
    const [length = ""] = content.split(" ", 1);
    const start = length.length + 1;
    lines.push(content.slice(start, start + Number(length)));
    content = content.slice(start + Number(length));
  }
  const slug = await slugOf(companyId);
  const own = lines.filter((line) => line.includes(`"company":"${slug}"`));
  expect(own).toHaveLength(2);
  const parsed = own.map((line) => /^<110>1 (\S+Z) \S+ mcc - audit - (\{.*\})$/.exec(line));
  expect(parsed.map((found) => JSON.parse(found?.[2] ?? "{}").action)).toEqual([
    "site.created",
    "Größe\nsite.updated",
  ]);
  // Nobody listens: the next one stays until somebody does.
  await audited(companyId, ["site.deleted"]);
  await sendTo(url);
  const [waiting] = await testServer.sql<{ position: string }>(
    "select position from collector_positions where kind = 'audit' and chain = $1",
    [companyId],
  );
  expect(Number(waiting?.position)).toBe(2);
});

/** `MCC_TEST_SYSLOG_URL`: a real collector, as syslog+tls://localhost:6514?ca=ca.pem&file=audit.log with what it writes */
const realSyslog = process.env.MCC_TEST_SYSLOG_URL;

if (realSyslog) {
  test("a real collector for syslog over TLS has every entry, in order, and each once (EVID-001 partly)", async () => {
    const { origin, host, protocol, searchParams } = new URL(realSyslog);
    await audited(companyId, numbered(450));
    await audited(other, numbered(30));
    await sendTo(origin === "null" ? `${protocol}//${host}` : origin, searchParams.get("ca") ?? undefined);
    const writtenOf = async (company: number) => {
      const slug = await slugOf(company);
      const lines = readFileSync(searchParams.get("file") ?? "", "utf8").split("\n");
      return lines.flatMap((line) =>
        line.includes(`"company":"${slug}"`) ? JSON.parse(line.slice(line.indexOf("{"))).action : [],
      );
    };
    await expect.poll(() => writtenOf(companyId)).toEqual(numbered(450));
    expect(await writtenOf(other)).toEqual(numbered(30));
  });
} else {
  test("a real collector was left out: MCC_TEST_SYSLOG_URL names none", () => expect(realSyslog).toBeFalsy());
}
