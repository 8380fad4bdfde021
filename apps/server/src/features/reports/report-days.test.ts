import { momentOf } from "@mcc/contract/notices/working-time.ts";
import { acceptReport, createReport, reportRuns } from "@mcc/contract/reports/reports.api.ts";
import { beforeAll, expect, test } from "vitest";
import { reportLists } from "../../report-lists.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { dueReports, outdatedPlans } from "./report-sending.queries.ts";
import { planReport, sendReport } from "./report-sending.service.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const ZONE = "America/Chicago";
const HALF_HOUR = 30 * 60_000;

/** A company in Chicago that works from Monday to Friday, with an admin and a colleague. */
const openCompany = async () => {
  const companyId = await addCompany(testServer);
  await testServer.sql("update company_configurations set time_zone = $2 where company_id = $1", [
    companyId,
    ZONE,
  ]);
  const person = async () => {
    const { id, username } = await addPerson(testServer, companyId, { admin: true });
    return { id, token: await tokenFor(testServer, username) };
  };
  const [owner, colleague] = [await person(), await person()];
  /** The first moment is in years to come, so that no job of the server sends it. */
  const report = async (schedule: object, first: string, readers = [owner.id]) => {
    const name = JSON.stringify(schedule);
    const { body } = await testServer.call(createReport, {
      token: owner.token,
      body: { name, view: { list: "sites", columns: ["name"] }, schedule, readers } as never,
    });
    await testServer.sql("update reports set next_run = $2 where id = $1", [body.id, first]);
    return body.id;
  };
  return { companyId, owner, colleague, report };
};

const at = (day: string, time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return momentOf(Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000, ZONE);
};
const iso = (moment: number) => new Date(moment).toISOString();

const { signal } = new AbortController();

/** What workers do at a moment; each of them tries everything that is due. */
const work = async (now: number, workers = 2): Promise<void> => {
  const { services } = testServer;
  const moment = { now: new Date(now), stopping: signal };
  const due = await dueReports(services.database.platform, moment.now, 100);
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const { company_id, id } of due)
        await sendReport(
          services,
          reportLists,
          services.jobs,
          { companyId: company_id, reportId: id },
          moment,
        );
    }),
  );
};

/** When a report was sent to each reader, as the clocks of the company show it. */
const sentTimes = async (reportId: number): Promise<string[]> => {
  const rows = await testServer.sql<{ planned: string; messages: number }>(
    `select to_char(run.planned_at at time zone $2, 'YYYY-MM-DD HH24:MI') as planned,
       (select count(*)::int from messages where messages.sent_for like 'report:' || run.report_id || ':' || run.user_id || ':'
         || to_char(run.planned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') || '%') as messages
     from report_runs run where run.report_id = $1 order by run.planned_at, run.user_id`,
    [reportId, ZONE],
  );
  for (const { messages } of rows) expect(messages).toBe(1);
  return rows.map(({ planned }) => planned);
};

/** 2031-03-09 is the Sunday on which clocks go forward, 2031-11-02 the one on which they go back. */
const days = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => iso(Date.parse(from) + day * 86_400_000).slice(0, 10));

test("through both changes of the clocks each report is sent exactly once on each of its days, with two workers at once (REPT-004)", async () => {
  const { report } = await openCompany();
  for (const [first, count] of [
    ["2031-03-03", 12],
    ["2031-10-27", 12],
  ] as const) {
    const all = days(first, count);
    const start = (time: string) => iso(at(first, time));
    const schedules = {
      morning: await report({ every: "day", at: "07:00" }, start("07:00")),
      skipped: await report({ every: "day", at: "02:30" }, start("02:30")),
      twice: await report({ every: "day", at: "01:30" }, start("01:30")),
      workday: await report({ every: "workday", at: "23:30" }, start("23:30")),
      week: await report({ every: "week", weekday: 7, at: "02:00" }, iso(at(all[6] ?? "", "02:00"))),
    };
    const [begin, end] = [at(first, "00:00"), at(all.at(-1) ?? "", "23:59")];
    for (let now = begin; now <= end; now += HALF_HOUR) await work(now);
    // Clocks that go forward skip from 2:00 to 3:00.
    const shown = (time: string) =>
      all.map((day) => `${day} ${day === "2031-03-09" && time.startsWith("02") ? "03:00" : time}`);
    expect(await sentTimes(schedules.morning)).toEqual(shown("07:00"));
    expect(await sentTimes(schedules.skipped)).toEqual(shown("02:30"));
    expect(await sentTimes(schedules.twice)).toEqual(shown("01:30"));
    const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());
    expect(await sentTimes(schedules.workday)).toEqual(all.filter(isWorkday).map((day) => `${day} 23:30`));
    expect(await sentTimes(schedules.week)).toEqual([
      `${all[6]} ${all[6] === "2031-03-09" ? "03:00" : "02:00"}`,
    ]);
    await testServer.sql("update reports set deleted_at = now()");
  }
});

test("months without a 31st have their last day (REPT-004 partly)", async () => {
  const { report } = await openCompany();
  const id = await report({ every: "month", day: 31, at: "07:00" }, iso(at("2031-01-31", "07:00")));
  for (const day of days("2031-01-30", 122)) await work(at(day, "08:00"));
  expect(await sentTimes(id)).toEqual(
    ["2031-01-31", "2031-02-28", "2031-03-31", "2031-04-30", "2031-05-31"].map((day) => `${day} 07:00`),
  );
});

test("what was missed while no worker ran is sent late, once, and not again (REPT-004 partly)", async () => {
  const { report, owner } = await openCompany();
  const id = await report({ every: "day", at: "07:00" }, iso(at("2031-06-02", "07:00")));
  await work(at("2031-06-02", "07:00"));
  // Down from Monday evening to Thursday noon.
  await work(at("2031-06-05", "12:00"));
  await work(at("2031-06-05", "12:30"));
  await work(at("2031-06-06", "07:00"));
  expect(await sentTimes(id)).toEqual(["2031-06-02 07:00", "2031-06-03 07:00", "2031-06-06 07:00"]);
  const { body } = await testServer.call(reportRuns, { token: owner.token, params: { id } });
  expect(body.results).toHaveLength(3);
});

test("a worker that stops in the middle, or whose last step is lost, leaves the rest to the next one (REPT-004 partly)", async () => {
  const { report, owner, colleague, companyId } = await openCompany();
  const moment = at("2031-06-10", "07:00");
  const id = await report({ every: "day", at: "07:00" }, iso(moment), [owner.id, colleague.id]);
  await testServer.call(acceptReport, { token: colleague.token, params: { id } });
  const { services } = testServer;
  const stopped = new AbortController();
  // Stopped after the first reader's message is stored, before the job that sends it is requested.
  const jobs = { ...services.jobs, requestJob: async () => stopped.abort() };
  const now = new Date(moment);
  const key = { companyId, reportId: id };
  await expect(
    sendReport(services, reportLists, jobs, key, { now, stopping: stopped.signal }),
  ).rejects.toThrow();
  expect(await sentTimes(id)).toHaveLength(1);
  await work(moment + HALF_HOUR);
  expect(await sentTimes(id)).toHaveLength(2);
  // Everybody was served, but that was not noted.
  await testServer.sql("update reports set next_run = $2 where id = $1", [id, iso(moment)]);
  await work(moment + 2 * HALF_HOUR, 4);
  expect(await sentTimes(id)).toHaveLength(2);
  await work(at("2031-06-11", "07:00"));
  expect(await sentTimes(id)).toHaveLength(4);
});

test("another time zone or other working days of the company change when a report is due", async () => {
  const { report, companyId } = await openCompany();
  const id = await report({ every: "workday", at: "07:00" }, iso(at("2031-06-10", "07:00")));
  await testServer.sql(
    "update company_configurations set time_zone = 'Asia/Tokyo', working_days = '{7}' where company_id = $1",
    [companyId],
  );
  const { services } = testServer;
  const now = new Date("2031-06-09T12:00:00Z");
  for (const { company_id, id } of await outdatedPlans(services.database.platform, now, 100))
    await planReport(services, { companyId: company_id, reportId: id }, now);
  const [row] = await testServer.sql<{ next_run: Date }>("select next_run from reports where id = $1", [id]);
  expect(row?.next_run.toISOString()).toBe("2031-06-14T22:00:00.000Z");
});

test("a time zone that changes on the day of a report neither loses nor doubles it (REPT-004 partly)", async () => {
  const { report, companyId } = await openCompany();
  const moveTo = async (zone: string, now: number) => {
    await testServer.sql("update company_configurations set time_zone = $2 where company_id = $1", [
      companyId,
      zone,
    ]);
    const { services } = testServer;
    for (const { company_id, id } of await outdatedPlans(services.database.platform, new Date(now), 100))
      await planReport(services, { companyId: company_id, reportId: id }, new Date(now));
  };
  const id = await report({ every: "day", at: "07:00" }, iso(at("2031-06-10", "07:00")));
  // In London it is 11:00 by then: today's is late.
  await moveTo("Europe/London", at("2031-06-10", "05:00"));
  await work(at("2031-06-10", "05:00"));
  const sent = ["2031-06-10 01:00"];
  expect(await sentTimes(id)).toEqual(sent);
  // Back in Chicago before 7:00: today's was sent.
  await moveTo(ZONE, at("2031-06-10", "05:30"));
  for (const time of ["06:00", "07:00", "08:00"]) await work(at("2031-06-10", time));
  expect(await sentTimes(id)).toEqual(sent);
  await work(at("2031-06-11", "07:00"));
  expect(await sentTimes(id)).toEqual([...sent, "2031-06-11 07:00"]);
  // Due, and sent only after the company has moved to the west.
  await moveTo("America/Los_Angeles", at("2031-06-12", "07:00"));
  for (const time of ["07:00", "08:00", "09:00", "10:00"]) await work(at("2031-06-12", time));
  expect(await sentTimes(id)).toEqual([...sent, "2031-06-11 07:00", "2031-06-12 07:00"]);
  await work(at("2031-06-13", "09:00"));
  expect((await sentTimes(id)).at(-1)).toBe("2031-06-13 09:00");
});
