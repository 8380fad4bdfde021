import { Loader } from "@mantine/core";
import { orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { BULK_MAX } from "@mcc/contract/documents/documents.files.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { documentTexts as texts } from "./documents.texts.ts";
import { downloadSelected } from "./download-documents.tsx";

const downloadAll = async (identifier: string): Promise<void> => {
  // One more than a download can have: then it is refused with the reason.
  const query = { limit: BULK_MAX + 1 };
  const { results } = await call(orderDocumentList.page, { params: { identifier }, query });
  if (results.length === 0) return toast.info(texts.noneInOrder(identifier));
  return downloadSelected(results);
};

/** Downloads all documents of an order: several as one zip, one as it is. */
export const DownloadOrderDocuments = ({ identifier }: { identifier: string }) => {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await downloadAll(identifier).catch((error: unknown) => {
      console.error(texts.downloadFailed, error);
      toast.error(texts.downloadFailed);
    });
    setBusy(false);
  };
  return (
    <IconAction
      size={36}
      label={texts.downloadAll}
      icon={
        busy ? <Loader size={18} color="currentColor" /> : <IconDownload size={18} stroke={1.6} aria-hidden />
      }
      {...softDisabled(busy ? undefined : () => void start())}
    />
  );
};
