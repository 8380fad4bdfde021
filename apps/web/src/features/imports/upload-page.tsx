import { Button, Stack, Text } from "@mantine/core";
import type { SessionCompany } from "@mcc/contract/access/session.ts";
import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconDownload } from "@tabler/icons-react";
import { type FunctionComponent, useState } from "react";
import { Page } from "../../platform/page/page.tsx";
import { toast } from "../../platform/page/toast.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { FilePicker } from "../../platform/records/import/file-picker.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { columnKeysOf, saveTemplate } from "./failed-rows.ts";
import { aboveOf } from "./import-paths.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";
import { PastImports } from "./past-imports.tsx";
import type { OpenedSheet } from "./sheet-upload.tsx";

interface UploadPageProps {
  readonly kind: Import["kind"];
  readonly load: () => Promise<FunctionComponent<OpenedSheet & { company: SessionCompany }>>;
}

/** Uploads records of one kind from a spreadsheet. */
export const UploadPage = ({ kind, load }: UploadPageProps) => {
  const { company } = useSessionUser();
  const [opened, setOpened] = useState<Pick<OpenedSheet, "fileName" | "sheet">>();
  const onFailure = (error: unknown) => {
    setOpened(undefined);
    toast.failure(error);
  };
  const Upload = useLazy(load, { early: false, needed: opened !== undefined, onFailure });
  if (!company) return null;
  const { title, hint } = kindTexts[kind];
  const template = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void saveTemplate(kind, columnKeysOf(kind, company))}
    >
      {importTexts.template}
    </Button>
  );
  return (
    <Page title={title} breadcrumbs={breadcrumbs([aboveOf[kind]], title)}>
      <Stack gap="xl">
        {opened && Upload ? (
          <Upload company={company} {...opened} onLeave={() => setOpened(undefined)} />
        ) : (
          <Card title={texts.file}>
            <FilePicker
              aside={template}
              onSheet={({ name }, sheet) => setOpened({ fileName: name.slice(-200), sheet })}
            />
            {hint && (
              <Text c="dimmed" mt="sm">
                {hint}
              </Text>
            )}
          </Card>
        )}
        <PastImports company={company} />
      </Stack>
    </Page>
  );
};
