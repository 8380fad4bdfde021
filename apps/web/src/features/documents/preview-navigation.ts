import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ListPage } from "../../platform/lists/list-page.ts";
import type { ChangeList } from "../../platform/lists/list-state.ts";
import { type SidePanelTarget, useSidePanelHistory } from "../../platform/lists/side-panel-history.ts";
import { offsetIn } from "../../platform/lists/table/page-links.ts";
import { documentTexts as texts } from "./documents.texts.ts";

type Documents = ListPage<DocumentRow>;

/** The index of the target document on the loaded page; -1 when it is not there, or not yet. */
export const placeOf = (wanted: SidePanelTarget | undefined, listed: Documents | undefined): number => {
  if (!wanted || !listed) return -1;
  const { results, current_url } = listed;
  if ("id" in wanted) return results.findIndex(({ id }) => id === wanted.id);
  if (offsetIn(current_url) !== wanted.offset) return -1;
  return wanted.end === 0 && results.length > 0 ? 0 : results.length - 1;
};

/** The position in the whole list, as text. */
const placeInWords = (at: number, { count, count_is_capped, current_url }: Documents): string =>
  texts.place(offsetIn(current_url) + at + 1, count, count_is_capped);

/** The next or previous document; beyond the ends of a page, the end of the adjacent page. */
export const stepFrom = (
  at: number,
  step: 1 | -1,
  { results, next, previous }: Documents,
): SidePanelTarget | undefined => {
  const beside = results[at + step];
  if (beside) return { id: beside.id };
  const link = step === 1 ? next : previous;
  return link === null ? undefined : { end: step === 1 ? 0 : -1, offset: offsetIn(link) };
};

interface Seen {
  readonly document: DocumentRow;
  readonly url: string;
}

/** Keeps showing a document that a refetch of the same page no longer contains. */
export const stillRead = (
  wanted: SidePanelTarget | undefined,
  listed: Documents | undefined,
  seen: Seen | undefined,
): DocumentRow | undefined => {
  const isMeant = wanted && "id" in wanted && seen?.document.id === wanted.id;
  return isMeant && seen.url === listed?.current_url ? seen.document : undefined;
};

/** The document to show: as it is on the page now, or as it was last seen. */
const useSeen = (wanted: SidePanelTarget | undefined, listed: Documents | undefined, at: number) => {
  const seen = useRef<Seen>(undefined);
  const shown = listed?.results[at];
  useEffect(() => {
    if (shown && listed) seen.current = { document: shown, url: listed.current_url };
  }, [shown, listed]);
  return shown ?? stillRead(wanted, listed, seen.current);
};

/** The document in the preview, and the steps to the next and previous one. */
export const usePreviewNavigation = (listed: Documents | undefined, change: ChangeList) => {
  const { wanted, latest, show, close } = useSidePanelHistory();
  const at = placeOf(wanted, listed);
  const document = useSeen(wanted, listed, at);
  const isGone = wanted !== undefined && "id" in wanted && listed !== undefined && !document;
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  // The adjacent page has loaded: from now on the target is this document, by its id.
  const arrived = wanted !== undefined && "end" in wanted ? document?.id : undefined;
  const arrive = useEffectEvent(show);
  useEffect(() => {
    if (arrived !== undefined) arrive({ id: arrived });
  }, [arrived]);
  const stepTo = (step: 1 | -1) => {
    if (at < 0 || !listed || !stepFrom(at, step, listed)) return undefined;
    return () => {
      const from = placeOf(latest(), listed);
      const to = from < 0 ? undefined : stepFrom(from, step, listed);
      if (!to) return;
      if ("id" in to) show(to);
      else change({ offset: to.offset }, { replace: true, sidePanel: to });
    };
  };
  return {
    isOpen: wanted !== undefined && !isGone,
    document,
    following: at < 0 ? undefined : listed?.results[at + 1],
    place: at < 0 || !listed ? undefined : placeInWords(at, listed),
    previous: stepTo(-1),
    next: stepTo(1),
    show: ({ id }: DocumentRow) => show({ id }),
    close,
  };
};
