import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import type { LinkProps } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { Page } from "../page/page.tsx";
import { saveRecord } from "./action.ts";
import { breadcrumbs } from "./breadcrumbs.tsx";
import { confirmDelete } from "./confirm-delete.ts";
import { CreateButton } from "./forms/create-button.tsx";
import { RecordActions } from "./record-actions.tsx";
import { RecordLink } from "./record-link.tsx";
import type { FormValues, NamedRow, RecordScreens } from "./record-screens.ts";
import { RecordTable } from "./record-table.tsx";
import { useRecords } from "./use-records.ts";

interface RecordListPageProps<Row extends NamedRow, Values extends FormValues> {
  readonly screens: RecordScreens<Values>;
  /** Beside the name. */
  readonly columns?: readonly PlainColumn<Row>[];
  readonly orderBy: string;
  readonly initialValues: Values;
  readonly edit: (row: Row) => Pick<LinkProps, "to" | "params">;
}

const askToDelete = <Values extends FormValues>(
  { texts, endpoints, deleteFailure = () => texts.deleteFailed, invalidate }: RecordScreens<Values>,
  { id, name }: NamedRow,
): Promise<void> =>
  confirmDelete({
    key: [endpoints.delete.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name),
    confirm: texts.delete,
    send: () => call(endpoints.delete, { params: { id } } as never),
    success: texts.deleted,
    failure: deleteFailure,
    invalidate,
  });

/** The records of one kind: a table, a button that creates one, and on each row the buttons that edit and delete it. */
export const RecordListPage = <Row extends NamedRow, Values extends FormValues>({
  screens,
  columns = [],
  orderBy,
  initialValues,
  edit,
}: RecordListPageProps<Row, Values>) => {
  const { texts, endpoints, invalidate } = screens;
  const create = (body: Values): Promise<void> =>
    saveRecord({
      send: () => call(endpoints.create, { body } as never),
      success: texts.created,
      failure: texts.createFailed,
      fieldErrorsOnly: true,
      invalidate,
    });
  const actions = (row: Row) => (
    <RecordActions name={row.name} edit={edit(row)} onDelete={() => askToDelete(screens, row)} />
  );
  const name: PlainColumn<Row> = {
    label: texts.name,
    sort: "name",
    cell: (row) => <RecordLink to={edit(row)}>{row.name}</RecordLink>,
  };
  const { rows, ...listed } = useRecords(endpoints.list, { orderBy, failed: texts.listFailed });
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs(screens.above, texts.title)}
      actions={
        <CreateButton
          label={texts.create}
          load={async () => {
            const { CreateDialog } = await import("./forms/create-dialog.tsx");
            return (dialog) => (
              <CreateDialog<Values>
                {...dialog}
                title={texts.createTitle}
                submit={texts.createSubmit}
                schema={screens.schema}
                initialValues={initialValues}
                send={create}
              >
                {screens.fields}
              </CreateDialog>
            );
          }}
        />
      }
    >
      <RecordTable<Row>
        {...listed}
        rows={rows as readonly Row[] | undefined}
        label={texts.title}
        columns={[name, ...columns, { label: texts.actions, narrow: true, cell: actions }]}
        empty={texts.empty}
      />
    </Page>
  );
};
