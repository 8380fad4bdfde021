import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type WorkingHours, workingTimeBetween } from "@mcc/contract/notices/working-time.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../../testing/approval-company.ts";
import { BATTERY, countCases } from "../../../testing/battery.ts";
import { eventually } from "../../../testing/eventually.ts";
import { addOrder, addSite, type Site } from "../../../testing/orders.ts";
import { addCompany } from "../../../testing/people.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** Lord Howe changes its clocks by half an hour, Beirut at midnight. */
const ZONES = ["UTC", "America/Chicago", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Beirut"];
const HOURS = fc.record({
  working_days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  time: fc.constantFrom(["08:00", "17:00"], ["00:00", "24:00"], ["01:30", "02:45"], ["02:15", "23:00"]),
  time_zone: fc.constantFrom(...ZONES),
});
/** Around both clock changes of 2026 of each zone, and the year between. */
const MOMENT = fc.oneof(
  fc.constantFrom("2026-03-08T08:00Z", "2026-11-01T07:00Z", "2026-03-29T01:00Z", "2026-10-25T01:00Z"),
  fc.constantFrom("2026-04-04T15:00Z", "2026-10-03T15:30Z", "2026-03-28T22:00Z", "2026-10-24T21:00Z"),
);

test("the database counts working time as the reminders do, also when clocks change (REPT-006 partly)", async ({
  task,
}) => {
  await fc.assert(
    fc.asyncProperty(
      HOURS,
      MOMENT,
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.nat(20_000),
      async ({ time: [from = "", until = ""], ...given }, around, minutes, length) => {
        countCases(task);
        const hours: WorkingHours = { ...given, working_from: from, working_until: until };
        const since = Date.parse(around) + minutes * 60_000;
        const end = since + length * 60_000;
        const [row] = await testServer.sql<{ seconds: number }>(
          "select mcc.working_seconds($1, $2, $3::smallint[], $4, $5, $6) as seconds",
          [new Date(since), new Date(end), hours.working_days, from, until, hours.time_zone],
        );
        expect(row?.seconds).toBe(workingTimeBetween(since, end, hours) / 1_000);
      },
    ),
    { numRuns: 200 * BATTERY },
  );
});

/** By hand: to a minute within an hour, to 5 within 8 hours, to 15 within 40, to an hour within 200, then to 4 hours. */
const rounded = (minutes: number): number => {
  const unit = [60, 480, 2_400, 12_000].filter((limit) => minutes > limit).length;
  const to = [1, 5, 15, 60, 240][unit] ?? 240;
  return Math.ceil(minutes / to) * to;
};

interface Step {
  id: number;
  order_id: number;
  site_id: number;
  name: string;
  state: string;
  is_canceled: boolean;
  acted_by_name: string;
  since: Date | null;
  acted_at: Date | null;
  escalated: boolean;
  delegated: boolean;
}

const WORK: WorkingHours = {
  ...{ working_days: [1, 2, 3, 4, 5], working_from: "08:00", working_until: "17:00", time_zone: "UTC" },
};

const recomputed = async (companyId: number) => {
  const steps = await testServer.sql<Step>(
    `select step.id, step.order_id, orders.site_id, step.name, step.state, step.is_canceled, acted_by_name,
       current_since as since, acted_at, escalated_at is not null as escalated, principal_id is not null as delegated
     from order_steps step join orders on orders.id = step.order_id where step.company_id = $1`,
    [companyId],
  );
  const timed = steps.flatMap((step) => (step.acted_at && step.since ? { ...step, ...step } : []));
  const rowOf = (step: Step, of_order: boolean, since: number) => ({
    of_order,
    step_id: step.id,
    order_id: step.order_id,
    site_id: step.site_id,
    approver: step.acted_by_name,
    step: step.name,
    minutes: rounded(workingTimeBetween(since, step.acted_at?.getTime() ?? 0, WORK) / 60_000),
    escalated: step.escalated,
    delegated: step.delegated,
    rejected: step.state === "rejected",
  });
  const ofSteps = timed.map((step) => rowOf(step, false, step.since?.getTime() ?? 0));
  const ofOrders = [...Map.groupBy(timed, ({ order_id }) => order_id)].flatMap(([orderId, own]) => {
    const all = steps.filter(({ order_id }) => order_id === orderId);
    if (all.some(({ state, is_canceled }) => state === "open" || is_canceled)) return [];
    const last = own.toSorted((a, b) => Number(b.acted_at) - Number(a.acted_at) || b.id - a.id)[0] as Step;
    const since = Math.min(...own.map((step) => Number(step.since)));
    return {
      ...rowOf(last, true, since),
      escalated: own.some(({ escalated }) => escalated),
      delegated: own.some(({ delegated }) => delegated),
      rejected: own.some(({ state }) => state === "rejected"),
    };
  });
  return [...ofSteps, ...ofOrders].sort(
    (a, b) => Number(a.of_order) - Number(b.of_order) || a.step_id - b.step_id,
  );
};

const change = fc.record({
  kind: fc.constantFrom(
    "add",
    "add",
    "decide",
    "decide",
    "decide",
    "again",
    "cancel",
    "drop",
    "move",
    "delete",
  ),
  which: fc.nat(20),
  place: fc.nat(1),
  hours: fc.nat(400),
  rejects: fc.boolean(),
  escalated: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer D> ? D : never;

test("after any decisions, changes and deletions the times equal a recomputation, and so do the counts by month (REPT-006 partly)", async ({
  task,
}) => {
  const companyId = await addCompany(testServer, { approvals: true });
  const sites = [await addSite(testServer, companyId), await addSite(testServer, companyId)];
  const decide = `update order_steps set state = $3, acted_at = timestamptz '2026-06-01Z' + make_interval(hours => $4 * 3),
      acted_by_name = 'Approver ' || $4 % 3, current_since = timestamptz '2026-06-01Z' + make_interval(hours => $4),
      escalated_at = case when $5 then now() end
    where id = (select id from order_steps where company_id = $1 and state = 'open' order by order_id % ($2 + 1), order_id, position limit 1)`;
  const some =
    "(select order_id from order_steps where company_id = $1 order by order_id % ($2 + 1), order_id limit 1)";
  const apply = async ({ kind, which, place, hours, rejects, escalated }: Change) => {
    if (kind === "add") {
      const { id } = (await addOrder(testServer, sites[place] as Site)) as { id: number };
      await testServer.sql(
        `insert into order_steps (company_id, order_id, position, name, limit_amount)
         select $1, $2, n, 'Step ' || n, 0 from generate_series(1, $3) n`,
        [companyId, id, 1 + (which % 3)],
      );
    } else if (kind === "decide")
      await testServer.sql(decide, [companyId, which, rejects ? "rejected" : "done", hours, escalated]);
    else if (kind === "again")
      await testServer.sql(
        `with gone as (delete from order_steps where company_id = $1 and state = 'done' and order_id = ${some}
           returning company_id, order_id, position, name)
         insert into order_steps (company_id, order_id, position, name, limit_amount)
         select company_id, order_id, position, name, 0 from gone`,
        [companyId, which],
      );
    else if (kind === "cancel" || kind === "drop")
      await testServer.sql(
        `update order_steps set state = 'dropped', is_canceled = $3 where company_id = $1 and state = 'open' and order_id = ${some}`,
        [companyId, which, kind === "cancel"],
      );
    else if (kind === "move")
      await testServer.sql(`update orders set site_id = $3 where company_id = $1 and id = ${some}`, [
        ...[companyId, which, sites[place]?.id],
      ]);
    else
      await testServer.sql(`delete from orders where company_id = $1 and id = ${some}`, [companyId, which]);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (changes) => {
      countCases(task);
      for (const one of changes) await apply(one);
      await testServer.sql("select mcc.add_up_month_times(100)");
      const kept = await testServer.sql(
        `select of_order, step_id, order_id, site_id, approver, step, minutes, escalated, delegated, rejected
         from approval_times where company_id = $1 order by 1, 2`,
        [companyId],
      );
      expect(kept).toEqual(await recomputed(companyId));
      for (const [by, site, name] of [
        ["all", "0", "''"],
        ["approver", "0", "approver"],
        ["step", "0", "step"],
        ["site", "site_id", "''"],
        ["site step", "site_id", "step"],
      ]) {
        const counts = await testServer.sql(
          `select of_order, site_id::int, month::text, name, counted.minutes, sum(counted.decisions)::int as decisions
           from approval_month_times, tenant.unpacked_times(times) as counted where company_id = $1 and counted_by = $2
           group by 1, 2, 3, 4, 5 having sum(counted.decisions) <> 0 order by 1, 2, 3, 4, 5`,
          [companyId, by],
        );
        const sums = await testServer.sql(
          `select of_order, site_id::int, month::text, name, sum(decisions)::int as decisions, sum(escalated)::int as escalated,
             sum(rejected)::int as rejected
           from approval_month_times where company_id = $1 and counted_by = $2
           group by 1, 2, 3, 4 having sum(decisions) <> 0 order by 1, 2, 3, 4`,
          [companyId, by],
        );
        const key = `of_order, ${site}::int as site_id, to_char(decided_at at time zone 'UTC', 'YYYY-MM-01') as month, ${name} as name`;
        expect(counts).toEqual(
          await testServer.sql(
            `select ${key}, minutes, count(*)::int as decisions
             from approval_times where company_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
            [companyId],
          ),
        );
        expect(sums).toEqual(
          await testServer.sql(
            `select ${key}, count(*)::int as decisions, count(*) filter (where escalated)::int as escalated,
               count(*) filter (where rejected)::int as rejected
             from approval_times where company_id = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
            [companyId],
          ),
        );
      }
    }),
    { numRuns: 20 * BATTERY },
  );
});

/** A company whose one step takes the orders of one approver, all day and night. */
const companyWithoutNights = async () => {
  const company = await setUpApprovalCompany(testServer);
  await testServer.sql(
    `update company_configurations set working_days = '{1,2,3,4,5,6,7}', working_from = '00:00', working_until = '24:00',
       time_zone = 'UTC' where company_id = $1`,
    [company.companyId],
  );
  const sam = await company.person();
  await company.rule({ userId: sam.id, limit: 0, siteIds: [company.site.id] });
  return { ...company, sam };
};

/** The step of an order was decided after so many hours. */
const decided = (identifier: string, hours: number) => sql`
  update order_steps set state = 'done', acted_at = '2026-07-10T12:00Z', acted_by_name = 'Sam',
    current_since = '2026-07-10T12:00Z'::timestamptz - make_interval(hours => ${hours}::int)
  where order_id = (select id from orders where identifier = ${identifier})`;

test("decisions of several steps in several transactions do not wait for each other (REPT-006 partly)", async () => {
  const { companyId, order } = await companyWithoutNights();
  const { platform } = testServer.services.database;
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  /** What the second decision counts, the other one has counted before, and has not committed yet. */
  const decideTwo = async (own: 0 | 1, hours: number, thenHours: number) => {
    const [first, second] = [await order("10.00"), await order("10.00")];
    return platform.transaction().execute(async (db) => {
      await decided(first.identifier, hours).execute(db);
      begun[own].resolve();
      await begun[own === 0 ? 1 : 0].promise;
      await decided(second.identifier, thenHours).execute(db);
    });
  };
  await Promise.all([decideTwo(0, 1, 2), decideTwo(1, 2, 1)]);
  const counts = () =>
    testServer.sql(
      `select counted.minutes, counted.decisions from approval_month_times, tenant.unpacked_times(times) as counted
       where company_id = $1 and counted_by = 'all' and not of_order and added_up order by minutes`,
      [companyId],
    );
  await testServer.services.jobs.requestJob("time-decisions", {}, "test");
  await eventually(async () =>
    expect(await counts()).toEqual([
      { minutes: 60, decisions: 2 },
      { minutes: 120, decisions: 2 },
    ]),
  );
});

const minutesOf = async (companyId: number) =>
  (
    await testServer.sql<{ minutes: number }>(
      "select minutes from approval_times where company_id = $1 and not of_order order by step_id",
      [companyId],
    )
  ).map(({ minutes }) => minutes);

test("other working hours hold for decisions from then on: what was timed stays, also when its order changes (REPT-006 partly)", async () => {
  const { companyId, order } = await companyWithoutNights();
  const [before, after] = [await order("10.00"), await order("10.00")];
  const { platform } = testServer.services.database;
  await decided(before.identifier, 6).execute(platform);
  await testServer.sql(
    "update company_configurations set working_from = '09:00', working_until = '17:00' where company_id = $1",
    [companyId],
  );
  await testServer.sql(
    "update order_steps set escalated_at = acted_at where company_id = $1 and state = 'done'",
    [companyId],
  );
  await decided(after.identifier, 6).execute(platform);
  expect(await minutesOf(companyId)).toEqual([360, 180]);
  // A decision that is corrected is timed anew.
  await decided(before.identifier, 5).execute(platform);
  expect(await minutesOf(companyId)).toEqual([180, 180]);
});

test("what was decided before there were times is timed by a job, in parts (REPT-006 partly)", async () => {
  const { companyId, order } = await companyWithoutNights();
  const { platform } = testServer.services.database;
  for (const hours of [1, 2, 3]) await decided((await order("10.00")).identifier, hours).execute(platform);
  await testServer.sql("delete from approval_times where company_id = $1", [companyId]);
  await testServer.sql("insert into untimed_steps select 0, max(id) from order_steps");
  expect(await testServer.sql("select mcc.time_earlier_steps(2) as more")).toEqual([{ more: true }]);
  await testServer.services.jobs.requestJob("time-decisions", {}, "test");
  await eventually(async () => expect(await minutesOf(companyId)).toEqual([60, 120, 180]));
  await eventually(async () => expect(await testServer.sql("select from untimed_steps")).toEqual([]));
});

test("the upgrade counts by site what was decided before it (REPT-006 partly)", async () => {
  const { companyId, order } = await companyWithoutNights();
  const { platform } = testServer.services.database;
  for (const hours of [1, 2, 2, 300])
    await decided((await order("10.00")).identifier, hours).execute(platform);
  const counts = () =>
    testServer.sql(
      `select of_order, counted_by, site_id, month::text, name, encode(string_agg(times, '' order by times), 'hex') as times,
         sum(decisions)::int as decisions, sum(rejected)::int as rejected
       from approval_month_times where company_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
      [companyId],
    );
  await testServer.sql("select mcc.add_up_month_times(1000)");
  const before = await counts();
  const file = "../../../../migrations/0490-approval-time-counts-by-site.sql";
  await testServer.sql(readFileSync(join(import.meta.dirname, file), "utf8"));
  expect(await counts()).toEqual(before);
  expect(before.filter(({ counted_by }) => counted_by === "site")).toMatchObject([
    { of_order: false, decisions: 4 },
    { of_order: true, decisions: 4 },
  ]);
});
