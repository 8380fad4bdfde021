import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { momentOf } from "@mcc/contract/notices/working-time.ts";
import { afterAll, expect, test } from "vitest";
import { startJobQueue } from "../../platform/jobs/job-queue.ts";
import { makeLog } from "../../platform/log.ts";
import { BATTERY } from "../../testing/battery.ts";
import { openOwner } from "../../testing/database-owner.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import type { Process } from "../../testing/process.ts";
import { openProcessDatabase } from "../../testing/process-database.ts";

const { url, dataDir, owner, launch } = openProcessDatabase("report_kills");
const holder = openOwner(url);
afterAll(() => holder.close());

const ZONE = "America/Chicago";
const clockFile = join(dataDir, "clock");
/** The clocks of the workers show a moment. */
const setClock = (moment: number): void => {
  writeFileSync(`${clockFile}.next`, String(moment - Date.now()));
  renameSync(`${clockFile}.next`, clockFile);
};

const at = (day: string, time: string): number => momentOf(Date.parse(`${day}T${time}:00Z`), ZONE);
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10),
  );
const FORWARD = "2031-03-09";
const BACK = "2031-11-02";
/** Days around both changes of the clocks: in the battery a month of them. */
const SPRING = BATTERY === 1 ? daysFrom("2031-03-07", 4) : daysFrom("2031-03-01", 15);
const AUTUMN = BATTERY === 1 ? daysFrom("2031-10-31", 4) : daysFrom("2031-10-24", 16);
const DAYS = [...SPRING, ...AUTUMN];

/** When the workers are asked what is due: each half hour of the nights on which clocks change, else once in the morning. */
const momentsOf = (day: string): number[] => {
  const morning = at(day, "07:30");
  if (day !== FORWARD && day !== BACK) return [morning];
  return [...Array.from({ length: 9 }, (_, n) => at(day, "00:15") + n * 30 * 60_000), morning];
};

const weekdayOf = (day: string): number => new Date(day).getUTCDay();
const SCHEDULES = [
  { name: "Morning", fields: { every: "day", at: "07:00" }, isOn: () => true },
  { name: "Skipped", fields: { every: "day", at: "02:30" }, isOn: () => true },
  { name: "Twice", fields: { every: "day", at: "01:30" }, isOn: () => true },
  {
    name: "Workday",
    fields: { every: "workday", at: "06:00" },
    isOn: (day: string) => weekdayOf(day) % 6 !== 0,
  },
  {
    name: "Sunday",
    fields: { every: "week", weekday: 7, at: "02:00" },
    isOn: (day: string) => weekdayOf(day) === 0,
  },
  {
    name: "Month end",
    fields: { every: "month", day: 31, at: "05:00" },
    isOn: (day: string) => day === "2031-10-31",
  },
] as const;

const LOCK = 4_733;
const WAITING = `from pg_locks where locktype = 'advisory' and classid = ${LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;
/** Where a worker can be killed: before it has stored a report, and before it has noted that a report was sent. */
const POINTS = { storing: 1, noting: 2 } as const;
/** On which mornings workers are killed: both at one of these points, or one of them after its first e-mail. */
const KILLS: Readonly<Record<string, keyof typeof POINTS | "sending">> = {
  "2031-03-04": "storing",
  [FORWARD]: "noting",
  "2031-03-12": "sending",
  "2031-10-31": "sending",
  [BACK]: "storing",
  "2031-11-05": "noting",
};
/**
 * How many e-mails may come a second time, with the same Message-ID: those that a killed worker had given to the mail
 * server, and could not note. A worker sends so many at once; one that has stored nothing sends nothing.
 */
const SENT_AT_ONCE = 4;
const MOST_COPIES = { storing: 0, noting: 2 * SENT_AT_ONCE, sending: SENT_AT_ONCE } as const;
const letWorkersWait = async () => {
  await owner.sql(`
    create function mcc.wait_here() returns trigger language plpgsql security definer as $$
    begin
      perform pg_advisory_xact_lock_shared(${LOCK}, tg_argv[0]::int);
      return new;
    end $$`);
  await owner.sql(`create trigger wait_here before insert on mcc.report_runs for each row
    execute function mcc.wait_here(${POINTS.storing})`);
  await owner.sql(`create trigger wait_here before update of next_run on mcc.reports for each row
    execute function mcc.wait_here(${POINTS.noting})`);
};

test("through both changes of the clocks, killed workers send each report once, and again only what they could not note, with its Message-ID (REPT-004)", async () => {
  const mail = await openMailServer();
  const companyId = await addCompany(owner);
  await owner.sql("update company_configurations set time_zone = $2 where company_id = $1", [
    companyId,
    ZONE,
  ]);
  const people = [
    await addPerson(owner, companyId, { admin: true }),
    await addPerson(owner, companyId, { admin: true }),
  ];
  for (const { name, fields } of SCHEDULES) {
    const schedule = { weekday: null, day: null, ...fields };
    const [report] = await owner.sql<{ id: number }>(
      `insert into reports (company_id, user_id, name, list, columns, filters, every, weekday, day, at, format, attach, next_run, planned_in)
       values ($1, $2, $3, 'sites', '["name"]', '{}', $4, $5, $6, $7, 'csv', false, 'infinity', $8) returning id`,
      [
        companyId,
        people[0]?.id,
        ...[name, schedule.every, schedule.weekday, schedule.day, schedule.at, `${ZONE} 1,2,3,4,5`],
      ],
    );
    for (const { id } of people)
      await owner.sql(
        "insert into report_readers (company_id, report_id, user_id, state) values ($1, $2, $3, 'accepted')",
        [companyId, report?.id, id],
      );
  }
  await letWorkersWait();
  const start = () =>
    launch({
      MCC_ROLE: "worker",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../../testing/shifted-clock.ts")}`,
      CLOCK_FILE: clockFile,
    });
  let kills = 0;
  const kill = async ({ child, ended }: Process) => {
    kills += 1;
    child.kill("SIGKILL");
    await ended;
  };
  /** What the queue does by itself after a while: it takes back the jobs and messages that killed workers had begun. */
  const takeBack = async () => {
    await owner.sql("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
    await owner.sql(
      "update messages set next_attempt_at = now(), created_at = created_at - interval '1 minute' where state = 'waiting'",
    );
  };
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  let asked = 0;
  const sweep = async () => {
    await queue.requestJob("sweep-reports", {}, String(++asked));
    await queue.requestJob("sweep-messages", {}, String(asked));
  };
  const UNDONE = `select 1 from pgboss.job where name in ('sweep-reports', 'send-report', 'send-message')
      and state in ('created', 'retry', 'active')
    union all select 1 from messages where state = 'waiting'
    union all select 1 from reports where next_run <= to_timestamp($1)`;
  const untilDone = (moment: number) =>
    eventually(async () => expect(await owner.sql(UNDONE, [moment / 1000])).toEqual([]));
  /** How many different e-mails of each report have arrived: one that a worker had sent when it was killed may come again. */
  const messageIdOf = ({ text }: { readonly text: string }) => /^message-id: .*$/im.exec(text)?.[0];
  const received = (): Record<string, number> => {
    const ids = mail.received.map(({ to, shown, text }) => {
      const report = /^Subject: ([\w ]+): /m.exec(shown)?.[1];
      return [`${report} to ${to}`, messageIdOf({ text })] as const;
    });
    const byReport = Object.groupBy(ids, ([report]) => report);
    return Object.fromEntries(
      Object.entries(byReport).map(([report, found]) => [report, new Set(found?.map(([, id]) => id)).size]),
    );
  };
  /** E-mails that have arrived more often than once. */
  const copies = (): number => mail.received.length - new Set(mail.received.map(messageIdOf)).size;
  const planFrom = async (day: string) => {
    for (const { name, fields, isOn } of SCHEDULES) {
      const next = DAYS.find((one) => one >= day && isOn(one)) ?? "2032-01-31";
      await owner.sql("update reports set next_run = to_timestamp($2) where name = $1", [
        name,
        at(next, fields.at) / 1000,
      ]);
    }
  };

  const expected: Record<string, number> = {};
  const [first = ""] = DAYS;
  setClock(at(first, "00:00"));
  await planFrom(first);
  let workers = [start(), start()];
  // The first worker creates the queues of the jobs.
  await eventually(sweep);
  for (const day of DAYS) {
    const copiesBefore = copies();
    // The months between both changes of the clocks.
    if (day === AUTUMN[0]) await planFrom(day);
    for (const moment of momentsOf(day)) {
      const killed = moment === at(day, "07:30") ? KILLS[day] : undefined;
      const point = killed && killed !== "sending" ? POINTS[killed] : undefined;
      if (point) await holder.sql("select pg_advisory_lock($1, $2)", [LOCK, point]);
      setClock(moment);
      const before = mail.received.length;
      await sweep();
      if (point) {
        await eventually(async () => expect(await owner.sql(`select ${WAITING}`)).not.toEqual([]));
        await Promise.all(workers.map(kill));
        await owner.sql(`select pg_terminate_backend(pid) ${WAITING}`);
        await holder.sql("select pg_advisory_unlock_all()");
        workers = [start(), start()];
      } else if (killed) {
        await eventually(() => expect(mail.received.length).toBeGreaterThan(before));
        await kill(workers.shift() as Process);
        workers.push(start());
      }
      if (killed) {
        await takeBack();
        await sweep();
      }
      await untilDone(moment);
    }
    for (const { name, isOn } of SCHEDULES) {
      if (!isOn(day)) continue;
      for (const { email } of people) {
        const key = `${name} to ${email}`;
        expected[key] = (expected[key] ?? 0) + 1;
      }
    }
    expect(received(), day).toEqual(expected);
    const killed = KILLS[day];
    expect(copies() - copiesBefore, day).toBeLessThanOrEqual(killed ? MOST_COPIES[killed] : 0);
  }
  const runs = "select result, count(*)::int from report_runs group by 1";
  await sweep();
  const all = Object.values(expected).reduce((sum, one) => sum + one, 0);
  await eventually(async () => expect(await owner.sql(runs)).toEqual([{ result: "sent", count: all }]));
  expect(kills).toBe(BATTERY === 1 ? 5 : 10);
  await queue.stop();
}, 900_000);
