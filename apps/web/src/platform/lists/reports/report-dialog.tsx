import { createReport, updateReport } from "@mcc/contract/reports/reports.api.ts";
import type { Report, ReportViewInput } from "@mcc/contract/reports/reports.schema.ts";
import { useMemo, useState } from "react";
import { call } from "../../api/call.ts";
import { TextLink } from "../../page/text-link.tsx";
import { saveRecord } from "../../records/action.ts";
import { CreateDialog } from "../../records/forms/create-dialog.tsx";
import type { AppForm } from "../../records/forms/form.ts";
import { useSessionUser } from "../../session/session-user.ts";
import { refreshReports } from "./refresh-reports.ts";
import { reportTexts as texts } from "./report.texts.ts";
import type { ReportDraft } from "./report-draft.ts";
import { ReportFields } from "./report-fields.tsx";
import {
  bodyOf,
  fieldOf,
  newReport,
  type ReportValues,
  reportForm,
  valuesOf,
  viewOf,
} from "./report-form.schema.ts";
import { ReportPreview, useReportPreview } from "./report-preview.tsx";
import classes from "./reports.module.css";

interface ContentProps {
  readonly form: AppForm<ReportValues>;
  readonly view: ReportViewInput;
  readonly viewName: string | undefined;
  readonly report: Report | undefined;
}

const Content = ({ form, view, viewName, report }: ContentProps) => {
  const preview = useReportPreview(form.values, view);
  return (
    <div className={classes.dialog}>
      <div className={classes.fields}>
        <p className={classes.hint}>{viewName === undefined ? texts.keeps : texts.follows(viewName)}</p>
        <ReportFields form={form} report={report} />
        {!report && <TextLink to="/reports">{texts.yours}</TextLink>}
      </div>
      <ReportPreview {...preview} />
    </div>
  );
};

interface ReportDialogProps {
  /** What is set up, or the report that is changed. */
  readonly of: ReportDraft | Report;
  readonly onClose: () => void;
}

const isSaved = (of: ReportDraft | Report): of is Report => "id" in of;

/** One dialog for all of a report, new or not, with a preview of its e-mail. */
export const ReportDialog = ({ of, onClose }: ReportDialogProps) => {
  const userId = useSessionUser().id;
  const report = isSaved(of) ? of : undefined;
  const view = isSaved(of) ? viewOf(of) : of.view;
  const viewName = isSaved(of) ? of.view.saved_view?.name : of.viewName;
  const [initialValues] = useState(() => (isSaved(of) ? valuesOf(of) : newReport(of.name)));
  const schema = useMemo(() => reportForm(userId), [userId]);
  const send = (values: ReportValues) =>
    report
      ? call(updateReport, { params: { id: report.id }, body: bodyOf(values, userId) })
      : call(createReport, { body: { ...bodyOf(values, userId), view } });
  return (
    <CreateDialog<ReportValues>
      opened
      size="modal-lg"
      onClose={onClose}
      title={report ? texts.editTitle : texts.title}
      submit={report ? texts.save : texts.start}
      schema={schema}
      initialValues={initialValues}
      fieldOf={fieldOf}
      blocked={({ dirty }) => report !== undefined && !dirty}
      send={(values) =>
        saveRecord({
          send: () => send(values),
          success: report ? texts.updated : texts.started,
          failure: report ? texts.updateFailed : texts.startFailed,
          fieldErrorsOnly: true,
          invalidate: refreshReports,
        })
      }
    >
      {(_field, form) => <Content {...{ form, view, viewName, report }} />}
    </CreateDialog>
  );
};
