import { NewReport, type Report, type ReportViewInput } from "@mcc/contract/reports/reports.schema.ts";
import { z } from "zod";

/** The form values of a report. Errors of the server about the schedule and the readers appear on their fields. */
export type ReportValues = {
  readonly name: string;
  /** The id of the saved view that the report follows; empty if it has columns, order and filters of its own. */
  readonly view: string;
  readonly every: Report["schedule"]["every"];
  readonly weekday: string;
  readonly day: string;
  /** HH:MM */
  readonly at: string;
  readonly format: Report["format"];
  readonly attach: boolean;
  /** Whether the user gets it too. */
  readonly self: boolean;
  readonly colleagues: readonly string[];
};

export const newReport = (name: string): ReportValues => ({
  name,
  view: "",
  every: "workday",
  weekday: "1",
  day: "1",
  at: "07:00",
  format: "xlsx",
  attach: false,
  self: true,
  colleagues: [],
});

/** Who declined or ended it can be chosen again, and is then invited again. */
export const hasLeft = ({ state }: Report["readers"][number]): boolean =>
  state === "declined" || state === "ended";

export const valuesOf = ({ name, view, schedule, format, attach, readers }: Report): ReportValues => ({
  name,
  view: String(view.saved_view?.id ?? ""),
  every: schedule.every,
  weekday: String(schedule.weekday ?? 1),
  day: String(schedule.day ?? 1),
  at: schedule.at,
  format,
  attach,
  self: readers.some((reader) => reader.is_self && !hasLeft(reader)),
  colleagues: readers.filter((reader) => !reader.is_self && !hasLeft(reader)).map(({ id }) => String(id)),
});

/** The view that an existing report gets, as it is sent. */
export const viewOf = ({ view }: Report, { view: chosen }: ReportValues): ReportViewInput => ({
  ...view,
  saved_view: chosen === "" ? null : Number(chosen),
});

/** Everything but the view. */
export const bodyOf = (
  { name, every, weekday, day, at, format, attach, self, colleagues }: ReportValues,
  userId: number,
) => ({
  name,
  schedule: {
    every,
    weekday: every === "week" ? Number(weekday) : null,
    day: every === "month" ? Number(day) : null,
    at,
  },
  format,
  attach,
  readers: [...(self ? [userId] : []), ...colleagues.map(Number)],
});

/** The field of the form that a message is about. */
export const fieldOf = (field: string): string => {
  const [first = field, second] = field.split(".");
  if (first === "readers") return "colleagues";
  if (first === "view") return first;
  return first === "schedule" ? (second ?? "every") : field;
};

const Body = NewReport.omit({ view: true });

export const reportForm = (userId: number) =>
  z.custom<ReportValues>().superRefine((values, context) => {
    const issues = Body.safeParse(bodyOf(values, userId)).error?.issues ?? [];
    for (const { path, message } of issues)
      context.addIssue({ code: "custom", path: [fieldOf(path.join("."))], message });
  });
