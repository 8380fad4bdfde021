import { Button, FileInput, Group, Stack, Text } from "@mantine/core";
import type { importNodes } from "@mcc/contract/imports/file-imports.api.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { newUuid } from "../../../platform/api/new-uuid.ts";
import { saveFile } from "../../../platform/api/save-file.ts";
import { sendFile } from "../../../platform/api/send-file.ts";
import { toast } from "../../../platform/page/toast.ts";
import { failureToast } from "../../../platform/records/action.ts";
import { importTexts as texts } from "../companies.texts.ts";
import { ImportErrors } from "./import-errors.tsx";
import { ImportProgress } from "./import-progress.tsx";

/** What differs between the imports of nodes and of sites. */
export interface ImportKind {
  readonly endpoint: typeof importNodes;
  readonly headers: readonly string[];
  readonly texts: {
    readonly title: string;
    readonly hint: string;
    readonly success: string;
    readonly failure: string;
    readonly created: (count: number) => string;
    readonly templateFile: string;
    readonly errorsFile: string;
  };
}

interface ImportFormProps {
  readonly companyId: string;
  readonly kind: ImportKind;
}

/** About as many as the server will find: a cell may have several lines. */
const rowsIn = async (file: File): Promise<number> =>
  Math.max((await file.text()).split(/\r?\n/).filter((line) => line.trim() !== "").length - 1, 0);

/** Sends a file. While it is sent and saved there is progress; then either what was created, or what is wrong with it. */
export const ImportForm = ({ companyId, kind }: ImportFormProps) => {
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string>();
  const [share, setShare] = useState<number>();
  const [rows, setRows] = useState(0);
  const [id, setId] = useState("");
  const [failure, setFailure] = useState<CallError>();
  const [created, setCreated] = useState<number>();
  const isSending = share !== undefined;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!file) return setMissing(texts.noFile);
    setFailure(undefined);
    setCreated(undefined);
    setShare(0);
    const progress = newUuid();
    setId(progress);
    try {
      setRows(await rowsIn(file));
      const reply = await sendFile(kind.endpoint, {
        file,
        fields: { company: companyId, progress },
        onProgress: setShare,
      });
      toast.success(kind.texts.success);
      setCreated(reply.created);
      setFile(null);
    } catch (error) {
      failureToast(kind.texts.failure, error);
      const known = error instanceof CallError ? error : new CallError({ kind: "network", status: 0 });
      setFailure(known);
      setMissing(known.fields.file?.[0]);
    } finally {
      setShare(undefined);
    }
  };
  const saveTemplate = () =>
    saveFile(new Blob([`${kind.headers.join(",")}\n`], { type: "text/csv" }), kind.texts.templateFile);

  const alert = failure && !failure.fields.file ? (failure.fields.company?.[0] ?? failure.detail) : undefined;
  return (
    <Stack gap="xl">
      <form onSubmit={send} noValidate>
        <Stack gap="md" maw={560}>
          <FormAlert>{alert}</FormAlert>
          <Text>{kind.texts.hint}</Text>
          <FileInput
            label={texts.file}
            placeholder={texts.choose}
            accept=".csv"
            clearable
            disabled={isSending}
            leftSection={<IconUpload size={16} aria-hidden />}
            value={file}
            onChange={(chosen) => {
              setFile(chosen);
              setMissing(undefined);
            }}
            error={missing}
          />
          {isSending && <ImportProgress id={id} share={share} rows={rows} />}
          <Group gap="sm">
            <Button type="submit" loading={isSending}>
              {texts.send}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={saveTemplate}
            >
              {texts.template}
            </Button>
          </Group>
          {created !== undefined && <Text role="status">{kind.texts.created(created)}</Text>}
        </Stack>
      </form>
      {failure && failure.errors.length > 0 && (
        <ImportErrors errors={failure.errors} fileName={kind.texts.errorsFile} />
      )}
    </Stack>
  );
};
