import { Button, Loader } from "@mantine/core";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { queryClient } from "../../platform/api/query-client.ts";
import { documentTexts as texts } from "./documents.texts.ts";
import { fetchDocument } from "./fetch-document.ts";
import classes from "./preview.module.css";
import { shapeOf, whyNotShown } from "./preview-rules.ts";

/** Hides the toolbar and the page list of the browser's PDF viewer, which would take half of the panel. */
const PDF_LOOK = "#toolbar=0&navpanes=0&view=FitH";
const AHEAD_BYTES = 5_000_000;
const KEPT_MS = 60_000;

const whyNot = (document: DocumentRow) => whyNotShown(document, navigator.pdfViewerEnabled);

const fileReading = (document: DocumentRow) =>
  queryOptions({
    queryKey: ["document-file", document.id, document.modified_date],
    queryFn: ({ signal }) => fetchDocument(document, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });

/** Prefetches the next document, unless it is large. */
export const usePrefetchNext = (
  document: DocumentRow | undefined,
  following: DocumentRow | undefined,
): void => {
  const lookAhead = useEffectEvent(() => {
    if (!document || !following || whyNot(following) || following.size > AHEAD_BYTES) return;
    const shown = whyNot(document) ? undefined : queryClient.ensureQueryData(fileReading(document));
    void Promise.resolve(shown).then(
      () => queryClient.prefetchQuery(fileReading(following)),
      () => {}, // reported when it is shown
    );
  });
  // Once per document, however often the list is refetched.
  const [shownId, nextId] = [document?.id, following?.id];
  useEffect(() => {
    if (shownId !== undefined && nextId !== undefined) lookAhead();
  }, [shownId, nextId]);
};

/**
 * An object URL of the file with the content type of the list, so that a file is never rendered as HTML, whatever it
 * contains.
 */
const useAddress = (file: Blob | undefined, type: string): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file.slice(0, file.size, type));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, type]);
  return address;
};

const Message = ({ words, children }: { words?: string; children?: ReactNode }) => (
  <div className={classes.instead}>
    {words && <p>{words}</p>}
    {children}
  </div>
);

const Waiting = () => (
  <Message>
    <Loader size="sm" role="img" aria-label={texts.loading} />
  </Message>
);

/** Shown as plain text, never as HTML. */
const ShownText = ({ file, name }: { file: Blob; name: string }) => {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    let isOver = false;
    void file.text().then((read) => !isOver && setWords(read));
    return () => {
      isOver = true;
    };
  }, [file]);
  if (words === undefined) return <Waiting />;
  return (
    <section className={classes.text} aria-label={name} {...scrollable}>
      {words}
    </section>
  );
};

/**
 * A click into the browser's viewer would move the focus out of the panel, and next, previous and Escape would stop
 * working. So the focus returns to the panel immediately; scrolling needs no focus. The Tab key may enter the viewer.
 */
const useFocusInPanel = () => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    let byTab = false;
    let before: Element | null = document.activeElement;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target !== frame.current) before = target;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      byTab = key === "Tab";
    };
    const onPointer = () => {
      byTab = false;
    };
    const takeBack = () => {
      const { current } = frame;
      if (!current || current !== document.activeElement) return;
      const panel = current.closest("[data-panel]");
      const back = panel?.contains(before) ? before : panel?.querySelector("[data-autofocus]");
      window.focus();
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
    // The focus can be taken back only after it has moved to the frame.
    const onBlur = () => byTab || setTimeout(takeBack);
    window.addEventListener("focusin", onFocus);
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointermove", onPointer, true);
    window.addEventListener("blur", onBlur);
    return () => {
      window.removeEventListener("focusin", onFocus);
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointermove", onPointer, true);
      window.removeEventListener("blur", onBlur);
    };
  }, []);
  return frame;
};

const ShownPdf = ({ address, name }: { address: string; name: string }) => (
  <iframe ref={useFocusInPanel()} className={classes.pdf} src={address + PDF_LOOK} title={name} />
);

const ShownPicture = ({ address, name }: { address: string; name: string }) => {
  const [broken, setBroken] = useState(false);
  if (broken) return <Message words={texts.broken} />;
  return <img className={classes.image} src={address} alt={name} onError={() => setBroken(true)} />;
};

const Shown = ({ document }: { document: DocumentRow }) => {
  const { document_name: name, content_type: type } = document;
  const { data: file, error, refetch } = useQuery(fileReading(document));
  const shape = shapeOf(type);
  const address = useAddress(shape === "text" ? undefined : file, type);
  if (error) {
    return (
      <Message words={texts.downloadFailed}>
        <Button variant="default" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </Message>
    );
  }
  if (file && shape === "text") return <ShownText file={file} name={name} />;
  if (!address) return <Waiting />;
  if (shape === "pdf") return <ShownPdf address={address} name={name} />;
  return <ShownPicture address={address} name={name} />;
};

/** The content of a document, or why it cannot be previewed. */
export const PreviewFile = ({ document }: { document: DocumentRow }) => {
  const why = whyNot(document);
  // A new frame for each document: navigating the same frame would add entries to the browser's history.
  return why ? <Message words={why} /> : <Shown key={document.id} document={document} />;
};
