import { updateApprovalSettings } from "@mcc/contract/approvals/settings.api.ts";
import { saveNotificationPreferences } from "@mcc/contract/profile/notification-preferences.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const PATIENCE = { timeout: 60_000, interval: 50 };
/** The queue is asked for work once a second, several times in each test. */
const WITH_JOBS = { timeout: 120_000 };

/** Work around the clock: an hour is a working hour. */
const ALWAYS = { working_days: [1, 2, 3, 4, 5, 6, 7], working_from: "00:00", working_until: "24:00" };

let runs = 0;
const setUp = async (settings: object = {}) => {
  const desk = await setUpApprovalCompany(testServer);
  const role = await desk.role("Site");
  await desk.rule({ roleId: role, limit: 0 });
  const [sam, admin] = [await desk.person({ roleId: role }), await desk.person({ admin: true })];
  const change = (body: object) => testServer.call(updateApprovalSettings, { token: admin.token, body });
  expect((await change({ ...ALWAYS, ...settings })).status).toBe(200);
  /** As if the current step of an order had opened so many hours ago. */
  const openedAgo = (identifier: string, hours: number) =>
    testServer.sql(
      `update order_steps set current_since = now() - make_interval(mins => $3) where company_id = $1 and is_current
       and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
      [desk.companyId, identifier, Math.round(hours * 60)],
    );
  /** Runs the job of this company until its end. */
  const remind = async () => {
    const key = `remind-${++runs}`;
    await testServer.platform.jobs.requestJob("remind-approvers", { companyId: desk.companyId }, key);
    const done = "select 1 from pgboss.job where singleton_key = $1 and state = 'completed'";
    await vi.waitFor(async () => expect(await testServer.sql(done, [key])).toHaveLength(1), PATIENCE);
  };
  const reminders = async () => {
    const rows = await testServer.sql<{ id: number }>(
      "select id from messages where company_id = $1 and topic = 'reminders'",
      [desk.companyId],
    );
    const own = new Set(rows.map(({ id }) => id));
    return (await latestMessages(testServer.platform, 1_000)).filter(({ id }) => own.has(id)).reverse();
  };
  const sent = async () =>
    (await reminders()).map(({ recipient, subject }) => `${recipient}: ${subject}`).sort();
  return { ...desk, roleId: role, sam, admin, change, openedAgo, remind, reminders, sent };
};

describe("reminders", () => {
  test("follow the first delay, the interval and the maximum (REMI-001)", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 8, reminder_interval_hours: 4, reminder_max: 2 });
    const { identifier } = await desk.order("1234.50");
    const reminder = `${desk.sam.email}: Reminder: Order ${identifier} for $1,234.50 needs your approval`;
    const after = async (hours: number) => {
      await desk.openedAgo(identifier, hours);
      await desk.remind();
      return (await desk.sent()).length;
    };
    expect(await after(7.9)).toBe(0);
    expect(await after(8.1)).toBe(1);
    expect(await desk.sent()).toEqual([reminder]);
    expect(await after(11.9)).toBe(1);
    expect(await after(12.1)).toBe(2);
    expect(await after(500)).toBe(2);
    expect((await desk.reminders())[0]?.body).toContain(`http://portal.test/orders/${identifier}`);
  });

  test("wait for working days, hours and the time zone of the company (REMI-001)", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 1 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 30);
    const now = new Date();
    const daysAway = [3, 4].map((days) => ((now.getUTCDay() + 6 + days) % 7) + 1);
    await desk.change({ working_days: daysAway });
    await desk.remind();
    expect(await desk.sent()).toEqual([]);
    // Work is from 6 to 7 hours after this hour: later today. Seven hours further east it has just ended.
    await desk.openedAgo(identifier, 2.5);
    const starts = (now.getUTCHours() + 6) % 24;
    const at = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
    await desk.change({ ...ALWAYS, working_from: at(starts), working_until: at(starts + 1) });
    await desk.remind();
    expect(await desk.sent()).toEqual([]);
    await desk.change({ time_zone: "Etc/GMT-7" });
    await desk.remind();
    expect(await desk.sent()).toHaveLength(1);
  });

  test("are not sent with a maximum of none", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_max: 0 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 30);
    await desk.remind();
    expect(await desk.sent()).toEqual([]);
  });

  test("of several missed intervals are one (REMI-002 partly)", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1, reminder_max: 50 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 10.5);
    await desk.remind();
    expect(await desk.sent()).toHaveLength(1);
    await desk.remind();
    expect(await desk.sent()).toHaveLength(1);
    await desk.openedAgo(identifier, 11.5);
    await desk.remind();
    expect(await desk.sent()).toHaveLength(2);
    // The clock of the server goes back: nothing is sent again.
    await desk.openedAgo(identifier, 5);
    await desk.remind();
    expect(await desk.sent()).toHaveLength(2);
  });

  test("reach only those eligible now who have not acted (REMI-002)", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    const finance = await desk.role("Finance");
    await desk.rule({ roleId: finance, limit: 500 });
    const [second, placer] = [
      await desk.person({ roleId: desk.roleId }),
      await desk.person({ roleId: desk.roleId }),
    ];
    const fay = await desk.person({ roleId: finance });
    const elsewhere = await desk.person({ roleId: desk.roleId, sites: [await desk.addSite()] });
    const { identifier } = await desk.order("600.00", { creator: placer.username });
    await desk.openedAgo(identifier, 1.5);
    await desk.remind();
    const to = async () => (await desk.reminders()).map(({ recipient }) => recipient).sort();
    const atFirst = [desk.sam.email, second.email].sort();
    expect(await to()).toEqual(atFirst);
    expect(await to()).not.toContain(elsewhere.email);

    // Sam approves: the next step is not late, and then only its approvers are reminded.
    await desk.approve(desk.sam.token, identifier);
    await desk.remind();
    expect(await to()).toEqual(atFirst);
    await desk.openedAgo(identifier, 1.5);
    await desk.remind();
    expect(await to()).toEqual([...atFirst, fay.email].sort());
    // A user who lost the role is not eligible anymore; the company admin stands in.
    await testServer.sql("update users set role_id = null where id = $1", [fay.id]);
    await desk.openedAgo(identifier, 2.5);
    await desk.remind();
    expect(await to()).toEqual([...atFirst, fay.email, desk.admin.email].sort());
    // Decided: no more reminders.
    await desk.reject(desk.admin.token, identifier);
    await desk.remind();
    expect(await to()).toHaveLength(4);
  });

  test("more than three at once become one message (REMI-003)", WITH_JOBS, async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    const lea = await desk.person();
    const other = await desk.addSite();
    await desk.assign(desk.sam.id, other.id);
    await desk.rule({ userId: lea.id, limit: 0, siteIds: [desk.site.id] });
    // User rules come first: Lea has 3 orders. Sam has 4 at the other site.
    const hers = [await desk.order("1.00"), await desk.order("2.00"), await desk.order("3.00")];
    const his = await Promise.all([4, 5, 6, 7].map((total) => desk.order(`${total}.00`, { site: other })));
    for (const { identifier } of [...hers, ...his]) await desk.openedAgo(identifier, 1.5);
    await desk.remind();
    expect(await desk.sent()).toEqual(
      [
        ...hers.map(
          ({ identifier }, at) =>
            `${lea.email}: Reminder: Order ${identifier} for $${at + 1}.00 needs your approval`,
        ),
        `${desk.sam.email}: Reminder: 4 orders need your approval`,
      ].sort(),
    );
    const one = (await desk.reminders()).find(({ recipient }) => recipient === desk.sam.email);
    for (const { identifier } of his) expect(one?.body).toContain(identifier);
    expect(one?.body).toContain("http://portal.test/pending-approvals?requires_my_approval=true");
    // The next interval is one message again, for each step its next number.
    for (const { identifier } of his) await desk.openedAgo(identifier, 2.5);
    await desk.remind();
    expect((await desk.sent()).filter((each) => each.startsWith(desk.sam.email))).toHaveLength(2);
  });

  test(
    "go by the channels that their reader chose, and not at all while approvals are off",
    WITH_JOBS,
    async () => {
      const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
      await testServer.sql(
        "update users set enable_text_messages = true, phone = '+14325550117' where id = $1",
        [desk.sam.id],
      );
      const { identifier } = await desk.order("10.00");
      await desk.openedAgo(identifier, 1.5);
      const off = "update company_configurations set has_order_approval = $2 where company_id = $1";
      await testServer.sql(off, [desk.companyId, false]);
      await desk.remind();
      expect(await desk.sent()).toEqual([]);
      await testServer.sql(off, [desk.companyId, true]);
      await testServer.call(saveNotificationPreferences, {
        token: desk.sam.token,
        body: { reminders: { email: false } },
      });
      await desk.remind();
      expect((await desk.reminders()).map(({ channel }) => channel)).toEqual(["text"]);
    },
  );
});
