import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { Money } from "../kit/money.ts";
import { requiredText } from "../kit/text.ts";
import { LISTS_WITH_VIEWS, View } from "../views/saved-views.schema.ts";
import { NewView } from "../views/views.schema.ts";
import { RUN_RESULTS, reportMessages as says } from "./reports.messages.ts";

export const REPORT_LIMITS = {
  /** Of one user. */
  own: 50,
  readers: 50,
  name: 80,
  /** How often one report may be sent by hand within an hour. */
  runsByHand: 10,
  /** How often one user may send reports by hand within an hour. */
  runsOfAllByHand: 30,
  /** Megabytes. Larger files are not attached: mail servers refuse them. */
  attached: 5,
} as const;

const EVERY = ["day", "workday", "week", "month"] as const;
const FORMATS = ["xlsx", "csv"] as const;
/**
 * A reader is asked first. `declined`: said no; `ended`: said yes, and later no; `refused`: the mail server refuses the
 * address, so nothing is sent until the reader accepts again.
 */
const READER_STATES = ["invited", "accepted", "declined", "ended", "refused"] as const;
const whole = (most: number, message: string) =>
  z.number({ error: message }).int(message).min(1, message).max(most, message);

const scheduleFields = {
  every: z.enum(EVERY, { error: says.every }).describe("A workday is a working day of the company"),
  weekday: whole(7, says.weekday).nullable().default(null).describe("Of a week; 1 is Monday, 7 is Sunday"),
  day: whole(31, says.day)
    .nullable()
    .default(null)
    .describe("Of a month; shorter months have their last day"),
  at: z
    .string({ error: says.at })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, says.at)
    .describe("HH:MM in the time zone of the company"),
};

/** When a report is sent. Days of the other kinds of schedule are dropped. */
const ScheduleInput = z
  .object(scheduleFields, { error: says.scheduleRequired })
  .refine(({ every, weekday }) => every !== "week" || weekday !== null, {
    path: ["weekday"],
    message: says.weekday,
  })
  .refine(({ every, day }) => every !== "month" || day !== null, { path: ["day"], message: says.day })
  .transform(({ every, weekday, day, at }) => ({
    every,
    weekday: every === "week" ? weekday : null,
    day: every === "month" ? day : null,
    at,
  }));

export const Schedule = z.object(scheduleFields);
export type Schedule = z.output<typeof Schedule>;

const { columns, ordering, filters } = NewView.shape;

/** What a report has: columns, order and filters of a list, as views store them. */
const ReportViewInput = z.object(
  {
    list: z.enum(LISTS_WITH_VIEWS, { error: says.list }),
    saved_view: bodyId()
      .nullable()
      .default(null)
      .describe("A saved view that the report follows: columns, ordering and filters are then those of it"),
    columns,
    ordering,
    filters,
  },
  { error: says.viewRequired },
);
export type ReportViewInput = z.output<typeof ReportViewInput>;

const Named = z.object({ id: z.number(), name: z.string() });

const ReportView = z.object({
  list: z.enum(LISTS_WITH_VIEWS),
  /** The saved view that the report follows, for who sees it. When it is deleted, the report keeps it as it was last. */
  saved_view: Named.nullable(),
  columns: View.shape.columns,
  ordering: View.shape.ordering,
  filters: View.shape.filters,
});

const ReportReader = Named.extend({
  state: z.enum(READER_STATES),
  /** The signed-in user. */
  is_self: z.boolean(),
});

/** The last time a report was due: for its owner and company admins of all readers, for a reader of themselves. */
const LastRun = z.object({
  planned_at: z.iso.datetime(),
  ran_at: z.iso.datetime(),
  sent: z.number(),
  /** On their way to the mail server. */
  waiting: z.number(),
  not_sent: z.number(),
  /** Such as "Sent to 2 of 3 people". */
  detail: z.string(),
});

export const Report = z.object({
  id: z.number(),
  name: z.string(),
  owner: Named.extend({ is_gone: z.boolean().describe("Deleted or deactivated") }),
  /**
   * The signed-in user made it and may change everything. Company admins may pause and delete it; if its owner is gone they
   * may change it too, and become its owner.
   */
  is_owner: z.boolean(),
  view: ReportView,
  /** The page of the list with this view, for links. */
  page: z.string(),
  schedule: Schedule,
  /** Of the company, which the schedule is in. */
  time_zone: z.string(),
  format: z.enum(FORMATS),
  /** Whether the file is attached; otherwise the e-mail has a link to it. */
  attach: z.boolean(),
  /** All for its owner and company admins; for a reader only themselves. */
  readers: z.array(ReportReader),
  /** Of the signed-in user; null if they are no reader. */
  state: z.enum(READER_STATES).nullable(),
  paused: z.boolean(),
  /** null while it is paused or nobody has accepted it. */
  next_run: z.iso.datetime().nullable(),
  last_run: LastRun.nullable(),
  /** What needs attention, in a sentence. */
  problem: z.string().nullable(),
});
export type Report = z.output<typeof Report>;

const fields = {
  name: requiredText(says.nameRequired, REPORT_LIMITS.name).trim(),
  view: ReportViewInput,
  schedule: ScheduleInput,
  format: z.enum(FORMATS, { error: says.format }),
  attach: z
    .boolean({ error: "This must be true or false." })
    .describe("Attaches the file; only if the company allows it"),
  readers: bodyIds()
    .refine((ids) => ids.length > 0, says.readersRequired)
    .refine(
      (ids) => ids.length <= REPORT_LIMITS.readers,
      `A report can't have more than ${REPORT_LIMITS.readers} readers.`,
    )
    .describe("Ids of users of the company. Everybody but the owner gets an invitation"),
};

export const NewReport = z.object({
  ...fields,
  format: fields.format.default("xlsx"),
  attach: fields.attach.default(false),
  readers: fields.readers.optional().describe("By default the signed-in user"),
});
export type NewReport = z.output<typeof NewReport>;

export const ReportChanges = z
  .object({ ...fields, paused: z.boolean({ error: "This must be true or false." }) })
  .partial();
export type ReportChanges = z.output<typeof ReportChanges>;

/** One report to one reader at one planned moment. */
export const ReportRun = z.object({
  id: z.number(),
  planned_at: z.iso.datetime(),
  /** Later than planned if no worker was running. */
  ran_at: z.iso.datetime(),
  /** Sent by hand. */
  by_hand: z.boolean(),
  reader: Named,
  result: z.enum(RUN_RESULTS),
  /** The result in words. */
  detail: z.string(),
  /** Only of the signed-in user: others may see other rows. */
  rows: z.number().nullable(),
  sum: Money.nullable(),
});
export type ReportRun = z.output<typeof ReportRun>;

export const ReportPreview = z.object({
  subject: z.string(),
  /** A whole page, to be shown in a frame without scripts. */
  html: z.string(),
  /** The next three moments. */
  next_runs: z.array(z.iso.datetime()),
});

export const ReportSettings = z.object({
  /** Whether reports may have their file attached. */
  attach_files: z.boolean({ error: "This must be true or false." }),
});

/** With what schedules are relative to, from the approval settings. */
export const ReportCalendar = ReportSettings.extend({
  time_zone: z.string(),
  working_days: z.array(z.number()),
});
