import { Button, Stack } from "@mantine/core";
import { siteColumnsOf } from "@mcc/contract/imports/site-columns.ts";
import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Page } from "../../platform/page/page.tsx";
import { toast } from "../../platform/page/toast.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { FilePicker } from "../../platform/records/import/file-picker.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { saveTemplate } from "./failed-rows.ts";
import { uploadTexts as texts } from "./imports.texts.ts";
import { PastImports } from "./past-imports.tsx";

const loadSiteUpload = async () => (await import("./site-upload.tsx")).SiteUpload;

/** Uploads sites from a spreadsheet. */
export const UploadSitesPage = () => {
  const { company } = useSessionUser();
  const [opened, setOpened] = useState<{ readonly fileName: string; readonly sheet: Sheet }>();
  const onFailure = (error: unknown) => {
    setOpened(undefined);
    toast.failure(error);
  };
  const SiteUpload = useLazy(loadSiteUpload, { early: false, needed: opened !== undefined, onFailure });
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
        {opened && SiteUpload ? (
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
