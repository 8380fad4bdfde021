import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { findImport } from "@mcc/contract/imports/imports.api.ts";
import type { BatchResult, Import, ImportColumnKey } from "@mcc/contract/imports/imports.schema.ts";
import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import { type ImportColumn, type MappedRow, mapColumns } from "@mcc/contract/sheets/sheet-columns.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconArrowBackUp, IconFileDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { newUuid } from "../../platform/api/new-uuid.ts";
import { toast } from "../../platform/page/toast.ts";
import { ColumnMapping, missingColumns } from "../../platform/records/import/column-mapping.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { ImportPreview } from "../../platform/records/import/import-preview.tsx";
import { ImportReport } from "../../platform/records/import/import-report.tsx";
import type { CheckedRow } from "../../platform/records/import/import-rows.ts";
import { type CheckRows, useCheckedRows } from "../../platform/records/import/use-checked-rows.ts";
import { type SendingState, useSending } from "../../platform/records/import/use-sending.ts";
import { CorrectRows } from "./correct-rows.tsx";
import { saveFailedRows } from "./failed-rows.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";
import { openRowErrors } from "./row-errors.tsx";
import { confirmUndo, refreshImports } from "./undo-import.tsx";

type Details = BatchResult["details"];

const detailsIn = (results: readonly BatchResult[][], which: 0 | 1): Details =>
  results.flatMap((result) => result[which]?.details ?? []);
/** Every batch reports the same unknown users. */
const onceEach = (users: Details): Details => [...new Map(users.map((user) => [user.name, user])).values()];

/** What is uploaded under which id. */
export interface Upload {
  readonly id: string;
  readonly fileName: string;
  readonly isUpsert: boolean;
}

export interface OpenedSheet {
  readonly fileName: string;
  readonly sheet: Sheet;
  readonly onLeave: () => void;
}

interface SheetUploadProps<Key extends ImportColumnKey> extends OpenedSheet {
  readonly kind: Import["kind"];
  readonly columns: readonly ImportColumn<Key>[];
  /** The same function as long as its results are. */
  readonly checker: (isUpsert: boolean) => (all: readonly MappedRow<Key>[]) => CheckRows<Key>;
  /** Returns the errors of rows and those of the users that are assigned. */
  readonly send: (upload: Upload, rows: readonly CheckedRow<Key>[], batch: number) => Promise<BatchResult[]>;
  /** What else is to be chosen. */
  readonly children?: ReactNode;
}

/** From the rows of a sheet to the records: which columns, what would happen, the upload and its result. */
export const SheetUpload = <Key extends ImportColumnKey>(props: SheetUploadProps<Key>) => {
  const { kind, columns, checker, send, fileName, sheet, onLeave, children } = props;
  const [id] = useState(newUuid);
  const [mapping, setMapping] = useState(() => mapColumns(columns, sheet.headers));
  const [isUpsert, setUpsert] = useState(false);
  const [failed, setFailed] = useState<Details>([]);
  const prepare = useMemo(() => checker(isUpsert), [checker, isUpsert]);
  const checked = useCheckedRows({ sheet, mapping, prepare });
  const words = kindTexts[kind];
  const report = (state: SendingState, results: readonly BatchResult[][], error?: unknown) => {
    const [rows, unknown] = [detailsIn(results, 0), onceEach(detailsIn(results, 1))];
    setFailed(rows);
    void refreshImports();
    if (state === "stopped") toast.error(words.failed, error instanceof CallError ? error.detail : undefined);
    if (rows.length + unknown.length > 0) openRowErrors(kind, rows, unknown);
    else if (state === "done") toast.success(words.saved);
  };
  const sending = useSending<CheckedRow<Key>, BatchResult[]>({
    rows: checked.rows,
    send: (rows, batch) => send({ id, fileName, isUpsert }, rows, batch),
    onEnd: report,
  });
  const isEnded = sending.state !== "idle" && !sending.isRunning;
  const { data: record } = useQuery({
    ...queryFor(findImport, { params: { id } }),
    enabled: isEnded && sending.sent > 0,
  });
  const keys = columns.map(({ key }) => key);
  // Only this page has the passwords.
  const passwords = useMemo(
    () =>
      new Map(
        checked.rows.map(({ row, cells }) => [row, (cells as Partial<Record<string, string>>).password]),
      ),
    [checked.rows],
  );

  if (sending.state !== "idle")
    return (
      <Stack gap="lg">
        <ImportReport
          title={texts.result}
          state={sending.state}
          sent={sending.sent}
          total={checked.rows.length}
          counts={record}
          onCancel={sending.cancel}
          onResume={sending.resume}
        >
          {failed.length > 0 && (
            <>
              <Button
                variant="default"
                leftSection={<IconFileDownload size={16} aria-hidden />}
                onClick={() => void saveFailedRows(kind, checked.rows, failed, keys)}
              >
                {importTexts.failedRows}
              </Button>
              <Button variant="default" onClick={() => openRowErrors(kind, failed, [])}>
                {texts.showErrors}
              </Button>
            </>
          )}
          {record && !record.undone_at && record.created + record.updated > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void confirmUndo(record)}
            >
              {texts.undo}
            </Button>
          )}
          <Button variant="default" onClick={onLeave}>
            {importTexts.another}
          </Button>
        </ImportReport>
        {isEnded && failed.length > 0 && record && !record.undone_at && (
          <CorrectRows importId={id} keys={keys} passwords={passwords} />
        )}
      </Stack>
    );

  const good = checked.rows.reduce((count, { outcome }) => count + Number(outcome !== "error"), 0);
  const isMapped = missingColumns(columns, mapping).length === 0;
  const canSend = isMapped && checked.isReady && good > 0;
  return (
    <Stack gap="lg">
      <Card
        title={fileName}
        aside={
          <Button variant="default" size="compact-sm" onClick={onLeave}>
            {importTexts.another}
          </Button>
        }
      >
        <Stack gap="sm">
          <Text>{importTexts.rowsRead(sheet.rows.length)}</Text>
          <Checkbox
            label={texts.upsert}
            description={words.upsertHint}
            checked={isUpsert}
            onChange={({ currentTarget }) => setUpsert(currentTarget.checked)}
          />
        </Stack>
      </Card>
      <ColumnMapping columns={columns} sheet={sheet} mapping={mapping} onChange={setMapping} />
      {children}
      <ImportPreview
        columns={columns}
        mapping={mapping}
        rows={checked.rows}
        total={checked.total}
        error={checked.error}
        retry={checked.retry}
      />
      <div>
        {checked.isReady && good < checked.rows.length && (
          <Text c="dimmed" mb="xs">
            {good > 0 ? texts.someFail : texts.noneGood}
          </Text>
        )}
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          {...softDisabled(canSend ? sending.start : undefined)}
        >
          {texts.uploadRows(good, checked.rows.length)}
        </Button>
      </div>
    </Stack>
  );
};
