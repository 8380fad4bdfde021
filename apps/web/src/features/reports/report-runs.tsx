import { reportRuns } from "@mcc/contract/reports/reports.api.ts";
import type { Report, ReportRun } from "@mcc/contract/reports/reports.schema.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useEffect } from "react";
import { refetch } from "../../platform/api/invalidate.ts";
import { usePages } from "../../platform/api/use-pages.ts";
import { MoreButton } from "../../platform/lists/more-button.tsx";
import { momentInZone } from "../../platform/lists/reports/moment-in-zone.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { reportsTexts as texts } from "./reports.texts.ts";

const REFRESH_MS = 2_000;

const toneOf = ({ result }: ReportRun) => {
  if (result === "sent") return "good";
  return result === "waiting" ? "info" : "bad";
};

const columnsIn = (zone: string): PlainColumn<ReportRun>[] => [
  {
    label: texts.planned,
    cell: ({ planned_at, by_hand }) => (by_hand ? texts.byHand : momentInZone(planned_at, zone)),
  },
  { label: texts.ranAt, cell: ({ ran_at }) => momentInZone(ran_at, zone) },
  { label: texts.reader, cell: ({ reader }) => reader.name },
  { label: texts.result, cell: (run) => <Tag tone={toneOf(run)}>{run.detail}</Tag> },
  { label: texts.rows, isAmount: true, cell: ({ rows }) => rows?.toLocaleString("en-US") ?? "–" },
  { label: texts.sum, isAmount: true, cell: ({ sum }) => (sum === null ? "–" : formatMoney(sum)) },
];

/** What became of a report, reader by reader, the latest first. Those on their way are followed. */
export const ReportRuns = ({ report: { id, name, time_zone } }: { report: Report }) => {
  const { rows, error, more } = usePages(reportRuns, { params: { id } });
  const isWaiting = rows?.some(({ result }) => result === "waiting") === true;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refetch([reportRuns.path]), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  if (!rows && error)
    return <LoadFailed retry={() => refetch([reportRuns.path])}>{texts.runsFailed}</LoadFailed>;
  return (
    <>
      <PlainTable
        label={texts.runsOf(name)}
        columns={columnsIn(time_zone)}
        rows={rows}
        rowKey={(run) => run.id}
        empty={texts.noRuns}
      />
      <MoreButton more={more} />
    </>
  );
};
