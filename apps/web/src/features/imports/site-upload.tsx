import { Button, Checkbox, Stack, Text } from "@mantine/core";
import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { findImport } from "@mcc/contract/imports/imports.api.ts";
import type { BatchResult } from "@mcc/contract/imports/imports.schema.ts";
import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import { mapColumns } from "@mcc/contract/sheets/sheet-columns.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconArrowBackUp, IconFileDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { newUuid } from "../../platform/api/new-uuid.ts";
import { toast } from "../../platform/page/toast.ts";
import { ColumnMapping, missingColumns } from "../../platform/records/import/column-mapping.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { ImportPreview } from "../../platform/records/import/import-preview.tsx";
import { ImportReport } from "../../platform/records/import/import-report.tsx";
import { useCheckedRows } from "../../platform/records/import/use-checked-rows.ts";
import { type SendingState, useSending } from "../../platform/records/import/use-sending.ts";
import { AssignUsers } from "./assign-users.tsx";
import { CorrectRows } from "./correct-rows.tsx";
import { saveFailedRows } from "./failed-rows.ts";
import { uploadTexts as texts } from "./imports.texts.ts";
import { openSiteErrors } from "./site-errors.tsx";
import { type CheckedSite, sendSites, siteChecker, siteImportColumns } from "./site-import.ts";
import { confirmUndo, refreshImports } from "./undo-import.tsx";

type Details = BatchResult["details"];

const detailsIn = (results: readonly BatchResult[][], which: 0 | 1): Details =>
  results.flatMap((result) => result[which]?.details ?? []);
/** Every batch reports the same unknown users. */
const onceEach = (users: Details): Details => [...new Map(users.map((user) => [user.name, user])).values()];

interface SiteUploadProps {
  readonly company: SessionCompany;
  readonly fileName: string;
  readonly sheet: Sheet;
  readonly onLeave: () => void;
}

/** From the rows of a sheet to the sites: which columns, what would happen, the upload and its result. */
export const SiteUpload = ({ company, fileName, sheet, onLeave }: SiteUploadProps) => {
  const columns = useMemo(() => siteImportColumns(company), [company]);
  const [id] = useState(newUuid);
  const [mapping, setMapping] = useState(() => mapColumns(columns, sheet.headers));
  const [isUpsert, setUpsert] = useState(false);
  const [users, setUsers] = useState<readonly number[]>([]);
  const [failed, setFailed] = useState<Details>([]);
  const prepare = useMemo(() => siteChecker(company, isUpsert), [company, isUpsert]);
  const checked = useCheckedRows({ sheet, mapping, prepare });
  const report = (state: SendingState, results: readonly BatchResult[][], error?: unknown) => {
    const [sites, unknown] = [detailsIn(results, 0), onceEach(detailsIn(results, 1))];
    setFailed(sites);
    void refreshImports();
    if (state === "stopped") toast.error(texts.failed, error instanceof CallError ? error.detail : undefined);
    if (sites.length + unknown.length > 0) openSiteErrors(sites, unknown);
    else if (state === "done") toast.success(texts.saved);
  };
  const sending = useSending<CheckedSite, BatchResult[]>({
    rows: checked.rows,
    send: (rows, batch) => sendSites({ id, fileName, isUpsert, users }, rows, batch),
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
    () => new Map(checked.rows.map(({ row, cells }) => [row, cells.password])),
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
                onClick={() => void saveFailedRows(checked.rows, failed, keys)}
              >
                {importTexts.failedRows}
              </Button>
              <Button variant="default" onClick={() => openSiteErrors(failed, [])}>
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
            description={texts.upsertHint}
            checked={isUpsert}
            onChange={({ currentTarget }) => setUpsert(currentTarget.checked)}
          />
        </Stack>
      </Card>
      <ColumnMapping columns={columns} sheet={sheet} mapping={mapping} onChange={setMapping} />
      {!company.has_company_hierarchy && <AssignUsers chosen={users} onChange={setUsers} />}
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
