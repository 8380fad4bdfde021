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
import { ReportFields, ViewField } from "./report-fields.tsx";
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
  readonly of: ReportDraft | Report;
}

const Content = ({ form, of }: ContentProps) => {
  const report = isSaved(of) ? of : undefined;
  const preview = useReportPreview(form.values, viewFor(of, form.values));
  return (
    <div className={classes.dialog}>
      <div className={classes.fields}>
        {isSaved(of) ? (
          <ViewField form={form} report={of} />
        ) : (
          <p className={classes.hint}>
            {of.viewName === undefined ? texts.keeps : texts.follows(of.viewName)}
          </p>
        )}
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

const viewFor = (of: ReportDraft | Report, values: ReportValues): ReportViewInput =>
  isSaved(of) ? viewOf(of, values) : of.view;

const isSaved = (of: ReportDraft | Report): of is Report => "id" in of;

/** One dialog for all of a report, new or not, with a preview of its e-mail. */
export const ReportDialog = ({ of, onClose }: ReportDialogProps) => {
  const userId = useSessionUser().id;
  const report = isSaved(of) ? of : undefined;
  const [initialValues] = useState(() => (isSaved(of) ? valuesOf(of) : newReport(of.name)));
  const schema = useMemo(() => reportForm(userId), [userId]);
  const send = (values: ReportValues) =>
    report
      ? call(updateReport, {
          params: { id: report.id },
          body: {
            ...bodyOf(values, userId),
            ...(values.view === initialValues.view ? {} : { view: viewOf(report, values) }),
          },
        })
      : call(createReport, { body: { ...bodyOf(values, userId), view: viewFor(of, values) } });
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
      {(_field, form) => <Content {...{ form, of }} />}
    </CreateDialog>
  );
};
