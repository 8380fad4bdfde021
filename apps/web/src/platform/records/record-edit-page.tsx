import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { confirm } from "../dialogs/confirm-dialog.ts";
import { saveRecord } from "./action.ts";
import { breadcrumbs } from "./breadcrumbs.tsx";
import { EditForm } from "./forms/edit-form.tsx";
import { RecordPage } from "./record-page.tsx";
import type { FormValues, NamedRow, RecordScreens } from "./record-screens.ts";
import { useRecord } from "./use-record.ts";

interface RecordFormProps<Row extends NamedRow, Values extends FormValues> {
  readonly screens: RecordScreens<Values>;
  readonly valuesOf: (row: Row) => Values;
  /** What to ask before this record is saved, if anything. */
  readonly saveQuestion?: (row: Row) => string | undefined;
}

const RecordForm = <Row extends NamedRow, Values extends FormValues>({
  screens: { texts, path, endpoints, schema, fields, fieldErrorsOnly, invalidate },
  valuesOf,
  saveQuestion,
  row,
}: RecordFormProps<Row, Values> & { readonly row: Row }) => {
  const navigate = useNavigate();
  const question = saveQuestion?.(row);
  const send = async (body: Values) => {
    await saveRecord({
      send: () => call(endpoints.update, { params: { id: row.id }, body } as never),
      success: texts.updated,
      failure: texts.updateFailed,
      fieldErrorsOnly,
      invalidate,
    });
    await navigate({ to: path });
  };
  return (
    <EditForm<Values>
      schema={schema}
      initialValues={valuesOf(row)}
      submit={texts.save}
      confirmSubmit={
        question === undefined
          ? undefined
          : () => confirm({ title: texts.saveTitle, content: question, confirm: texts.save })
      }
      send={send}
    >
      {({ field }) => fields(field)}
    </EditForm>
  );
};

/** The page of one record: its form, and after saving the list again. */
export const RecordEditPage = <Row extends NamedRow, Values extends FormValues>({
  id,
  more,
  ...form
}: RecordFormProps<Row, Values> & {
  readonly id: string;
  /** What is shown below the form. */
  readonly more?: (row: Row) => ReactNode;
}) => {
  const { texts, above, path, endpoints } = form.screens;
  // Not cached: the form starts with the record as the server has it now.
  const loaded = useRecord(endpoints.find, { params: { id } } as never, {
    failed: texts.fetchFailed,
    gcTime: 0,
  });
  return (
    <RecordPage<Row>
      title={texts.editTitle}
      breadcrumbs={breadcrumbs([...above, { to: path, label: texts.title }], texts.editTitle)}
      back={{ to: path, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={{ ...loaded, record: loaded.record as Row | undefined }}
    >
      {(row) => (
        <>
          <RecordForm key={row.id} row={row} {...form} />
          {more?.(row)}
        </>
      )}
    </RecordPage>
  );
};
