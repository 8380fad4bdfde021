import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { type ReactNode, useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { ReportActions } from "./report-actions.tsx";
import { LastCell, NameCell, NextCell, ReadersCell, ScheduleCell } from "./report-cells.tsx";
import { reportsTexts as texts } from "./reports.texts.ts";

const loadDialog = async () => (await import("../../platform/lists/reports/report-dialog.tsx")).ReportDialog;

interface ReportTableProps {
  readonly label: string;
  /** Undefined while they load. */
  readonly rows: readonly Report[] | undefined;
  readonly empty: ReactNode;
}

/** Reports with their next and last run, and what may be done with each. */
export const ReportTable = ({ label, rows, empty }: ReportTableProps) => {
  const isAdmin = useSessionUser().is_company_admin;
  const [changed, setChanged] = useState<Report>();
  const close = () => setChanged(undefined);
  const onFailure = (error: unknown) => {
    close();
    toast.failure(error);
  };
  const Dialog = useLazy(loadDialog, { early: false, needed: changed !== undefined, onFailure });
  const columns: PlainColumn<Report>[] = [
    { label: texts.name, cell: (report) => <NameCell report={report} /> },
    { label: texts.when, cell: ScheduleCell },
    { label: texts.readers, cell: ReadersCell },
    { label: texts.next, cell: NextCell },
    { label: texts.last, cell: LastCell },
    {
      label: texts.actions,
      narrow: true,
      cell: (report) => (
        <ReportActions report={report} isAdmin={isAdmin} onChange={() => setChanged(report)} />
      ),
    },
  ];
  return (
    <>
      <PlainTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />
      {changed && Dialog && <Dialog of={changed} onClose={close} />}
    </>
  );
};
