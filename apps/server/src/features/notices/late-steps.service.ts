import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import {
  isEscalated,
  openedBeforeEscalation,
  openedBeforeReminders,
  remindersDue,
  timeWaited,
} from "@mcc/contract/notices/reminders.rules.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import { approvalSettings } from "../approval-rules/approval-rules.service.ts";
import { questionsAbout } from "../comments/comments.service.ts";
import * as queries from "./late-steps.queries.ts";
import { storedReminderSettings } from "./reminder-settings.queries.ts";

/** The settings of a company with pending steps, at this moment. */
export interface LateNow {
  readonly settings: ReminderSettings;
  readonly now: number;
  readonly oldest: number;
}

/** Nothing if the company's approvals are off or no step is pending. */
export const lateNow = async (data: CompanyData): Promise<LateNow | undefined> => {
  await queries.lockLateSteps(data);
  const { approvals } = await approvalSettings(data);
  const settings = await storedReminderSettings(data);
  const { now, oldest } = await queries.clockAndOldest(data);
  if (!approvals || !settings || !oldest) return undefined;
  return { settings, now: now.getTime(), oldest: oldest.getTime() };
};

/** How long steps have waited, of those whose orders have questions; for the others their age is enough. */
const waitedOf = async (
  data: CompanyData,
  steps: readonly queries.LateStep[],
  { settings, now }: LateNow,
): Promise<(step: queries.LateStep) => number | undefined> => {
  const orderIds = steps.map(({ order_id }) => order_id);
  const questions = Map.groupBy(await questionsAbout(data, orderIds), ({ orderId }) => orderId);
  return ({ order_id, current_since }) => {
    const asked = questions.get(order_id);
    return asked && timeWaited(current_since.getTime(), now, asked, settings);
  };
};

/** A page of steps that are old enough, and those of them that are due. */
export interface DueSteps<Step> {
  readonly page: readonly queries.LateStep[];
  readonly due: readonly Step[];
}
const NONE = { page: [], due: [] };

/** A step whose next reminder is due, by its number. */
export interface DueReminder extends queries.LateStep {
  readonly number: number;
}

export const dueReminders = async (
  data: CompanyData,
  late: LateNow,
  stepPage: queries.StepPage,
): Promise<DueSteps<DueReminder>> => {
  const moments = openedBeforeReminders(late.now, late.settings, late.oldest);
  if (moments.length === 0) return NONE;
  const dates = moments.map((moment) => new Date(moment));
  const page = await queries.stepsToRemind(data, dates, stepPage);
  const waited = await waitedOf(data, page, late);
  const due = page.flatMap((step) => {
    const time = waited(step);
    const since = step.current_since.getTime();
    const number =
      time === undefined
        ? moments.filter((moment) => since <= moment).length
        : remindersDue(time, late.settings);
    return number > step.reminders ? { ...step, number } : [];
  });
  return { page, due };
};

export const dueEscalations = async (
  data: CompanyData,
  late: LateNow,
  stepPage: queries.StepPage,
): Promise<DueSteps<queries.LateStep>> => {
  const moment = openedBeforeEscalation(late.now, late.settings, late.oldest);
  if (moment === undefined) return NONE;
  const page = await queries.stepsToEscalate(data, new Date(moment), stepPage);
  const waited = await waitedOf(data, page, late);
  const due = page.filter((step) => {
    const time = waited(step);
    return time === undefined || isEscalated(time, late.settings);
  });
  return { page, due };
};
