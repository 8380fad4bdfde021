import { saveNotificationPreferences } from "@mcc/contract/profile/notification-preferences.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDelegation } from "../../testing/delegations.ts";
import { ALWAYS, setUpLateSteps } from "../../testing/late-steps.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async (settings: Parameters<typeof setUpLateSteps>[1] = {}) => {
  const desk = await setUpLateSteps(testServer, settings);
  /** As if the current step of an order had opened so many hours ago. */
  const openedAgo = (identifier: string, hours: number) =>
    testServer.sql(
      `update order_steps set current_since = now() - make_interval(mins => $3) where company_id = $1 and is_current
       and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
      [desk.companyId, identifier, Math.round(hours * 60)],
    );
  return { ...desk, openedAgo };
};

describe("reminders", () => {
  test("follow the first delay, the interval and the maximum (REMI-001)", async () => {
    const desk = await setUp({ first_reminder_hours: 8, reminder_interval_hours: 4, reminder_max: 2 });
    const { identifier } = await desk.order("1234.50");
    const reminder = `${desk.sam.email}: Reminder: Order ${identifier} for $1,234.50 needs your approval`;
    const after = async (hours: number) => {
      await desk.openedAgo(identifier, hours);
      await desk.run();
      return (await desk.sent()).length;
    };
    expect(await after(7.9)).toBe(0);
    expect(await after(8.1)).toBe(1);
    expect(await desk.sent()).toEqual([reminder]);
    expect(await after(11.9)).toBe(1);
    expect(await after(12.1)).toBe(2);
    expect(await after(500)).toBe(2);
    expect((await desk.messages())[0]?.body).toContain(`http://portal.test/orders/${identifier}`);
  });

  test("wait for working days, hours and the time zone of the company (REMI-001)", async () => {
    const desk = await setUp({ first_reminder_hours: 1 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 30);
    const now = new Date();
    const daysAway = [3, 4].map((days) => ((now.getUTCDay() + 6 + days) % 7) + 1);
    await desk.change({ working_days: daysAway });
    await desk.run();
    expect(await desk.sent()).toEqual([]);
    // Work is from 6 to 7 hours after this hour: later today. Seven hours further east it has just ended.
    await desk.openedAgo(identifier, 2.5);
    const starts = (now.getUTCHours() + 6) % 24;
    const at = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
    await desk.change({ ...ALWAYS, working_from: at(starts), working_until: at(starts + 1) });
    await desk.run();
    expect(await desk.sent()).toEqual([]);
    await desk.change({ time_zone: "Etc/GMT-7" });
    await desk.run();
    expect(await desk.sent()).toHaveLength(1);
  });

  test("are not sent with a maximum of none", async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_max: 0 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 30);
    await desk.run();
    expect(await desk.sent()).toEqual([]);
  });

  test("of several missed intervals are one (REMI-002 partly)", async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1, reminder_max: 50 });
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 10.5);
    await desk.run();
    expect(await desk.sent()).toHaveLength(1);
    await desk.run();
    expect(await desk.sent()).toHaveLength(1);
    await desk.openedAgo(identifier, 11.5);
    await desk.run();
    expect(await desk.sent()).toHaveLength(2);
    // The clock of the server goes back: nothing is sent again.
    await desk.openedAgo(identifier, 5);
    await desk.run();
    expect(await desk.sent()).toHaveLength(2);
  });

  test("reach only those eligible now who have not acted (REMI-002)", async () => {
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
    await desk.run();
    const to = async () => (await desk.messages()).map(({ recipient }) => recipient).sort();
    const atFirst = [desk.sam.email, second.email].sort();
    expect(await to()).toEqual(atFirst);
    expect(await to()).not.toContain(elsewhere.email);

    // Sam approves: the next step is not late, and then only its approvers are reminded.
    await desk.approve(desk.sam.token, identifier);
    await desk.run();
    expect(await to()).toEqual(atFirst);
    await desk.openedAgo(identifier, 1.5);
    await desk.run();
    expect(await to()).toEqual([...atFirst, fay.email].sort());
    // A user who lost the role is not eligible anymore; the company admin stands in.
    await testServer.sql("update users set role_id = null where id = $1", [fay.id]);
    await desk.openedAgo(identifier, 2.5);
    await desk.run();
    expect(await to()).toEqual([...atFirst, fay.email, desk.admin.email].sort());
    // Decided: no more reminders.
    await desk.reject(desk.admin.token, identifier);
    await desk.run();
    expect(await to()).toHaveLength(4);
  });

  test("offer the decision as the first message did, and a deputy reads in whose place", async () => {
    const desk = await setUp({ first_reminder_hours: 1 });
    const [deputy, second] = [
      await desk.person(),
      await desk.person({ roleId: desk.roleId, lastName: "Second" }),
    ];
    await addDelegation(testServer, desk.companyId, desk.sam.id, deputy.id);
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 1.5);
    await desk.run();
    const bodyTo = async (email: string) =>
      (await desk.messages()).find(({ recipient }) => recipient === email)?.body ?? "";
    for (const { email } of [desk.sam, deputy, second]) {
      const links = [...(await bodyTo(email)).matchAll(/\/decide\/([\w-]{43})\?decision=(approve|reject)/g)];
      expect(new Set(links.map(([, , decision]) => decision))).toEqual(new Set(["approve", "reject"]));
    }
    expect(await bodyTo(desk.sam.email)).toContain("Second");
    expect(await bodyTo(desk.sam.email)).not.toContain("in place of");
    expect(await bodyTo(deputy.email)).toContain("is pending your approval in place of");
  });

  test("more than three at once become one message (REMI-003)", async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    const lea = await desk.person();
    const other = await desk.addSite();
    await desk.assign(desk.sam.id, other.id);
    await desk.rule({ userId: lea.id, limit: 0, siteIds: [desk.site.id] });
    // User rules come first: Lea has 3 orders. Sam has 4 at the other site.
    const hers = [await desk.order("1.00"), await desk.order("2.00"), await desk.order("3.00")];
    const his = await Promise.all([4, 5, 6, 7].map((total) => desk.order(`${total}.00`, { site: other })));
    for (const { identifier } of [...hers, ...his]) await desk.openedAgo(identifier, 1.5);
    await desk.run();
    expect(await desk.sent()).toEqual(
      [
        ...hers.map(
          ({ identifier }, at) =>
            `${lea.email}: Reminder: Order ${identifier} for $${at + 1}.00 needs your approval`,
        ),
        `${desk.sam.email}: Reminder: 4 orders need your approval`,
      ].sort(),
    );
    const one = (await desk.messages()).find(({ recipient }) => recipient === desk.sam.email);
    for (const { identifier } of his) expect(one?.body).toContain(identifier);
    expect(one?.body).toContain("http://portal.test/pending-approvals?requires_my_approval=true");
    // The next interval is one message again, for each step its next number.
    for (const { identifier } of his) await desk.openedAgo(identifier, 2.5);
    await desk.run();
    expect((await desk.sent()).filter((each) => each.startsWith(desk.sam.email))).toHaveLength(2);
  });

  test("go by the channels that their reader chose, and not at all while approvals are off", async () => {
    const desk = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    await testServer.sql(
      "update users set enable_text_messages = true, phone = '+14325550117' where id = $1",
      [desk.sam.id],
    );
    const { identifier } = await desk.order("10.00");
    await desk.openedAgo(identifier, 1.5);
    const off = "update company_configurations set has_order_approval = $2 where company_id = $1";
    await testServer.sql(off, [desk.companyId, false]);
    await desk.run();
    expect(await desk.sent()).toEqual([]);
    await testServer.sql(off, [desk.companyId, true]);
    await testServer.call(saveNotificationPreferences, {
      token: desk.sam.token,
      body: { reminders: { email: false } },
    });
    await desk.run();
    expect((await desk.messages()).map(({ channel }) => channel)).toEqual(["text"]);
  });
});
