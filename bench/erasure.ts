import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { startJobQueue } from "@mcc/server/src/platform/jobs/job-queue.ts";
import type pg from "pg";
import { QUIET_LOG } from "./companies/jobs.ts";
import { openBench, withClient } from "./database.ts";
import { residentMb, startOurs } from "./processes.ts";

/**
 * Erases a person of a company with a million audit entries, and half as many events, alerts and approval steps. One in a
 * thousand of them names the person. `--entries 100000` is a smaller one.
 */
const COMPANY = 1;
const [ADMIN, PERSON] = [1, 2];
const MOST_SECONDS = 1_800;

const { values } = parseArgs({ options: { entries: { type: "string", default: "1000000" } } });
const entries = Number(values.entries);

const name = "case when n % 1000 = 0 then 'Zelda Canary' else 'Dana Whitfield' end";
/** The hashes are none: only commitments are looked at before an entry is changed. */
const fill = async (client: pg.Client): Promise<void> => {
  await client.query("set session_replication_role = replica; set synchronous_commit = off");
  await client.query(`
    insert into mcc.companies (id, name, slug_name, short_name, label) values (${COMPANY}, 'Company', 'company', 'C', 'C');
    insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix)
    values (${COMPANY}, 'T', 'E', 'c');
    insert into mcc.access_versions (company_id, version) values (${COMPANY}, 1);
    insert into mcc.users (id, company_id, username, email, first_name, last_name, phone, is_company_admin, deleted_at)
    values (${ADMIN}, ${COMPANY}, 'c-dana', 'dana@example.com', 'Dana', 'Whitfield', null, true, null),
      (${PERSON}, ${COMPANY}, 'c-zelda', 'zelda@example.com', 'Zelda', 'Canary', '+17135550177', false, now());
    insert into mcc.audit_entries (company_id, actor_id, actor_name, action, record_type, record_id, details)
    select ${COMPANY}, ${ADMIN}, 'Dana Whitfield', 'order.approved', 'order', 'SO-' || n, jsonb_build_object('name', ${name},
      'step', 'Site manager', 'total', n, 'note', 'Please deliver with the next truck, gate 4, call before you arrive')
    from generate_series(1, ${entries}) as n;
    insert into mcc.audit_hashes (entry_id, company_id, position, hash, salt, commitment)
    select entry.id, ${COMPANY}, entry.id, '\\x00', salted.salt, mcc.audit_commitment(salted.salt, entry)
    from mcc.audit_entries entry cross join (values ('\\x0102'::bytea)) as salted (salt);
    insert into mcc.events (company_id, type, payload, created_at)
    select ${COMPANY}, 'order.approved', jsonb_build_object('identifier', 'SO-' || n, 'approved_by', ${name}, 'total', n,
      'lines', (select jsonb_agg(jsonb_build_object('sku', 'BIT-' || line, 'text', 'Hex bolt, zinc plated', 'quantity', 4))
        from generate_series(1, 8) as line)), now() - n * interval '1 second'
    from generate_series(1, ${entries / 2}) as n;
    insert into mcc.alerts (company_id, site_id, user_id, content, fired_for, created)
    select ${COMPANY}, 1, ${ADMIN}, 'An order by ' || ${name} || ' waits for you', 'bench:' || n, now()
    from generate_series(1, ${entries / 2}) as n;
    insert into mcc.order_steps (company_id, order_id, position, role_id, name, limit_amount, site_id, state, acted_by_id,
      acted_by_name, acted_at, reason)
    select ${COMPANY}, n, 1, 1, 'Manager', 0, 1, 'done', ${ADMIN}, 'Dana Whitfield', now(), 'As ' || ${name} || ' said'
    from generate_series(1, ${entries / 2}) as n;`);
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze)");
};

const database = await openBench(`erasure-${entries}`);
try {
  await withClient(database.url, async (client) => {
    await migrate(database.url);
    const { rows: found } = await client.query("select from mcc.companies");
    if (found.length === 0) await fill(client);
    console.log(`${entries.toLocaleString("en")} audit entries are in`);
    const worker = await startOurs(database.url, `erasure-${entries}`, "all");
    const queue = await startJobQueue(database.url, () => [], { works: false, log: QUIET_LOG });
    const { rows: asked } = await client.query<{ id: number }>(
      "insert into mcc.erasures (company_id, user_id, asked_by) values ($1, $2, $3) returning id::int",
      [COMPANY, PERSON, ADMIN],
    );
    await queue.requestJob(
      "erase-person",
      { erasure: asked[0]?.id, companyId: COMPANY },
      String(asked[0]?.id),
    );
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    let memory = 0;
    for (;;) {
      await wait(500);
      memory = Math.max(memory, residentMb(worker.pid));
      const { rows } = await client.query(
        "select records, audit_entries from mcc.erasures where id = $1 and done_at is not null",
        [asked[0]?.id],
      );
      if (rows.length === 0 && seconds() < MOST_SECONDS) continue;
      if (rows.length === 0) process.exitCode = 1;
      const done = rows[0] ? JSON.stringify(rows[0]) : "not done";
      console.log(`${done} after ${seconds().toFixed(1)} s, with at most ${memory.toFixed(0)} MB`);
      break;
    }
    await queue.stop();
    await worker.stop();
  });
} finally {
  await database.stop();
}
