import { Button, Stack } from "@mantine/core";
import { siteColumnsOf } from "@mcc/contract/imports/site-columns.ts";
import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { FilePicker } from "../../platform/records/import/file-picker.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { saveTemplate } from "./failed-rows.ts";
import { uploadTexts as texts } from "./imports.texts.ts";
import { PastImports } from "./past-imports.tsx";
import { SiteUpload } from "./site-upload.tsx";

/** Uploads sites from a spreadsheet. */
export const UploadSitesPage = () => {
  const { company } = useSessionUser();
  const [opened, setOpened] = useState<{ readonly fileName: string; readonly sheet: Sheet }>();
  if (!company) return null;
  const keys = siteColumnsOf(company);
  const template = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void saveTemplate(keys)}
    >
      {importTexts.template}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/configuration", label: texts.configuration }], texts.title)}
    >
      <Stack gap="xl">
        {opened ? (
          <SiteUpload company={company} {...opened} onLeave={() => setOpened(undefined)} />
        ) : (
          <Card title={texts.file}>
            <FilePicker
              aside={template}
              onSheet={({ name }, sheet) => setOpened({ fileName: name.slice(-200), sheet })}
            />
          </Card>
        )}
        <PastImports keys={keys} />
      </Stack>
    </Page>
  );
};
