import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { inject } from "vitest";
import { makeApp } from "../app.ts";
import { storefrontKeys } from "../demo/storefront/keys.ts";
import { readSettings } from "../env.ts";
import { allJobs } from "../jobs.ts";
import { makeCompanyKeyUse } from "../platform/access/keys/company-key-use.ts";
import { makeContentSigner } from "../platform/access/secrets/content-signer.ts";
import { makeSignedLinks } from "../platform/access/secrets/signed-links.ts";
import { makeTextCipher } from "../platform/access/secrets/text-cipher.ts";
import { makeSessionUse } from "../platform/access/session-use.ts";
import { makeTokens } from "../platform/access/tokens.ts";
import { openDatabase } from "../platform/db/database.ts";
import type { Waits } from "../platform/db/pool-shares.ts";
import { openStorage } from "../platform/files/open-storage.ts";
import { makeRequestUse } from "../platform/http/limits/request-use.ts";
import { startJobQueue } from "../platform/jobs/job-queue.ts";
import { openChangeFeed } from "../platform/live/change-feed.ts";
import { makeEventStreams } from "../platform/live/event-streams.ts";
import { type Log, makeLog } from "../platform/log.ts";
import type { Services } from "../platform/services.ts";
import { afterFile } from "./after-file.ts";
import { openOwner } from "./database-owner.ts";
import { onServer, TEMPLATE, urlOf } from "./databases.ts";

export const SECRET = "a secret that is long enough for every test";

let started = 0;

interface TestServerOptions {
  readonly log?: Log;
  readonly waits?: Waits;
  readonly serverUrl?: string;
  readonly poolerUrl?: string;
  readonly template?: string;
  /** A database that is there already, instead of a copy of the template. */
  readonly name?: string;
}

const copyTemplate = async (serverUrl: string, template: string): Promise<string> => {
  const name = `test_server_${process.pid}_${++started}`;
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return name;
};

/** A complete installation with its own database, used over HTTP. */
export const startTestServer = async (
  variables: Record<string, string> | ((database: string) => Record<string, string>) = {},
  {
    log = makeLog(process.env.LOG_LEVEL ?? "silent"),
    waits,
    serverUrl = inject("postgresUrl"),
    poolerUrl = serverUrl,
    template = TEMPLATE,
    name: given,
  }: TestServerOptions = {},
) => {
  const name = given ?? (await copyTemplate(serverUrl, template));
  const url = urlOf(serverUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), "mcc-test-server-"));
  const settings = readSettings({
    DATABASE_URL: url,
    MCC_SECRET: SECRET,
    MCC_DATA_DIR: dataDir,
    MCC_PUBLIC_URL: "http://portal.test",
    ...(typeof variables === "function" ? variables(name) : variables),
  });
  const database = openDatabase(urlOf(poolerUrl, name), () => {}, { ...settings, waits });
  const changes = openChangeFeed(database, log);
  const storage = await openStorage(settings);
  const base = {
    settings,
    database,
    storage,
    changes,
    streams: makeEventStreams(database, changes, log),
    log,
    tokens: makeTokens(SECRET),
    sessionUse: makeSessionUse(database, log),
    requestUse: makeRequestUse(database, log),
    companyKeyUse: makeCompanyKeyUse(database, log),
    signedLinks: makeSignedLinks(SECRET),
    textCipher: makeTextCipher(SECRET),
    auditSigner: makeContentSigner("audit heads", SECRET),
    publicUrl: () => "http://portal.test",
  };
  const jobs = await startJobQueue(url, (queue) => allJobs(base, queue), { works: true, log });
  const services: Services = { ...base, jobs };
  const storefront = settings.demo ? storefrontKeys(SECRET) : undefined;
  const app = makeApp(services, { pages: false, storefront });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const owner = openOwner(url);
  let closed: Promise<void> | undefined;
  const { sessionUse, requestUse, companyKeyUse } = base;
  const closeOnce = async () => {
    app.server.closeAllConnections();
    const parts = [app, jobs, changes, sessionUse, requestUse, companyKeyUse, database, owner] as const;
    // A test may have closed one of them itself.
    for (const part of parts) await ("stop" in part ? part.stop() : part.close()).catch(() => {});
    rmSync(dataDir, { recursive: true, force: true });
  };
  const close = () => {
    closed ??= closeOnce();
    return closed;
  };
  afterFile(close);
  return { address, services, app, url, sql: owner.sql, call: makeCaller(address), close };
};
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export interface TestResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type TestRequest<E extends Endpoint> = Partial<EndpointRequest<E>> & {
  token?: string;
  headers?: Record<string, string>;
};

/** Calls an endpoint by its contract; a successful response must match the declared schema. */
const makeCaller =
  (address: string) =>
  async <E extends Endpoint>(endpoint: E, request: TestRequest<E> = {}): Promise<TestResponse<Reply<E>>> => {
    const {
      params = {},
      query = {},
      body,
      token,
      headers,
    } = request as {
      params?: Record<string, unknown>;
      query?: Record<string, string | readonly string[]>;
      body?: unknown;
      token?: string;
      headers?: Record<string, string>;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        [value].flat().map((one): [string, string] => [key, String(one)]),
      ),
    ).toString();
    const response = await fetch(`${address}/api${path}${search ? `?${search}` : ""}`, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `JWT ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const parsed = text ? JSON.parse(text) : undefined;
    if (response.status === 200) endpoint.reply.parse(parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  };
