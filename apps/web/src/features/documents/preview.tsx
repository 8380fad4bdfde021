import { Button, CloseButton, Loader, VisuallyHidden } from "@mantine/core";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { SidePanel } from "@mcc/ui/overlays/side-panel.tsx";
import { IconChevronLeft, IconChevronRight, IconDownload, IconEye } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { formatDate, formatShortDate, orNotAvailable } from "../../platform/page/format.ts";
import { inNewTab } from "./document-actions.tsx";
import { documentTexts as texts } from "./documents.texts.ts";
import { PREVIEW_OF } from "./documents-columns.tsx";
import classes from "./preview.module.css";
import { PreviewFile, usePrefetchNext } from "./preview-file.tsx";
import type { usePreviewNavigation } from "./preview-navigation.ts";
import { useDownload } from "./use-download.ts";

type Navigation = ReturnType<typeof usePreviewNavigation>;

const factsOf = (document: DocumentRow): Fact[] => [
  { label: "Document Type", value: document.document_type_name },
  { label: "Document Date", value: formatDate(document.order_date) },
  { label: "Order", value: orNotAvailable(document.order_identifier) },
  { label: "PO Number", value: orNotAvailable(document.po_number) },
  { label: "AFE", value: orNotAvailable(document.afe_number) },
  { label: "Invoice Number", value: orNotAvailable(document.invoice_number) },
  { label: "Tracking Number", value: orNotAvailable(document.tracking_number) },
  { label: "Created", value: formatShortDate(document.created_date) },
  { label: "Modified", value: formatShortDate(document.modified_date) },
];

/** Returns the focus to the row of the last previewed document. */
const useReturnFocus = (id: number | undefined) => {
  const last = useRef(id);
  useEffect(() => {
    if (id !== undefined) last.current = id;
  }, [id]);
  useEffect(
    () => () => document.querySelector<HTMLElement>(`[${PREVIEW_OF}="${last.current}"]`)?.focus(),
    [],
  );
};

const chevron = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const Steps = ({ navigation }: { navigation: Navigation }) => (
  <div className={classes.steps}>
    <IconAction
      label={texts.previous}
      icon={<IconChevronLeft {...chevron} />}
      {...softDisabled(navigation.previous)}
    />
    <span className={classes.place} aria-hidden>
      {navigation.place ?? "…"}
    </span>
    <IconAction
      label={texts.next}
      icon={<IconChevronRight {...chevron} />}
      {...softDisabled(navigation.next)}
    />
  </div>
);

const PreviewActions = ({ document }: { document: DocumentRow }) => {
  const { busy, start } = useDownload(document);
  return (
    <div className={classes.ways}>
      <Button
        component="a"
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} aria-hidden />}
        {...inNewTab(document.download_url)}
      >
        {texts.view}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={busy ? <Loader size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
        aria-busy={busy}
        {...softDisabled(busy ? undefined : start)}
      >
        {texts.download}
      </Button>
    </div>
  );
};

const STEP_OF_KEY: Readonly<Record<string, "previous" | "next">> = {
  ArrowLeft: "previous",
  ArrowUp: "previous",
  ArrowRight: "next",
  ArrowDown: "next",
};

/** The arrows step through the documents, except with the keys of browser shortcuts; in a text, up and down scroll it. */
const stepOfKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
  if (altKey || ctrlKey || metaKey) return undefined;
  const scrolls = target instanceof Element && target.closest(`.${classes.text}`) !== null;
  return scrolls && (key === "ArrowUp" || key === "ArrowDown") ? undefined : STEP_OF_KEY[key];
};

/** The preview of a document in a side panel, with buttons to the next and previous one. */
export const Preview = ({ navigation }: { navigation: Navigation }) => {
  const { document, place, close } = navigation;
  useReturnFocus(document?.id);
  usePrefetchNext(document, navigation.following);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event);
    if (!step) return;
    event.preventDefault(); // or the page would scroll
    navigation[step]?.();
  };
  return (
    <SidePanel label={texts.preview} onClose={close} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <div className={classes.line}>
          <h2 className={classes.name} tabIndex={-1} data-autofocus>
            {document?.document_name ?? texts.loading}
          </h2>
          <CloseButton aria-label={texts.close} onClick={close} />
        </div>
        <div className={classes.line}>
          <Steps navigation={navigation} />
          {document && <PreviewActions document={document} />}
        </div>
      </div>
      <VisuallyHidden role="status">{document && `${document.document_name}, ${place}`}</VisuallyHidden>
      {document ? (
        <>
          <div className={classes.file}>
            <PreviewFile document={document} />
          </div>
          <div className={classes.foot}>
            <Facts dense facts={factsOf(document)} />
          </div>
        </>
      ) : (
        <Loader className={classes.wait} size="sm" role="img" aria-label={texts.loading} />
      )}
    </SidePanel>
  );
};
