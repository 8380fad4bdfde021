import { findReminderSettings, updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { deleteRole } from "@mcc/contract/roles/roles.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let testCompany: ApprovalCompany;
let token: string;

const AT_FIRST = {
  first_reminder_hours: 8,
  reminder_interval_hours: 8,
  reminder_max: 3,
  escalation_hours: null,
  escalation_role: null,
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "UTC",
  decide_without_sign_in: false,
  after_change: "keep",
  changeable_fields: [],
  changeable_checkout: [],
};

beforeAll(async () => {
  testServer = await startTestServer();
  testCompany = await setUpApprovalCompany(testServer);
  ({ token } = await testCompany.person({ admin: true }));
});

const read = (as = token) => testServer.call(findReminderSettings, { token: as });
const change = (body: unknown, as = token) =>
  testServer.call(updateReminderSettings, { token: as, body: body as never });

describe("the settings of reminders and escalation", () => {
  test("start with a first reminder after 8 working hours, and what is left out of a change stays (REMI-001 partly)", async () => {
    expect((await read()).body).toEqual(AT_FIRST);
    const role = await testCompany.role("Directors");
    const changes = {
      first_reminder_hours: 4,
      reminder_max: 0,
      escalation_hours: 24,
      escalation_role: role,
      working_days: [7, 1, 7],
      working_from: "00:00",
      working_until: "24:00",
      time_zone: "America/Chicago",
    };
    const saved = { ...AT_FIRST, ...changes, working_days: [1, 7] };
    expect(await change(changes)).toMatchObject({ status: 200, body: saved });
    expect((await read()).body).toEqual(saved);
    expect((await change({ decide_without_sign_in: true })).body).toEqual({
      ...saved,
      decide_without_sign_in: true,
    });
    expect((await change({ ...AT_FIRST, escalation_role: null })).body).toEqual(AT_FIRST);
  });

  test("are refused in words, and nothing is changed", async () => {
    const stranger = await setUpApprovalCompany(testServer);
    const theirs = await stranger.role("Theirs");
    const wrong: [object, Record<string, string[]>][] = [
      [{ working_days: [] }, { working_days: ["Choose at least one working day."] }],
      [
        { working_days: [0] },
        { "working_days.0": ["Working days are numbers from 1, Monday, to 7, Sunday."] },
      ],
      [{ working_from: "17:00" }, { working_until: ["The working day must end after it starts."] }],
      [{ working_until: "08:00" }, { working_until: ["The working day must end after it starts."] }],
      [{ working_from: "24:00" }, { working_from: ["Enter a time as HH:MM, such as 08:00."] }],
      [{ working_until: "8:00" }, { working_until: ["Enter a time as HH:MM, such as 08:00."] }],
      [{ time_zone: "Mars/Base" }, { time_zone: ["This is not a time zone, such as America/Chicago."] }],
      [{ time_zone: "+02:00" }, { time_zone: ["This is not a time zone, such as America/Chicago."] }],
      [{ escalation_role: theirs }, { escalation_role: ["There is no such role."] }],
      [{ escalation_role: 999_999_999 }, { escalation_role: ["There is no such role."] }],
      [{ first_reminder_hours: 0 }, { first_reminder_hours: ["Enter whole hours, from 1 to 1000."] }],
      [{ escalation_hours: 1.5 }, { escalation_hours: ["Enter whole hours, from 1 to 1000."] }],
      [{ reminder_max: 51 }, { reminder_max: ["Enter a whole number, from 0 to 50."] }],
      [{ decide_without_sign_in: "yes" }, { decide_without_sign_in: ["This must be true or false."] }],
    ];
    for (const [body, fields] of wrong) {
      expect([body, await change(body)]).toMatchObject([body, { status: 400, body: fields }]);
    }
    expect((await read()).body).toEqual(AT_FIRST);
  });

  test("are for company admins of a company with approvals on", async () => {
    const approver = await testCompany.person();
    expect((await read(approver.token)).status).toBe(403);
    expect((await change({ reminder_max: 1 }, approver.token)).status).toBe(403);
    const off = await setUpApprovalCompany(testServer, { approvals: false });
    const admin = await off.person({ admin: true });
    expect((await read(admin.token)).status).toBe(403);
    expect((await change({ reminder_max: 1 }, admin.token)).status).toBe(403);
  });

  test("hold the role that steps are escalated to, while approvals are on", async () => {
    const role = await testCompany.role("Escalated to");
    await change({ escalation_role: role });
    const remove = () => testServer.call(deleteRole, { token, params: { id: role } });
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        detail:
          "Overdue approvals are escalated to this role: choose another one in the approval settings first.",
      },
    });
    await testServer.sql(
      "update company_configurations set has_order_approval = false where company_id = $1",
      [testCompany.companyId],
    );
    expect((await remove()).status).toBe(200);
    await testServer.sql(
      "update company_configurations set has_order_approval = true where company_id = $1",
      [testCompany.companyId],
    );
    expect((await read()).body.escalation_role).toBeNull();
  });
});
