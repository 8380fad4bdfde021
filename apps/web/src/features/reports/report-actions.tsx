import {
  acceptReport,
  declineReport,
  deleteReport,
  findReport,
  reportFile,
  runReport,
  updateReport,
} from "@mcc/contract/reports/reports.api.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import type { MenuAction } from "@mcc/ui/overlays/button-menu.tsx";
import {
  IconDownload,
  IconHistory,
  IconMail,
  IconMailOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { saveLink } from "../../platform/api/save-file.ts";
import { refreshReports } from "../../platform/lists/reports/refresh-reports.ts";
import { failureToast, runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { openModal } from "../../platform/state/globals.ts";
import { ReportRuns } from "./report-runs.tsx";
import { reportsTexts as texts } from "./reports.texts.ts";

const byId = ({ id }: Report) => ({ params: { id } });
const saving = { invalidate: refreshReports, failure: texts.answerFailed } as const;

export const accept = (report: Report) =>
  runAction({
    ...saving,
    key: [acceptReport.path, report.id],
    send: () => call(acceptReport, byId(report)),
    success: texts.accepted,
  });

export const decline = (report: Report) =>
  runAction({
    ...saving,
    key: [declineReport.path, report.id],
    send: () => call(declineReport, byId(report)),
    success: texts.declined,
  });

const remove = (report: Report) =>
  runAction({
    ...saving,
    key: [declineReport.path, report.id],
    send: () => call(declineReport, byId(report)),
    success: texts.removed,
  });

const leave = (report: Report) =>
  confirmDelete({
    ...saving,
    key: [declineReport.path, report.id],
    title: texts.leaveTitle,
    question: texts.leaveQuestion(report.name),
    confirm: texts.leave,
    send: () => call(declineReport, byId(report)),
    success: texts.left,
  });

const end = (report: Report) =>
  confirmDelete({
    key: [deleteReport.path, report.id],
    title: texts.endTitle,
    question: texts.endQuestion(
      report.name,
      report.readers.filter(({ is_self, state }) => !is_self && state === "accepted").length,
    ),
    confirm: texts.end,
    send: () => call(deleteReport, byId(report)),
    success: texts.ended,
    failure: texts.endFailed,
    invalidate: refreshReports,
  });

/** A job sends it, usually within seconds. */
const FOLLOWED_AFTER_MS = [1_500, 4_000, 10_000];
const followRun = (): Promise<unknown> => {
  for (const after of FOLLOWED_AFTER_MS) setTimeout(() => void refreshReports(), after);
  return refreshReports();
};

const run = (report: Report) =>
  runAction({
    key: [runReport.path, report.id],
    send: () => call(runReport, byId(report)),
    success: ({ detail }) => detail,
    failure: texts.runFailed,
    invalidate: followRun,
  });

const setPaused = (report: Report, paused: boolean) =>
  runAction({
    key: [updateReport.path, report.id],
    send: () => call(updateReport, { ...byId(report), body: { paused } }),
    success: paused ? texts.pausedNow : texts.resumedNow,
    failure: texts.updateFailed,
    invalidate: refreshReports,
  });

/** Downloads what the user may see now, by the id of the report: the e-mail has only that. */
export const downloadFile = async (id: number | string): Promise<void> => {
  try {
    const params = { id: Number(id) };
    const [{ name, format }, { link }] = await Promise.all([
      call(findReport, { params }),
      call(reportFile, { params }),
    ]);
    saveLink(link, `${name}.${format}`);
  } catch (error) {
    failureToast(texts.downloadFailed, error);
  }
};

const showRuns = (report: Report): void =>
  openModal({ size: "modal-lg", title: texts.runsOf(report.name), content: <ReportRuns report={report} /> });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

interface ReportActionsProps {
  readonly report: Report;
  /** Of a company admin, who may pause and end the reports of others, and change those whose owner is gone. */
  readonly isAdmin: boolean;
  readonly onChange: () => void;
}

/** What may be done with a report: its owner everything, a reader what concerns themselves. */
export const ReportActions = ({ report, isAdmin, onChange }: ReportActionsProps) => {
  const { name, owner, is_owner, paused, state } = report;
  const mayStop = is_owner || isAdmin;
  const mayChange = is_owner || (isAdmin && owner.is_gone);
  const hasIt = state === "accepted";
  const entries: MenuAction[] = [
    ...(mayChange ? [{ label: texts.change, icon: <IconPencil {...icon} />, onClick: onChange }] : []),
    { label: texts.runs, icon: <IconHistory {...icon} />, onClick: () => showRuns(report) },
    ...(is_owner || hasIt
      ? [
          {
            label: texts.download,
            icon: <IconDownload {...icon} />,
            onClick: () => void downloadFile(report.id),
          },
        ]
      : []),
    ...(hasIt && !is_owner
      ? [{ label: texts.leave, icon: <IconMailOff {...icon} />, onClick: () => void leave(report) }]
      : []),
    ...(state === "ended" && !is_owner
      ? [{ label: texts.remove, icon: <IconMailOff {...icon} />, onClick: () => void remove(report) }]
      : []),
    ...(mayStop
      ? [
          {
            label: texts.end,
            danger: true,
            icon: <IconTrash {...icon} />,
            onClick: () => void end(report),
          },
        ]
      : []),
  ];
  return (
    <>
      {(is_owner || hasIt) && (
        <IconAction
          label={texts.run}
          about={name}
          icon={<IconSend {...icon} />}
          onClick={() => void run(report)}
        />
      )}
      {state !== null && state !== "accepted" && (
        <IconAction
          label={state === "invited" ? texts.accept : texts.again}
          about={name}
          icon={<IconMail {...icon} />}
          onClick={() => void accept(report)}
        />
      )}
      {mayStop && (
        <IconAction
          label={paused ? texts.resume : texts.pause}
          about={name}
          icon={paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
          onClick={() => void setPaused(report, !paused)}
        />
      )}
      <RowMenu about={name} actions={entries} />
    </>
  );
};
