import { Button, Loader } from "@mantine/core";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { documentTexts as texts } from "./documents.texts.ts";
import { downloadSelected } from "./download-documents.tsx";

/** Downloads the selected documents. */
export const DownloadButton = ({ documents }: { documents: readonly DocumentRow[] }) => {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await downloadSelected(documents);
    setBusy(false);
  };
  return (
    <Button
      leftSection={busy ? <Loader size={16} color="currentColor" /> : <IconDownload size={16} aria-hidden />}
      disabled={documents.length === 0}
      {...softDisabled(busy ? undefined : () => void start())}
    >
      {texts.downloadSelected(documents.length)}
    </Button>
  );
};
