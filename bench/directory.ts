import { randomBytes } from "node:crypto";
import { hashToken, makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import type pg from "pg";
import { openBench, withClient } from "./database.ts";
import { type Latency, latencyOf } from "./measure.ts";
import { type Contender, SECRET, startOurs } from "./processes.ts";

const USERS = 5_000;
const SITES = 10;
const DEACTIVATED = 50;
const POLICY_CHANGES = 100;
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

interface Company {
  readonly companyId: number;
  readonly admin: string;
  readonly directory: string;
}

/** A company of its own for each run, with an admin and a token of its directory. */
const addCompany = async (client: pg.Client): Promise<Company> => {
  const slug = `bench-directory-${randomBytes(4).toString("hex")}`;
  const directory = `mcc_scim_${randomBytes(24).toString("hex")}`;
  const { rows } = await client.query<{ id: string; company_id: string }>(
    `with company as (
       insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id),
     configured as (
       insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
         has_order_approval)
       select id, 'T', 'E', $1, true from company),
     role as (insert into mcc.roles (company_id, name) select id, 'Buyer' from company),
     token as (
       insert into mcc.directory_tokens (company_id, slot, name, prefix, token_hash)
       select id, 1, 'Bench', 'mcc_scim_0000', $2 from company)
     insert into mcc.users (company_id, username, email, is_company_admin)
     select id, $1 || '-admin', $1 || '@example.com', true from company returning id, company_id`,
    [slug, hashToken(directory)],
  );
  const [admin] = rows;
  if (!admin) throw new Error("No company was added.");
  const token = await addSession(client, Number(admin.id));
  return { companyId: Number(admin.company_id), admin: token, directory };
};

/** Whoever has the role can approve all orders at each of the sites, which all users see. */
const addApprovals = async (client: pg.Client, companyId: number): Promise<void> => {
  await client.query(
    "insert into mcc.approval_rules (company_id, role_id, limit_amount) select company_id, id, 0 from mcc.roles where company_id = $1",
    [companyId],
  );
  await client.query(
    `insert into mcc.sites (company_id, name, ecommerce_username)
     select $1::bigint, 'Site ' || n, 'directory-' || $1::bigint || '-' || n from generate_series(1, $2::integer) as n`,
    [companyId, SITES],
  );
  await client.query(
    `insert into mcc.site_users (company_id, site_id, user_id)
     select company_id, sites.id, users.id from mcc.sites join mcc.users using (company_id)
     where company_id = $1 and not is_company_admin`,
    [companyId],
  );
};

const addSession = async (client: pg.Client, userId: number): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    "insert into mcc.sessions (user_id, expires_at) values ($1, now() + interval '1 day') returning id",
    [userId],
  );
  return makeTokens(SECRET).sign(rows[0]?.id ?? "", userId);
};

/** Returns the status and the body; only what is expected passes. */
const call = async (
  url: string,
  authorization: string,
  expected: readonly number[],
  method = "GET",
  body?: object,
): Promise<{ status: number; body: { id: string } }> => {
  const answer = await fetch(url, {
    method,
    headers: { authorization, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!expected.includes(answer.status)) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Asks until the answer is a refusal; how long that took. */
const untilRefused = async (address: string, token: string): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const { status } = await call(`${address}/api/accounts/v2/user/`, `JWT ${token}`, [200, 401, 403]);
    if (status !== 200) return performance.now() - began;
  }
};

interface DirectoryResult {
  readonly createSeconds: number;
  readonly addSeconds: number;
  readonly removeSeconds: number;
  /** From the answer to a deactivation to a refused request at another process. */
  readonly deactivated: Latency;
  /** The same for a changed policy. */
  readonly policy: Latency;
}

const measureDirectory = async (ours: Contender, other: Contender, url: string): Promise<DirectoryResult> =>
  withClient(url, async (client) => {
    const { companyId, admin, directory } = await addCompany(client);
    const scim = (method: string, path: string, body: object) =>
      call(`${ours.address}/scim/v2${path}`, `Bearer ${directory}`, [200, 201, 204], method, body);
    const api = (method: string, path: string, body: object) =>
      call(`${ours.address}/api${path}`, `JWT ${admin}`, [200], method, body);
    const patch = (path: string, operation: object) =>
      scim("PATCH", path, { schemas: [PATCH], Operations: [operation] });

    const ids: string[] = [];
    const createSeconds = await secondsOf(async () => {
      for (let n = 1; n <= USERS; n++) {
        const userName = `person${n}@${companyId}.example.com`;
        const emails = [{ value: userName, type: "work", primary: true }];
        const name = { givenName: "Dora", familyName: `Number ${n}` };
        const { body } = await scim("POST", "/Users", {
          schemas: [USER],
          userName,
          name,
          emails,
          active: true,
        });
        ids.push(body.id);
      }
    });

    await addApprovals(client, companyId);
    const role = await client.query("select id from mcc.roles where company_id = $1", [companyId]);
    const mapping = { claim: "groups", value: "Everybody", role_id: Number(role.rows[0].id) };
    const none = { node: null, sites: [], is_company_admin: false };
    await api("PUT", "/accounts/access-mappings/", { version: 0, mappings: [{ ...mapping, ...none }] });
    const { body: group } = await scim("POST", "/Groups", { displayName: "Everybody", members: [] });
    const members = ids.map((value) => ({ value }));
    const addSeconds = await secondsOf(() =>
      patch(`/Groups/${group.id}`, { op: "Add", path: "members", value: members }),
    );
    const removeSeconds = await secondsOf(() =>
      patch(`/Groups/${group.id}`, { op: "Remove", path: "members", value: members }),
    );

    const deactivated: number[] = [];
    for (const id of ids.slice(0, DEACTIVATED)) {
      const token = await addSession(client, Number(id));
      await call(`${other.address}/api/accounts/v2/user/`, `JWT ${token}`, [200]);
      await patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
      deactivated.push(await untilRefused(other.address, token));
    }

    const policy: number[] = [];
    const person = await addSession(client, Number(ids.at(-1)));
    for (let n = 0; n < POLICY_CHANGES; n++) {
      await api("PATCH", "/accounts/security-policy/", { session_hours: null });
      const token = await addSession(client, Number(ids.at(-2)));
      await client.query(
        "update mcc.sessions set created_at = now() - interval '2 hours' where user_id = $1",
        [ids.at(-2)],
      );
      await call(`${other.address}/api/accounts/v2/user/`, `JWT ${token}`, [200]);
      await api("PATCH", "/accounts/security-policy/", { session_hours: 1 });
      policy.push(await untilRefused(other.address, token));
      await call(`${other.address}/api/accounts/v2/user/`, `JWT ${person}`, [200]);
    }
    return {
      ...{ createSeconds, addSeconds, removeSeconds },
      ...{ deactivated: latencyOf(deactivated), policy: latencyOf(policy) },
    };
  });

const ms = ({ p50, p95 }: Latency): string => `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;

const summary = (result: DirectoryResult): string => {
  const { createSeconds, addSeconds, removeSeconds, deactivated, policy } = result;
  return [
    `${USERS} users by SCIM, one after the other: ${createSeconds.toFixed(1)} s (at most 60)`,
    `${USERS} members of a group that gives a role, which approves at ${SITES} sites, added with one PATCH: ${addSeconds.toFixed(2)} s, removed: ${removeSeconds.toFixed(2)} s (at most 2)`,
    `from a deactivation to the next refused request, in another process: ${ms(deactivated)}`,
    `from a changed policy to the next refused request, in another process: ${ms(policy)} (at most 5 s)`,
  ].join("\n");
};

if (import.meta.main) {
  const database = await openBench(0);
  await migrate(database.url);
  const ours = await startOurs(database.url, 0);
  const other = await startOurs(database.url, 0);
  try {
    console.log(summary(await measureDirectory(ours, other, database.url)));
  } finally {
    await Promise.all([ours.stop(), other.stop()]);
    await database.stop();
  }
}
