import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import type { ReminderSettingsChanges } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { expect } from "vitest";
import { lateStepJobs } from "../features/notices/late-steps.jobs.ts";
import { companiesWithLateSteps } from "../features/notices/late-steps.queries.ts";
import { latestMessages } from "../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import { eventually } from "./eventually.ts";
import type { TestServer } from "./test-server.ts";

/** Work around the clock: an hour is a working hour. */
export const ALWAYS = {
  working_days: [1, 2, 3, 4, 5, 6, 7],
  working_from: "00:00",
  working_until: "24:00",
};

/** A company whose site managers approve every order, and what happens when they do not in time. */
export const setUpLateSteps = async (testServer: TestServer, settings: ReminderSettingsChanges) => {
  const desk = await setUpApprovalCompany(testServer);
  const roleId = await desk.role("Site");
  await desk.rule({ roleId, limit: 0 });
  const [sam, admin] = [await desk.person({ roleId }), await desk.person({ admin: true })];
  const change = async (body: ReminderSettingsChanges) =>
    expect((await testServer.call(updateReminderSettings, { token: admin.token, body })).status).toBe(200);
  await change({ ...ALWAYS, ...settings });
  /** Whether the sweep requests the job of this company. */
  const isRequested = async (): Promise<boolean> =>
    (await companiesWithLateSteps(testServer.services.database.platform)).includes(desk.companyId);
  /** What the job does if it is requested, without waiting for the queue; it leaves out steps that are being notified. */
  const run = async () => {
    const { services } = testServer;
    const unnotified = "select from order_steps where company_id = $1 and is_current and notified_at is null";
    await eventually(async () => expect(await testServer.sql(unnotified, [desk.companyId])).toEqual([]));
    if (!(await isRequested())) return;
    const [job] = lateStepJobs(services, services.jobs);
    await job?.work({ companyId: desk.companyId }, new AbortController().signal);
  };
  /** The messages about late steps, oldest first. */
  const messages = async () => {
    const rows = await testServer.sql<{ id: number }>(
      "select id from messages where company_id = $1 and topic = 'reminders'",
      [desk.companyId],
    );
    const own = new Set(rows.map(({ id }) => id));
    return (await latestMessages(testServer.services, 1_000)).filter(({ id }) => own.has(id)).reverse();
  };
  const sent = async () =>
    (await messages()).map(({ recipient, subject }) => `${recipient}: ${subject}`).sort();
  return { ...desk, roleId, sam, admin, change, isRequested, run, messages, sent };
};
