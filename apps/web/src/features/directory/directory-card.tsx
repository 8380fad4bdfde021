import { deleteDirectoryToken, directoryTokens } from "@mcc/contract/directory/directory.api.ts";
import { type DirectoryToken, MOST_DIRECTORY_TOKENS } from "@mcc/contract/directory/directory.schema.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatDate, formatMoment } from "../../platform/page/format.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./directory.module.css";
import { directoryTexts as texts } from "./directory.texts.ts";

const remove = ({ id, name }: DirectoryToken, isLast: boolean) =>
  confirmDelete({
    key: [deleteDirectoryToken.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name, isLast),
    confirm: texts.delete,
    send: () => call(deleteDirectoryToken, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    // Without a token, users can be edited again.
    invalidate: () => invalidate([directoryTokens, userList.page]),
  });

const columnsOf = (count: number): PlainColumn<DirectoryToken>[] => [
  { label: texts.name, cell: ({ name }) => name },
  { label: texts.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    label: texts.created,
    cell: ({ created_at, created_by }) => texts.createdBy(formatDate(created_at), created_by),
  },
  {
    label: texts.lastUse,
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : texts.never),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (token) => <RowMenu about={token.name} actions={[deleteEntry(() => remove(token, count === 1))]} />,
  },
];

const load = async () => (await import("./create-token.tsx")).CreateToken;

/** What the company's directory is given: an address and at most two tokens. */
export const DirectoryCard = () => {
  const { record, error, retry } = useRecord(directoryTokens, {}, { failed: texts.failed });
  const tokens = record?.results;
  const isFull = (tokens?.length ?? 0) >= MOST_DIRECTORY_TOKENS;
  return (
    <Card
      title={texts.title}
      flush
      aside={tokens && !isFull ? <CreateButton label={texts.create} load={load} /> : undefined}
    >
      <div className={classes.above}>
        <p className={classes.hint}>{texts.hint}</p>
        {record && (
          <dl className={classes.address}>
            <dt>{texts.address}</dt>
            <dd>
              <code>{record.address}</code>
              <CopyButton noun="address" text={record.address} />
            </dd>
          </dl>
        )}
        {isFull && <p className={classes.hint}>{texts.full}</p>}
      </div>
      <RecordTable<DirectoryToken>
        label={texts.table}
        columns={columnsOf(tokens?.length ?? 0)}
        rows={tokens}
        error={error}
        failed={texts.failed}
        retry={retry}
        empty={texts.none}
        inCard
      />
    </Card>
  );
};
