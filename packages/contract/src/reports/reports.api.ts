import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, pagedQuery, pageSchema } from "../kit/list.ts";
import { text } from "../kit/text.ts";
import {
  NewReport,
  Report,
  ReportCalendar,
  ReportChanges,
  ReportPreview,
  ReportRun,
  ReportSettings,
} from "./reports.schema.ts";

const path = "/reports/";
const member = { allow: "company:member" } as const;
const byId = {
  ...member,
  path: `${path}:id/`,
  params: z.object({ id: pathId }),
  fails: ["not_found"],
} as const;
const Detail = z.object({ detail: z.string() });

export const reports = endpoint({
  ...member,
  method: "GET",
  path,
  summary: "List the reports of the signed-in user: their own, and those they get, are invited to or ended",
  description: "Company admins get those of the company with `all`.",
  query: pagedQuery({ all: flag.describe("Those of the whole company; company admins only").optional() }),
  reply: pageSchema(Report),
});

export const createReport = endpoint({
  ...member,
  method: "POST",
  path,
  summary: "Send a view of a list regularly",
  description: "Each reader gets what they may see when it is sent. Colleagues get it once they accept it.",
  body: NewReport,
  reply: Report,
  fails: ["reports.full"],
});

export const previewReport = endpoint({
  ...member,
  method: "POST",
  path: `${path}preview/`,
  summary: "Get the e-mail of a report as it would be now, without saving or sending anything",
  description: "It counts among the exports that run at once.",
  body: NewReport,
  reply: ReportPreview,
  fails: ["export.running"],
});

export const possibleReaders = endpoint({
  ...member,
  method: "GET",
  path: `${path}readers/`,
  summary: "Find colleagues who can be invited to a report, by name or username",
  query: z.strictObject({ search: text().optional() }),
  reply: z.object({
    results: z.array(z.object({ id: z.number(), name: z.string(), username: z.string() })),
  }),
});

export const findReportSettings = endpoint({
  ...member,
  method: "GET",
  path: `${path}settings/`,
  summary: "Get whether files may be attached, and the time zone and working days that schedules are in",
  reply: ReportCalendar,
});

export const updateReportSettings = endpoint({
  method: "PATCH",
  path: `${path}settings/`,
  summary: "Change whether reports may have their file attached",
  allow: "company-admin",
  body: ReportSettings,
  reply: ReportCalendar,
});

export const findReport = endpoint({ ...byId, method: "GET", summary: "Get a report", reply: Report });

export const updateReport = endpoint({
  ...byId,
  method: "PATCH",
  summary: "Change, pause or resume a report; what is left out stays",
  description:
    "Its owner; company admins may change `paused` only, unless the owner is deleted or deactivated: who changes more becomes its owner.",
  body: ReportChanges,
  reply: Report,
  fails: ["not_found", "report.not_owner", "reports.full"],
});

export const deleteReport = endpoint({
  ...byId,
  method: "DELETE",
  summary: "End a report for everybody",
  description: "Its owner, or a company admin.",
  reply: Detail,
  fails: ["not_found", "report.not_owner"],
});

export const runReport = endpoint({
  ...byId,
  method: "POST",
  path: `${byId.path}run/`,
  summary: "Send a report now",
  description:
    "Its owner sends it to everybody who accepted it, another reader to themselves. Twice within a minute is once, and the reply says so.",
  reply: Detail,
  fails: ["not_found", "report.no_reader", "rate.limited"],
});

export const reportRuns = endpoint({
  ...byId,
  method: "GET",
  path: `${byId.path}runs/`,
  summary: "List what became of a report, reader by reader, the latest first",
  description: "A reader gets their own; the owner and company admins get all of them.",
  query: pagedQuery(),
  reply: pageSchema(ReportRun),
});

export const acceptReport = endpoint({
  ...byId,
  method: "POST",
  path: `${byId.path}accept/`,
  summary: "Accept the invitation to a report, or get it again after having ended it",
  reply: Report,
});

export const declineReport = endpoint({
  ...byId,
  method: "POST",
  path: `${byId.path}decline/`,
  summary: "Decline the invitation to a report, or end it for oneself",
  description: "One that was ended already is removed from the list.",
  reply: Detail,
});

export const reportFile = endpoint({
  ...byId,
  method: "GET",
  path: `${byId.path}file/`,
  support: "refused",
  summary: "Get a link that downloads the file of a report, with what the signed-in user may see now",
  description: "The link works for 15 minutes, and only while the user is signed in.",
  fails: ["not_found", "access.denied", "report.view_invalid"],
  reply: z.object({ link: z.string() }),
});
