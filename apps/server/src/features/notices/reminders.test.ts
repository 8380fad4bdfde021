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
  const testCompany = await setUpLateSteps(testServer, settings);
  /** As if the current step of an order had opened so many hours ago. */
  const openedAgo = (identifier: string, hours: number) =>
    testServer.sql(
      `update order_steps set current_since = now() - make_interval(mins => $3) where company_id = $1 and is_current
       and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
      [testCompany.companyId, identifier, Math.round(hours * 60)],
    );
  return { ...testCompany, openedAgo };
};

describe("reminders", () => {
  test("follow the first delay, the interval and the maximum (REMI-001)", async () => {
    const testCompany = await setUp({ first_reminder_hours: 8, reminder_interval_hours: 4, reminder_max: 2 });
    const { identifier } = await testCompany.order("1234.50");
    const reminder = `${testCompany.sam.email}: Reminder: Order ${identifier} for $1,234.50 needs your approval`;
    const after = async (hours: number) => {
      await testCompany.openedAgo(identifier, hours);
      await testCompany.run();
      return (await testCompany.sent()).length;
    };
    expect(await after(7.9)).toBe(0);
    expect(await testCompany.isRequested()).toBe(false);
    expect(await after(8.1)).toBe(1);
    expect(await testCompany.isRequested()).toBe(false);
    expect(await testCompany.sent()).toEqual([reminder]);
    expect(await after(11.9)).toBe(1);
    expect(await after(12.1)).toBe(2);
    expect(await after(500)).toBe(2);
    expect((await testCompany.messages())[0]?.body).toContain(
      `http://portal.test/?next=%2Forders%2F${identifier}`,
    );
  });

  test("wait for working days, hours and the time zone of the company (REMI-001)", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1 });
    const { identifier } = await testCompany.order("10.00");
    await testCompany.openedAgo(identifier, 30);
    const now = new Date();
    const daysAway = [3, 4].map((days) => ((now.getUTCDay() + 6 + days) % 7) + 1);
    await testCompany.change({ working_days: daysAway });
    await testCompany.run();
    expect(await testCompany.sent()).toEqual([]);
    // Work is from 6 to 7 hours after this hour: later today. Seven hours further east it has just ended.
    await testCompany.openedAgo(identifier, 2.5);
    const starts = (now.getUTCHours() + 6) % 24;
    const at = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
    await testCompany.change({ ...ALWAYS, working_from: at(starts), working_until: at(starts + 1) });
    await testCompany.run();
    expect(await testCompany.sent()).toEqual([]);
    await testCompany.change({ time_zone: "Etc/GMT-7" });
    await testCompany.run();
    expect(await testCompany.sent()).toHaveLength(1);
  });

  test("are not sent with a maximum of none", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1, reminder_max: 0 });
    const { identifier } = await testCompany.order("10.00");
    await testCompany.openedAgo(identifier, 30);
    await testCompany.run();
    expect(await testCompany.sent()).toEqual([]);
  });

  test("of several missed intervals are one (REMI-002 partly)", async () => {
    const testCompany = await setUp({
      first_reminder_hours: 1,
      reminder_interval_hours: 1,
      reminder_max: 50,
    });
    const { identifier } = await testCompany.order("10.00");
    await testCompany.openedAgo(identifier, 10.5);
    await testCompany.run();
    expect(await testCompany.sent()).toHaveLength(1);
    await testCompany.run();
    expect(await testCompany.sent()).toHaveLength(1);
    await testCompany.openedAgo(identifier, 11.5);
    await testCompany.run();
    expect(await testCompany.sent()).toHaveLength(2);
    // The clock of the server goes back: nothing is sent again.
    await testCompany.openedAgo(identifier, 5);
    await testCompany.run();
    expect(await testCompany.sent()).toHaveLength(2);
  });

  test("reach only those eligible now who have not acted (REMI-002)", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    const finance = await testCompany.role("Finance");
    await testCompany.rule({ roleId: finance, limit: 500 });
    const [second, placer] = [
      await testCompany.person({ roleId: testCompany.roleId }),
      await testCompany.person({ roleId: testCompany.roleId }),
    ];
    const fay = await testCompany.person({ roleId: finance });
    const elsewhere = await testCompany.person({
      roleId: testCompany.roleId,
      sites: [await testCompany.addSite()],
    });
    const { identifier } = await testCompany.order("600.00", { creator: placer.username });
    await testCompany.openedAgo(identifier, 1.5);
    await testCompany.run();
    const to = async () => (await testCompany.messages()).map(({ recipient }) => recipient).sort();
    const atFirst = [testCompany.sam.email, second.email].sort();
    expect(await to()).toEqual(atFirst);
    expect(await to()).not.toContain(elsewhere.email);

    // Sam approves: the next step is not late, and then only its approvers are reminded.
    await testCompany.approve(testCompany.sam.token, identifier);
    await testCompany.run();
    expect(await to()).toEqual(atFirst);
    await testCompany.openedAgo(identifier, 1.5);
    await testCompany.run();
    expect(await to()).toEqual([...atFirst, fay.email].sort());
    // A user who lost the role is not eligible anymore; the company admin stands in.
    await testServer.sql("update users set role_id = null where id = $1", [fay.id]);
    await testCompany.openedAgo(identifier, 2.5);
    await testCompany.run();
    expect(await to()).toEqual([...atFirst, fay.email, testCompany.admin.email].sort());
    // Decided: no more reminders.
    await testCompany.reject(testCompany.admin.token, identifier);
    await testCompany.run();
    expect(await to()).toHaveLength(4);
  });

  test("offer the decision as the first message did, and a deputy reads in whose place", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1 });
    const [deputy, second] = [
      await testCompany.person(),
      await testCompany.person({ roleId: testCompany.roleId, lastName: "Second" }),
    ];
    await addDelegation(testServer, testCompany.companyId, testCompany.sam.id, deputy.id);
    const { identifier } = await testCompany.order("10.00");
    await testCompany.openedAgo(identifier, 1.5);
    await testCompany.run();
    const bodyTo = async (email: string) =>
      (await testCompany.messages()).find(({ recipient }) => recipient === email)?.body ?? "";
    for (const { email } of [testCompany.sam, deputy, second]) {
      const links = [...(await bodyTo(email)).matchAll(/\/decide\/([\w-]{43})\?decision=(approve|reject)/g)];
      expect(new Set(links.map(([, , decision]) => decision))).toEqual(new Set(["approve", "reject"]));
    }
    expect(await bodyTo(testCompany.sam.email)).toContain("Second");
    expect(await bodyTo(testCompany.sam.email)).not.toContain("in place of");
    expect(await bodyTo(deputy.email)).toContain("is pending your approval in place of");
  });

  test("more than three at once become one message (REMI-003)", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    const lea = await testCompany.person();
    const other = await testCompany.addSite();
    await testCompany.assign(testCompany.sam.id, other.id);
    await testCompany.rule({ userId: lea.id, limit: 0, siteIds: [testCompany.site.id] });
    // User rules come first: Lea has 3 orders. Sam has 4 at the other site.
    const hers = [
      await testCompany.order("1.00"),
      await testCompany.order("2.00"),
      await testCompany.order("3.00"),
    ];
    const his = await Promise.all(
      [4, 5, 6, 7].map((total) => testCompany.order(`${total}.00`, { site: other })),
    );
    for (const { identifier } of [...hers, ...his]) await testCompany.openedAgo(identifier, 1.5);
    await testCompany.run();
    expect(await testCompany.sent()).toEqual(
      [
        ...hers.map(
          ({ identifier }, at) =>
            `${lea.email}: Reminder: Order ${identifier} for $${at + 1}.00 needs your approval`,
        ),
        `${testCompany.sam.email}: Reminder: 4 orders need your approval`,
      ].sort(),
    );
    const one = (await testCompany.messages()).find(({ recipient }) => recipient === testCompany.sam.email);
    for (const { identifier } of his) expect(one?.body).toContain(identifier);
    expect(one?.body).toContain(
      "http://portal.test/?next=%2Fpending-approvals%3Frequires_my_approval%3Dtrue",
    );
    // The next interval is one message again, for each step its next number.
    for (const { identifier } of his) await testCompany.openedAgo(identifier, 2.5);
    await testCompany.run();
    expect((await testCompany.sent()).filter((each) => each.startsWith(testCompany.sam.email))).toHaveLength(
      2,
    );
  });

  test("go by the channels that their reader chose, and not at all while approvals are off", async () => {
    const testCompany = await setUp({ first_reminder_hours: 1, reminder_interval_hours: 1 });
    await testServer.sql(
      "update users set enable_text_messages = true, phone = '+14325550117' where id = $1",
      [testCompany.sam.id],
    );
    const { identifier } = await testCompany.order("10.00");
    await testCompany.openedAgo(identifier, 1.5);
    const off = "update company_configurations set has_order_approval = $2 where company_id = $1";
    await testServer.sql(off, [testCompany.companyId, false]);
    await testCompany.run();
    expect(await testCompany.sent()).toEqual([]);
    await testServer.sql(off, [testCompany.companyId, true]);
    await testServer.call(saveNotificationPreferences, {
      token: testCompany.sam.token,
      body: { reminders: { email: false } },
    });
    await testCompany.run();
    expect((await testCompany.messages()).map(({ channel }) => channel)).toEqual(["text"]);
  });
});
