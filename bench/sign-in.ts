import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { newApp } from "@mcc/server/src/features/factors/apps.ts";
import { hashPassword, isPassword } from "@mcc/server/src/platform/access/password.ts";
import { makeTextCipher } from "@mcc/server/src/platform/access/secrets/text-cipher.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { codeOf } from "@mcc/server/src/testing/factors.ts";
import { startOpenIdProvider } from "@mcc/server/src/testing/identity-providers/openid-provider.ts";
import pg from "pg";
import { openBench, withClient } from "./database.ts";
import { type Latency, latencyOf } from "./measure.ts";
import { SECRET, startOurs } from "./processes.ts";

/**
 * What signing in takes: with a password, with a code of an app besides, and with an OpenID provider, in alternation, so
 * that a slow moment of the machine affects them all. `node bench/sign-in.ts`
 *
 * `--before DIRECTORY` measures the password also at the code of before, with a database of its own: a checkout of the
 * commit before second factors (17700e43^), where `npm ci` was run.
 */
/** With those of the warm-up fewer than the server takes from an address without a session in a minute. */
const ROUNDS = 100;
const WARM_UP = 10;
const PASSWORD = "Purple-Kettle-42";
const CLIENT_SECRET = "a secret of the client";

const cipher = makeTextCipher(SECRET);

interface Company {
  readonly connectionId: number;
  readonly users: Record<"plain" | "app" | "sso", string>;
  /** Of the app. */
  readonly secret: string;
}

const PORTAL = `
  with company as (
    insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id),
  configured as (
    insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix)
    select id, 'T', 'E', $1 from company)`;

/** In the database of the code of before, which knows passwords only; returns the username. */
const addUserOfBefore = async (client: pg.Client): Promise<string> => {
  const slug = `bench-sign-in-${randomBytes(4).toString("hex")}`;
  await client.query(
    `${PORTAL} insert into mcc.users (company_id, username, email, first_name, password_hash)
     select id, $1, $1 || '@example.com', 'Dora', $2 from company`,
    [slug, await hashPassword(PASSWORD)],
  );
  return slug;
};

/** A company of its own for each run: a user without a factor, one with an app, and one of the provider. */
const addCompany = async (client: pg.Client, issuer: string): Promise<Company> => {
  const slug = `bench-sign-in-${randomBytes(4).toString("hex")}`;
  const { secret } = await newApp("Bench", slug);
  const { rows } = await client.query<{ connection_id: string }>(
    `${PORTAL} insert into mcc.sso_connections (company_id, kind, name, enabled, issuer, client_id, client_secret, creates_users)
     select id, 'oidc', 'Bench', true, $2, 'portal', $3, true from company
     returning id as connection_id`,
    [slug, issuer, cipher.encrypt(CLIENT_SECRET)],
  );
  const connectionId = Number(rows[0]?.connection_id);
  const users = { plain: `${slug}-plain`, app: `${slug}-app`, sso: `${slug}-sso` };
  await client.query(
    `insert into mcc.users (company_id, username, email, first_name, password_hash)
     select company_id, username, username || '@example.com', 'Dora', $2
     from mcc.sso_connections, unnest($3::text[]) as username where id = $1`,
    [connectionId, await hashPassword(PASSWORD), Object.values(users)],
  );
  await client.query(
    `insert into mcc.factors (user_id, kind, name, secret, confirmed_at)
     select id, 'totp', 'Phone', $2, now() from mcc.users where username = $1`,
    [users.app, cipher.encrypt(secret)],
  );
  await client.query(
    `insert into mcc.sso_identities (company_id, connection_id, user_id, issuer, subject)
     select company_id, $2, id, $3, username from mcc.users where username = $1`,
    [users.sso, connectionId, issuer],
  );
  return { connectionId, users, secret };
};

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const post = async <Body>(address: string, path: string, body: object, expected: number): Promise<Body> => {
  const answer = await fetch(`${address}/api/accounts${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
};

/** The parts of a sign-in with the provider that the portal answers, with what it asks the provider for meanwhile. */
const signInBySso = async (address: string, connectionId: number): Promise<number> => {
  const cookies = new Map<string, string>();
  let portal = 0;
  let next = `${address}/sso/start?connection=${connectionId}`;
  const visit = async () => {
    const there = new URL(next);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    await answer.text();
    next = new URL(answer.headers.get("location") ?? "", there).href;
  };
  while (!next.startsWith(`${address}/?`)) {
    const isOurs = next.startsWith(address);
    const took = await millisecondsOf(visit);
    if (isOurs) portal += took;
  }
  const code = cookies.get("mcc-sso-code") ?? "";
  return portal + (await millisecondsOf(() => post(address, "/sso-token/", { code }, 200)));
};

type Part = "before" | "hash" | "password" | "first" | "second" | "both" | "sso";
type SignInResult = Readonly<Record<Part, Latency>>;

/** The code of before. */
interface Before {
  readonly signIn: () => Promise<unknown>;
  readonly client: pg.Client;
}

const measureSignIn = async (
  client: pg.Client,
  address: string,
  { users, secret, connectionId }: Company,
  former: Before | undefined,
): Promise<SignInResult> => {
  const hash = await hashPassword(PASSWORD);
  const credentials = (username: string) => ({ username, password: PASSWORD });
  const parts: readonly Part[] = ["before", "hash", "password", "first", "second", "both", "sso"];
  const times = Object.fromEntries(parts.map((part) => [part, [] as number[]])) as Record<Part, number[]>;
  const once = async (): Promise<Record<Part, number>> => {
    const before = former ? await millisecondsOf(former.signIn) : Number.NaN;
    const password = await millisecondsOf(() => post(address, "/user-token/", credentials(users.plain), 200));
    let challenge = "";
    const first = await millisecondsOf(async () => {
      const asked = await post<{ challenge: string }>(address, "/user-token/", credentials(users.app), 403);
      ({ challenge } = asked);
    });
    const code = codeOf(secret);
    const second = await millisecondsOf(() => post(address, "/second-factor/", { challenge, code }, 200));
    return {
      hash: await millisecondsOf(() => isPassword(PASSWORD, hash)),
      ...{ before, password, first, second, both: first + second },
      sso: await signInBySso(address, connectionId),
    };
  };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const took = await once();
    if (round >= 0) for (const part of parts) times[part].push(took[part]);
    // Each code works once, and each user has a number of sessions: both begin anew.
    await client.query("update mcc.factors set last_step = 0");
    for (const each of former ? [client, former.client] : [client])
      await each.query("delete from mcc.sessions; delete from mcc.rate_limits");
  }
  return Object.fromEntries(parts.map((part) => [part, latencyOf(times[part])])) as SignInResult;
};

const ms = ({ p50, p95 }: Latency): string => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;

const summary = ({ before, hash, password, first, second, both, sso }: SignInResult): string => {
  const beyond = password.p50 - hash.p50;
  const times = (part: number, of: number) => `${(part / of).toFixed(2)} times`;
  const beyondBefore = before.p50 - hash.p50;
  const compared = [
    `password with the code of before: ${ms(before)}; so p50 ${beyondBefore.toFixed(1)} ms beyond the hash`,
    `now ${times(beyond, beyondBefore)} that part, with a second factor ${times(both.p50 - hash.p50, beyondBefore)} (at most 1.3)`,
  ];
  return [
    ...(Number.isNaN(before.p50) ? [] : compared),
    `password: ${ms(password)}; its hash alone: ${ms(hash)}; so p50 ${beyond.toFixed(1)} ms beyond the hash`,
    `password where a code of an app is needed besides: ${ms(first)}: ${times(first.p50 - hash.p50, beyond)} the part beyond the hash`,
    `the code: ${ms(second)}: ${times(second.p50, beyond)} that part (at most 1.3)`,
    `both: ${ms(both)}: ${(both.p50 - hash.p50).toFixed(1)} ms beyond the hash, ${times(both.p50 - hash.p50, beyond)} that part`,
    `OpenID provider, with what the portal asks it for, without its own pages: ${ms(sso)} (p95 at most 300)`,
  ].join("\n");
};

/** The code of before, with a database of its own, which it migrates. */
const startBefore = async (checkout: string) => {
  const database = await openBench("sign-in-before");
  const server = await startOurs(database.url, "sign-in-before", "web", {}, checkout);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const username = await addUserOfBefore(client);
  const signIn = () => post(server.address, "/user-token/", { username, password: PASSWORD }, 200);
  const stop = async () => {
    await client.end();
    await server.stop();
    await database.stop();
  };
  return { signIn, client, stop };
};

if (import.meta.main) {
  const { values: options } = parseArgs({ options: { before: { type: "string" } } });
  const before = options.before === undefined ? undefined : await startBefore(resolve(options.before));
  const database = await openBench(0);
  await migrate(database.url);
  const ours = await startOurs(database.url, 0, "web", { MCC_IDENTITY_NETWORKS: "127.0.0.0/8" });
  const address = ours.address.replace("127.0.0.1", "localhost");
  const people: { sub: string }[] = [];
  const provider = await startOpenIdProvider(people, [`${address}/sso/oidc/callback`]);
  try {
    await withClient(database.url, async (client) => {
      const company = await addCompany(client, provider.url);
      people.push({ sub: company.users.sso });
      provider.signInAs(company.users.sso);
      console.log(summary(await measureSignIn(client, address, company, before)));
    });
  } finally {
    await Promise.all([ours.stop(), provider.stop(), before?.stop()]);
    await database.stop();
  }
}
