import { runResultWords } from "@mcc/contract/reports/reports.messages.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { pageOf } from "./content/report-page.ts";
import type { ListedReport } from "./reports.queries.ts";

const sentWords = (sent: number, waiting: number, notSent: number): string => {
  const all = sent + waiting + notSent;
  if (waiting === all) return runResultWords.waiting;
  if (all === 1) return sent === 1 ? "Sent" : "Not sent";
  return sent === all ? `Sent to ${all} people` : `Sent to ${sent} of ${all} people`;
};

/** Whose owner is gone, or which address is refused, for whoever can do something about it. */
const problemOf = ({ owner, readers }: ListedReport, selfId: number, seesAll: boolean): string | null => {
  const refused = readers.filter(({ state }) => state === "refused");
  if (refused.some(({ id }) => id === selfId))
    return "The mail server refuses your e-mail address. Correct it, then accept the report again.";
  if (seesAll && owner.is_gone)
    return `${owner.name} can no longer sign in. Change the report to make it yours, or end it.`;
  if (!seesAll || refused.length === 0) return null;
  return `The mail server refuses the e-mail address of ${refused.map(({ name }) => name).join(", ")}.`;
};

/** A report as the user sees it. */
export const toReport = ({ who }: CompanyScope, timeZone: string, row: ListedReport): Report => {
  const { id, name, owner, list, view_id, view_name, columns, ordering, filters, readers, last_run } = row;
  const { every, weekday, day, at, format, attach, paused } = row;
  const isOwner = owner.id === who.id;
  const seesAll = isOwner || who.is_company_admin;
  const state = readers.find((reader) => reader.id === who.id)?.state ?? null;
  const isSent =
    !paused && (seesAll || state !== "ended") && readers.some((reader) => reader.state === "accepted");
  return {
    id,
    name,
    owner,
    is_owner: isOwner,
    view: {
      list,
      saved_view: view_id === null ? null : { id: view_id, name: view_name ?? "" },
      columns,
      ordering,
      filters,
    },
    page: pageOf(row),
    schedule: { every, weekday, day, at },
    time_zone: timeZone,
    format,
    attach,
    readers: readers
      .filter((reader) => seesAll || reader.id === who.id)
      .map((reader) => ({ ...reader, is_self: reader.id === who.id })),
    state,
    paused,
    next_run: isSent ? row.next_run.toISOString() : null,
    last_run: last_run && {
      planned_at: last_run.planned_at,
      ran_at: last_run.ran_at,
      sent: last_run.sent,
      waiting: last_run.waiting,
      not_sent: last_run.not_sent,
      detail: sentWords(last_run.sent, last_run.waiting, last_run.not_sent),
    },
    problem: problemOf(row, who.id, seesAll),
  };
};
