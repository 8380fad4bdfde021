import { setTimeout as wait } from "node:timers/promises";
import { type Random, randomFor } from "@mcc/server/src/demo/random.ts";
import { pdfOf } from "@mcc/server/src/testing/documents.ts";
import { absentIds } from "@mcc/server/src/testing/every-endpoint/ids.ts";
import { endpoints, keyOf, pathOf, sampleOf } from "@mcc/server/src/testing/every-endpoint/requests.ts";
import { mayCall } from "@mcc/server/src/testing/every-endpoint/rights.ts";
import { orderOf } from "@mcc/server/src/testing/integration.ts";
import type { Company } from "./company.ts";
import type { Installation } from "./installation.ts";
import { checksumOf, type Decision, type Ledger } from "./ledger.ts";
import type { Findings } from "./stage-result.ts";

const ANSWER_WITHIN = 30_000;
const PAUSE = 250;

/** A request that was answered, or not: then its status is 0. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Milliseconds, of one clock for all. */
  readonly from: number;
  readonly to: number;
}

interface Traffic {
  readonly installation: Installation;
  readonly company: Company;
  readonly ledger: Ledger;
  readonly findings: Findings;
  readonly seed: number;
  readonly clients: number;
  /** How long a client waits after each step, in milliseconds. */
  readonly pause: number;
  readonly onExchange: (exchange: Exchange) => void;
}

type Sender = (path: string, init?: RequestInit, web?: number) => Promise<number>;

/** Clients that read and write through both web processes until they are stopped. */
export const startTraffic = (traffic: Traffic) => {
  let isStopped = false;
  let requests = 0;
  const { installation, findings, clients, seed, onExchange } = traffic;
  const senderOf =
    (random: Random): Sender =>
    async (path, init = {}, web = random.integer(0, 1)) => {
      const { address } = installation.webs[web] as { address: string };
      const method = init.method ?? "GET";
      const from = performance.now();
      let status = 0;
      requests += 1;
      try {
        const answer = await fetch(`${address}${path}`, {
          ...init,
          signal: AbortSignal.timeout(ANSWER_WITHIN),
        });
        await answer.arrayBuffer();
        status = answer.status;
      } catch (error) {
        if ((error as Error).name === "TimeoutError")
          findings.add(`${method} ${path.split("?")[0]} was not answered within ${ANSWER_WITHIN / 1000} s`);
      }
      if (status === 500) findings.add(`${method} ${path.split("?")[0]} was answered with 500`);
      onExchange({ method, path, status, from, to: performance.now() });
      return status;
    };
  const run = async (client: number): Promise<void> => {
    const random = randomFor(`${seed}, client ${client} of ${traffic.company.slug}`);
    const send = senderOf(random);
    const steps = stepsOf(traffic, send, random, () => isStopped);
    for (let n = 0; !isStopped; n++) {
      await random.weighted(steps)(`${client}-${n}`);
      if (traffic.pause > 0) await wait(random.integer(0, 2 * traffic.pause));
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  return {
    requests: () => requests,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
};

const JSON_TYPE = { "content-type": "application/json" };

/** What a client does, and how often. */
const stepsOf = (traffic: Traffic, send: Sender, random: Random, isStopped: () => boolean) => {
  const { company, ledger, findings } = traffic;
  const { slug, site, headers } = company;

  /** Sent again until it is acknowledged: that is harmless, and after a lost answer it may be there already. */
  const put = async (path: string, body: () => RequestInit, acknowledge: () => void): Promise<boolean> => {
    while (!isStopped()) {
      const status = await send(path, { method: "PUT", ...body() });
      if (status === 200) {
        acknowledge();
        return true;
      }
      if (status >= 400 && status < 500 && status !== 429) {
        findings.add(`PUT ${path} was refused with ${status}`);
        return false;
      }
      await wait(PAUSE);
    }
    return false;
  };

  /** Sent once: whether it was stored is unknown without an answer. */
  const post = async (path: string, field: string, value: string, kind: "roles" | "comments") => {
    ledger[kind].set(value, "unknown");
    const body = JSON.stringify({ [field]: value });
    const status = await send(path, { method: "POST", headers: { ...headers.user, ...JSON_TYPE }, body });
    if (status === 200) ledger[kind].set(value, "acknowledged");
    else if (status >= 400 && status < 500 && status !== 429)
      findings.add(`POST of ${kind} was refused with ${status}`);
  };

  const decide = async (identifier: string, kind: Decision): Promise<void> => {
    const body = kind === "reject" ? { headers: JSON_TYPE, body: JSON.stringify({ note: "no" }) } : {};
    const path = `/api/orders/${identifier}/${kind}/`;
    const asked = ledger.decisions.get(identifier) ?? [];
    ledger.decisions.set(identifier, asked);
    for (let isDecided = false; !isDecided && !isStopped(); ) {
      const entry: (typeof asked)[number] = { kind, outcome: "unknown" };
      asked.push(entry);
      const init = { method: "POST", ...body, headers: { ...headers.user, ...body.headers } };
      const status = await send(path, init);
      isDecided = [200, 400, 403, 409].includes(status);
      if (isDecided) entry.outcome = status === 200 ? "acknowledged" : "refused";
      else if (status >= 400 && ![429, 500, 503].includes(status))
        findings.add(`POST ${kind} was answered with ${status}`);
      if (!isDecided) await wait(PAUSE);
    }
  };

  const placeOrder = async (name: string): Promise<void> => {
    const identifier = `O-${name}`;
    ledger.orders.set(identifier, "unknown");
    const order = () => ({
      headers: { ...headers.key, ...JSON_TYPE },
      body: JSON.stringify(orderOf(site.shopUser)),
    });
    const isPlaced = await put(`/api/integration/v1/companies/${slug}/orders/${identifier}/`, order, () =>
      ledger.orders.set(identifier, "acknowledged"),
    );
    if (!isPlaced) return;
    if (random.chance(0.3))
      await post(`/api/orders/${identifier}/comments/`, "text", `About ${name}`, "comments");
    const chance = random.next();
    if (chance < 0.5) await decide(identifier, "approve");
    else if (chance < 0.7) await decide(identifier, "reject");
    // At once: exactly one of them wins.
    else if (chance < 0.9) await Promise.all([decide(identifier, "approve"), decide(identifier, "reject")]);
  };

  const storeDocument = async (name: string): Promise<void> => {
    const content = pdfOf(`${name} ${"x".repeat(random.integer(0, 200_000))}`);
    ledger.documents.set(`D-${name}`, { outcome: "unknown", checksum: checksumOf(content) });
    const form = () => {
      const body = new FormData();
      body.append("document_type", "Invoice");
      body.append("ecommerce_username", site.shopUser);
      body.append("file", new Blob([new Uint8Array(content)]), `${name}.pdf`);
      return { headers: headers.key, body };
    };
    await put(`/api/integration/v1/companies/${slug}/documents/D-${name}/`, form, () =>
      ledger.documents.set(`D-${name}`, { outcome: "acknowledged", checksum: checksumOf(content) }),
    );
  };

  const createRole = (name: string): Promise<void> =>
    post("/api/accounts/roles/", "name", `Role ${name}`, "roles");

  /** Refused while its orders are being counted; which of the changes is the last one does not matter. */
  const changeBudget = async (): Promise<void> => {
    const period = {
      period: random.pick(["month", "quarter", "year"]),
      starts_on: "2026-01-01",
      repeats: true,
    };
    const change = random.chance(0.5) ? period : { amount: String(random.integer(1, 100_000)) };
    const status = await send(`/api/budgets/${random.pick(company.budgets)}/`, {
      method: "PATCH",
      headers: { ...headers.user, ...JSON_TYPE },
      body: JSON.stringify(change),
    });
    if (status >= 400 && ![409, 429, 500, 503].includes(status))
      findings.add(`PATCH of a budget was answered with ${status}`);
  };

  const reads = readsOf(company);
  const read = async (): Promise<void> => void (await send(random.pick(reads), { headers: headers.user }));
  const readOrder = async (): Promise<void> => {
    const known = [...ledger.orders.keys()];
    const path = known.length > 0 ? `/api/orders/${random.pick(known)}/` : "/api/orders/";
    await send(path, { headers: headers.user });
  };

  return [
    [placeOrder, 40],
    [read, 35],
    [readOrder, 10],
    [storeDocument, 10],
    [createRole, 5],
    [changeBudget, 3],
  ] as const;
};

/** Every endpoint that an admin may read, as its sample request asks it, and every list as it is opened. */
const readsOf = ({ slug, companyId, site, admin, rule }: Company): string[] => {
  const ids = {
    ...{ ...absentIds, company: companyId, slug, site: site.id, siteName: site.name, rule },
    ...{ user: admin.id, member: admin.id, approver: admin.id, shopUser: site.shopUser },
  };
  const readable = endpoints.filter(
    (endpoint) => endpoint.method === "GET" && !endpoint.stream && mayCall("admin", keyOf(endpoint)),
  );
  return readable.flatMap((endpoint) => [
    pathOf(endpoint, sampleOf(endpoint, ids, { hierarchy: false, slug })),
    ...(endpoint.path.includes(":") ? [] : [`/api${endpoint.path}`]),
  ]);
};
