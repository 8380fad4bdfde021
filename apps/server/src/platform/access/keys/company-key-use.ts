import type { KeyCall } from "@mcc/contract/access/company-key-kinds.ts";
import { KEPT_CALLS } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Log } from "../../log.ts";

/** A call with a key of a company, and how it was answered. */
interface NotedCall {
  readonly keyId: number;
  readonly companyId: number;
  /** Nothing for a call that needs a person. */
  readonly call: KeyCall | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly address: string;
}

/** Notes what keys of companies are used for: in memory for each call, in the database every few seconds. */
export interface CompanyKeyUse {
  note(call: NotedCall): void;
  /** Writes what was noted; at the latest when the process stops. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE_EVERY = 5_000;
const LONGEST_PATH = 300;
const TOO_MANY_REQUESTS = 429;

interface Count {
  readonly key_id: number;
  readonly company_id: number;
  readonly kind: string;
  reads: number;
  writes: number;
}

export const makeCompanyKeyUse = (database: Database, log: Log): CompanyKeyUse => {
  /** The latest of each key, so that no key takes the place of another's. */
  let calls = new Map<number, (NotedCall & { at: string })[]>();
  let counts = new Map<string, Count>();
  const count = ({ keyId, companyId, call, status }: NotedCall) => {
    if (!call || status >= 400) return;
    const { kind, isWrite } = call;
    const name = `${keyId} ${kind}`;
    const known = counts.get(name) ?? { key_id: keyId, company_id: companyId, kind, reads: 0, writes: 0 };
    known[isWrite ? "writes" : "reads"] += 1;
    counts.set(name, known);
  };
  const write = async () => {
    const [noted, counted] = [[...calls.values()].flat(), [...counts.values()]];
    if (noted.length === 0 && counted.length === 0) return;
    [calls, counts] = [new Map(), new Map()];
    await writeUse(database, noted, counted);
  };
  const writeOrWarn = () =>
    write().catch((error) => log.warn({ err: error }, "the use of API keys was not written"));
  const timer = setInterval(writeOrWarn, WRITE_EVERY).unref();
  return {
    note: (call) => {
      if (call.status === TOO_MANY_REQUESTS) return;
      count(call);
      const ofKey = calls.get(call.keyId) ?? [];
      ofKey.push({ ...call, path: call.path.slice(0, LONGEST_PATH), at: new Date().toISOString() });
      if (ofKey.length > KEPT_CALLS) ofKey.shift();
      calls.set(call.keyId, ofKey);
    },
    write,
    stop: async () => {
      clearInterval(timer);
      await writeOrWarn();
    },
  };
};

/** Of a key that is gone nothing is kept. */
const writeUse = (
  { platform }: Database,
  noted: readonly (NotedCall & { at: string })[],
  counted: readonly Count[],
): Promise<void> =>
  platform.transaction().execute(async (db) => {
    const rows = noted.map(({ keyId, companyId, call: _, ...call }) => ({
      ...{ key_id: keyId, company_id: companyId },
      ...call,
    }));
    await sql`with noted as (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
          key_id bigint, company_id bigint, at timestamptz, method text, path text, status integer, address text)
      ), used as (
        update company_keys set last_used_at = latest.at, last_address = latest.address
        from (select distinct on (key_id) key_id, at, address from noted order by key_id, at desc) as latest
        where company_keys.id = latest.key_id
        returning company_keys.id)
      insert into company_key_calls (company_id, key_id, at, method, path, status, address)
      select company_id, key_id, at, method, path, status, address from noted
      where key_id in (select id from used) order by at`.execute(db);
    await sql`insert into company_key_use (company_id, key_id, kind, reads, writes, last_read_at, last_write_at)
      select counted.company_id, counted.key_id, counted.kind, counted.reads, counted.writes,
        case when counted.reads > 0 then now() end, case when counted.writes > 0 then now() end
      from json_to_recordset(${JSON.stringify(counted)}::json) as counted (
        key_id bigint, company_id bigint, kind text, reads bigint, writes bigint)
      join company_keys on company_keys.company_id = counted.company_id and company_keys.id = counted.key_id
      on conflict (company_id, key_id, kind) do update set
        reads = company_key_use.reads + excluded.reads, writes = company_key_use.writes + excluded.writes,
        last_read_at = coalesce(excluded.last_read_at, company_key_use.last_read_at),
        last_write_at = coalesce(excluded.last_write_at, company_key_use.last_write_at)`.execute(db);
    const keys = [...new Set(noted.map(({ keyId }) => keyId))];
    await sql`delete from company_key_calls where id in (
      select id from (
        select id, row_number() over (partition by key_id order by id desc) as place
        from company_key_calls
        where company_id = any(${noted.map(({ companyId }) => companyId)}::bigint[]) and key_id = any(${keys}::bigint[])) as placed
      where place > ${KEPT_CALLS})`.execute(db);
  });
