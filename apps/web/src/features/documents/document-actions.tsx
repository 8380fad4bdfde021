import { Loader } from "@mantine/core";
import { opensInTab } from "@mcc/contract/documents/documents.files.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { IconDownload, IconEye } from "@tabler/icons-react";
import { documentTexts as texts } from "./documents.texts.ts";
import { useDownload } from "./use-download.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** A plain link, which no browser blocks as a pop-up. */
export const inNewTab = (href: string) => ({ href, target: "_blank", rel: "noopener noreferrer" });

export const DocumentActions = ({ document }: { document: DocumentRow }) => {
  const { busy, start } = useDownload(document);
  return (
    <>
      <IconAction
        label={texts.view}
        hint={opensInTab(document.content_type) ? undefined : texts.viewOffers}
        about={document.document_name}
        icon={<IconEye {...icon} />}
        renderRoot={(props) => <a {...props} {...inNewTab(document.download_url)} />}
      />
      <IconAction
        label={texts.download}
        about={document.document_name}
        icon={busy ? <Loader size={18} color="currentColor" /> : <IconDownload {...icon} />}
        {...softDisabled(busy ? undefined : start)}
      />
    </>
  );
};
