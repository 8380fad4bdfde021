import { Button, FileButton } from "@mantine/core";
import { deleteCompanyLogo, uploadCompanyLogo } from "@mcc/contract/theme/company-theme.api.ts";
import { type CompanyTheme, LOGO_MAX } from "@mcc/contract/theme/company-theme.schema.ts";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { toast } from "../../platform/page/toast.ts";
import { runAction, useIsRunning } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { themeTexts as texts } from "./theme.texts.ts";

interface LogoActionsProps {
  readonly companyId: number;
  readonly hasLogo: boolean;
  readonly keep: (theme: CompanyTheme) => void;
  readonly refresh: () => Promise<unknown>;
}

/** By the browser, without the type it has guessed from the name. */
const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

/** What is wrong with the file, in the words of the server. */
const failureOf = (error: unknown): string =>
  (error instanceof CallError && error.fields.content?.[0]) || texts.uploadFailed;

export const LogoActions = ({ companyId, hasLogo, keep, refresh }: LogoActionsProps) => {
  const params = { id: companyId };
  const key = [uploadCompanyLogo.path, companyId];
  const isUploading = useIsRunning(key);
  const upload = (file: File | null) => {
    if (!file) return;
    if (file.size > LOGO_MAX) return toast.error(texts.tooLarge);
    void runAction({
      key,
      send: async () => call(uploadCompanyLogo, { params, body: { content: await base64Of(file) } }),
      onSuccess: keep,
      success: texts.uploaded,
      failure: failureOf,
      invalidate: refresh,
    });
  };
  const remove = () =>
    confirmDelete({
      key: [deleteCompanyLogo.path, companyId],
      title: texts.deleteTitle,
      question: texts.deleteQuestion,
      confirm: texts.delete,
      send: async () => keep(await call(deleteCompanyLogo, { params })),
      success: texts.deleted,
      failure: texts.deleteFailed,
      invalidate: refresh,
    });
  return (
    <>
      <FileButton onChange={upload} accept="image/png,image/jpeg,image/webp">
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isUploading}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {texts.upload}
          </Button>
        )}
      </FileButton>
      {hasLogo && (
        <ActionButton variant="default" icon={<IconTrash size={16} aria-hidden />} action={remove}>
          {texts.delete}
        </ActionButton>
      )}
    </>
  );
};
