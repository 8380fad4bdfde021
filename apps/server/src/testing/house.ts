import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ask, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { afterAll, inject } from "vitest";
import { makeApp } from "../app.ts";
import { readSettings } from "../env.ts";
import { openChanges } from "../platform/changes.ts";
import { openDatabase } from "../platform/database.ts";
import { startJobs } from "../platform/jobs.ts";
import { makeLinks } from "../platform/links.ts";
import { type Log, makeLog } from "../platform/log.ts";
import { openStorage } from "../platform/open-storage.ts";
import type { Platform } from "../platform/platform.ts";
import { makeSeal } from "../platform/seal.ts";
import { makeStreams } from "../platform/streams.ts";
import { makeTokens } from "../platform/tokens.ts";
import { jobsOf } from "../work.ts";
import { onServer, urlOf } from "./databases.ts";
import { TEMPLATE } from "./global-setup.ts";
import { openOwner } from "./owner.ts";

export const SECRET = "a secret that is long enough for every test";

let houses = 0;

/** A whole installation over a database of its own, spoken to over HTTP. */
export const openHouse = async (
  variables: Record<string, string> = {},
  { log = makeLog(process.env.LOG_LEVEL ?? "silent") }: { log?: Log } = {},
) => {
  const serverUrl = inject("postgresUrl");
  const name = `house_${process.pid}_${++houses}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  const url = urlOf(serverUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), "mcc-house-"));
  const settings = readSettings({
    DATABASE_URL: url,
    MCC_SECRET: SECRET,
    MCC_DATA_DIR: dataDir,
    MCC_PUBLIC_URL: "http://portal.test",
    ...variables,
  });
  const database = openDatabase(url, () => {});
  const changes = openChanges(database, log);
  const storage = await openStorage(settings);
  const base = {
    settings,
    database,
    storage,
    changes,
    streams: makeStreams(database, changes, log),
    log,
    tokens: makeTokens(SECRET),
    links: makeLinks(SECRET),
    seal: makeSeal(SECRET),
    publicUrl: () => "http://portal.test",
  };
  const jobs = await startJobs(
    url,
    jobsOf(base, () => jobs),
    { works: true, log },
  );
  const platform: Platform = { ...base, jobs };
  const app = makeApp(platform, { pages: false });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const owner = openOwner(url);
  const close = async () => {
    await app.close();
    await jobs.stop();
    await changes.stop();
    await database.close();
    await owner.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  afterAll(close);
  return { address, platform, app, url, sql: owner.sql, call: callerAt(address) };
};
export type House = Awaited<ReturnType<typeof openHouse>>;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type Asking<E extends Endpoint> = Partial<Ask<E>> & { token?: string; headers?: Record<string, string> };

/** Calls an endpoint by its contract; a good answer must have the shape it declares. */
const callerAt =
  (address: string) =>
  async <E extends Endpoint>(endpoint: E, asking: Asking<E> = {}): Promise<Answer<Reply<E>>> => {
    const {
      params = {},
      query = {},
      body,
      token,
      headers,
    } = asking as {
      params?: Record<string, unknown>;
      query?: Record<string, string>;
      body?: unknown;
      token?: string;
      headers?: Record<string, string>;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const answer = await fetch(`${address}/api${path}${search ? `?${search}` : ""}`, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `JWT ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    const parsed = text ? JSON.parse(text) : undefined;
    if (answer.status === 200) endpoint.reply.parse(parsed);
    return { status: answer.status, headers: answer.headers, body: parsed };
  };
