import type { ReminderSettings } from "./reminder-settings.schema.ts";
import {
  addWorkingTime,
  HOUR_MS,
  subtractWorkingTime,
  type WorkingHours,
  workingTimeBetween,
  workingTimeOfDay,
} from "./working-time.ts";

/** A question holds reminders and escalation back for as many working days at most. */
const PAUSE_DAYS = 2;

/** A question about an order, in milliseconds since 1970. */
export interface AskedQuestion {
  readonly askedAt: number;
  readonly answeredAt: number | null;
}

const endOfPause = ({ askedAt, answeredAt }: AskedQuestion, hours: WorkingHours): number =>
  Math.min(
    answeredAt ?? Number.POSITIVE_INFINITY,
    addWorkingTime(askedAt, PAUSE_DAYS * workingTimeOfDay(hours), hours),
  );

/** The working time that a step has waited for its approvers: without the time it waited for answers. */
export const timeWaited = (
  since: number,
  now: number,
  questions: readonly AskedQuestion[],
  hours: WorkingHours,
): number => {
  let waited = 0;
  let from = since;
  for (const question of questions.toSorted((a, b) => a.askedAt - b.askedAt)) {
    waited += workingTimeBetween(from, Math.min(question.askedAt, now), hours);
    from = Math.max(from, endOfPause(question, hours));
  }
  return waited + workingTimeBetween(from, now, hours);
};

/** How many reminders of a step should have been sent. */
export const remindersDue = (
  waited: number,
  { first_reminder_hours, reminder_interval_hours, reminder_max }: ReminderSettings,
): number => {
  const late = waited - first_reminder_hours * HOUR_MS;
  if (late < 0) return 0;
  return Math.min(reminder_max, 1 + Math.floor(late / (reminder_interval_hours * HOUR_MS)));
};

export const isEscalated = (waited: number, { escalation_hours }: ReminderSettings): boolean =>
  escalation_hours !== null && waited >= escalation_hours * HOUR_MS;

/**
 * For steps without questions: a step that opened at or before the nth moment should have had n reminders by now. They
 * end with the first that is before `earliest`, so that no step is old enough for the following ones.
 */
export const openedBeforeReminders = (
  now: number,
  settings: ReminderSettings,
  earliest: number,
): number[] => {
  const { first_reminder_hours, reminder_interval_hours, reminder_max } = settings;
  const moments: number[] = [];
  let moment = now;
  for (let number = 1; number <= reminder_max && moment >= earliest; number++) {
    const hours = number === 1 ? first_reminder_hours : reminder_interval_hours;
    moment = subtractWorkingTime(moment, hours * HOUR_MS, settings, earliest);
    if (moment >= earliest) moments.push(moment);
  }
  return moments;
};

/** For steps without questions: those that opened at or before this moment are escalated by now. */
export const openedBeforeEscalation = (
  now: number,
  settings: ReminderSettings,
  earliest: number,
): number | undefined => {
  if (settings.escalation_hours === null) return undefined;
  const moment = subtractWorkingTime(now, settings.escalation_hours * HOUR_MS, settings, earliest);
  return moment >= earliest ? moment : undefined;
};
