import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "@mcc/server/src/embedded-postgres/free-port.ts";
import type { Owner } from "@mcc/server/src/testing/database-owner.ts";
import type { TestServer } from "@mcc/server/src/testing/test-server.ts";
import { startServerProcess } from "../battery/server-process.ts";

const TESTING = "apps/server/src/testing/every-endpoint";

/** What the tests of a version have for its endpoints. They are those of its own contract. */
type Kit = typeof import("@mcc/server/src/testing/every-endpoint/requests.ts") &
  typeof import("@mcc/server/src/testing/every-endpoint/full-company.ts") &
  typeof import("@mcc/server/src/testing/every-endpoint/callers.ts");

const importFrom = <Module>(root: string, path: string): Promise<Module> =>
  import(pathToFileURL(join(root, path)).href);

const loadKit = async (root: string): Promise<Kit> => ({
  ...(await importFrom<Kit>(root, `${TESTING}/requests.ts`)),
  ...(await importFrom<Kit>(root, `${TESTING}/full-company.ts`)),
  ...(await importFrom<Kit>(root, `${TESTING}/callers.ts`)),
});

/** A process of one version, for requests and jobs, and its tests' means to fill a company and to ask for everything. */
export const startVersion = async (
  name: string,
  root: string,
  owner: Owner,
  variables: Record<string, string>,
  onError: (line: string) => void,
) => {
  const port = await freePort();
  const running = await startServerProcess(
    name,
    port,
    { ...variables, MCC_ROLE: "all" },
    {
      onError: (_, line) => onError(`${name} logged ${line}`),
      onLost: (_, how) => onError(`${name} ended with ${how}`),
    },
    root,
  );
  const kit = await loadKit(root);
  const server = await serverAt(running.address, root, owner, variables);
  return { kit, server, ...running };
};
export type Version = Awaited<ReturnType<typeof startVersion>>;

/** As the tests see a server; requests go to the process. */
const serverAt = async (
  address: string,
  root: string,
  owner: Owner,
  variables: Record<string, string>,
): Promise<TestServer> => {
  const services = "apps/server/src/platform";
  const { openDatabase } = await importFrom<typeof import("@mcc/server/src/platform/db/database.ts")>(
    root,
    `${services}/db/database.ts`,
  );
  const { openStorage } = await importFrom<typeof import("@mcc/server/src/platform/files/open-storage.ts")>(
    root,
    `${services}/files/open-storage.ts`,
  );
  const { readSettings } = await importFrom<typeof import("@mcc/server/src/env.ts")>(
    root,
    "apps/server/src/env.ts",
  );
  const settings = readSettings(variables);
  const ask = async (method: string, url: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${address}${url}`, { method, headers, body, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const server = {
    address,
    sql: owner.sql,
    services: {
      database: openDatabase(settings.databaseUrl ?? "", () => {}, settings),
      storage: await openStorage(settings),
    },
    app: {
      inject: async ({ method, url, headers, payload }: Injected) => {
        const { status, text } = await ask(method, url, headers, payload);
        return { statusCode: status, body: text };
      },
    },
    call: async (endpoint: { method: string; path: string }, request: Called = {}) => {
      const { params = {}, query = {}, body, token, headers } = request;
      const path = endpoint.path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(params[key])));
      const {
        status,
        headers: own,
        text,
      } = await ask(
        endpoint.method,
        `/api${path}?${new URLSearchParams(query)}`,
        {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token ? { authorization: `JWT ${token}` } : {}),
          ...headers,
        },
        body === undefined ? undefined : JSON.stringify(body),
      );
      return { status, headers: own, body: text ? JSON.parse(text) : undefined };
    },
  };
  return server as unknown as TestServer;
};

interface Injected {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string;
}
interface Called {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}
