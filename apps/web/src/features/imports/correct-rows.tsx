import { Button, Skeleton, Text } from "@mantine/core";
import { correctRows, failedRows } from "@mcc/contract/imports/imports.api.ts";
import type { CorrectedRow, FailedRow, ImportColumnKey } from "@mcc/contract/imports/imports.schema.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { Pager } from "@mcc/ui/tables/pager.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { useLeaveGuard } from "../../platform/records/forms/use-leave-guard.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { FailedRowFields } from "./failed-row-fields.tsx";
import type { ImportCells } from "./failed-rows.ts";
import classes from "./imports.module.css";
import { uploadTexts as texts } from "./imports.texts.ts";
import { refreshImports } from "./undo-import.tsx";

interface CorrectRowsProps {
  readonly importId: string;
  readonly keys: readonly ImportColumnKey[];
  /** By the numbers of the rows, as far as this page has read them from the file. */
  readonly passwords?: ReadonlyMap<number, string | undefined>;
}

type Edits = Readonly<Record<number, ImportCells>>;

/** What stays typed after some rows were sent: the other rows, and the passwords of those that failed again. */
const editsAfter = (edits: Edits, sent: readonly CorrectedRow[]): Edits => {
  const rest: Record<number, ImportCells> = { ...edits };
  for (const { id, is_saved } of sent) {
    const password = edits[id]?.password;
    delete rest[id];
    if (!is_saved && password !== undefined) rest[id] = { password };
  }
  return rest;
};

/** The rows of an import that were not saved: their cells are corrected here and the rows imported again. */
export const CorrectRows = ({ importId, keys, passwords }: CorrectRowsProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [page, setPage] = useState(1);
  const [edits, setEdits] = useState<Edits>({});
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<string>();
  const { data, error, refetch } = useQuery({
    ...queryFor(failedRows, {
      params: { id: importId },
      query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  useLeaveGuard({ dirty: Object.keys(edits).length > 0, isSending: () => false });
  const cellsOf = ({ id, row, cells }: FailedRow): ImportCells => {
    const password = row === null ? undefined : passwords?.get(row);
    return { ...cells, ...(password === undefined ? {} : { password }), ...edits[id] };
  };

  const send = async (rows: readonly FailedRow[]) => {
    setSending(true);
    setFailure(undefined);
    try {
      const { results } = await call(correctRows, {
        params: { id: importId },
        body: { rows: rows.map((row) => ({ ...cellsOf(row), id: row.id })) },
      });
      const failed = results.filter(({ is_saved }) => !is_saved);
      await refreshImports();
      setEdits((before) => editsAfter(before, results));
      setSaid(texts.corrected(results.length - failed.length, failed.length));
      if (failed.length === 0) setPage(1);
      setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    } catch (problem) {
      setFailure(problem instanceof CallError && problem.detail ? problem.detail : texts.correctFailed);
    } finally {
      setSending(false);
    }
  };

  const { results: rows, count = 0 } = data ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rows && rows.length > 0 && !isSending) void send(rows);
  };
  const pages = Math.ceil(count / PAGE_SIZE);
  const show = (wanted: number) => setPage(Math.min(Math.max(wanted, 1), pages));
  return (
    <Card title={texts.correct}>
      <Text role="status" mb={said ? "sm" : 0}>
        {said}
      </Text>
      <FormAlert>{failure}</FormAlert>
      {!rows &&
        (error ? (
          <LoadFailed retry={refetch}>{texts.failedRowsFailed}</LoadFailed>
        ) : (
          <Skeleton height={160} />
        ))}
      {rows?.length === 0 && <Text>{texts.allImported}</Text>}
      {rows && rows.length > 0 && (
        <form ref={form} noValidate onSubmit={submit}>
          <Text c="dimmed">{texts.correctHint}</Text>
          <ul className={classes.rows}>
            {rows.map((row) => (
              <FailedRowFields
                key={row.id}
                row={row}
                keys={keys}
                cells={cellsOf(row)}
                isChanged={(key) => edits[row.id]?.[key] !== undefined}
                hasPassword={row.row !== null && passwords?.get(row.row) !== undefined}
                onChange={(cells) =>
                  setEdits((before) => ({ ...before, [row.id]: { ...before[row.id], ...cells } }))
                }
              />
            ))}
          </ul>
          {pages > 1 && (
            <Pager
              label={texts.failedPages}
              page={page}
              pages={pages}
              from={(page - 1) * PAGE_SIZE + 1}
              to={(page - 1) * PAGE_SIZE + rows.length}
              count={count}
              onPage={show}
              {...(page > 1 ? { onPrevious: () => show(page - 1) } : {})}
              {...(page < pages ? { onNext: () => show(page + 1) } : {})}
            />
          )}
          <Button type="submit" mt="md" loading={isSending}>
            {texts.importAgain(rows.length)}
          </Button>
        </form>
      )}
    </Card>
  );
};
