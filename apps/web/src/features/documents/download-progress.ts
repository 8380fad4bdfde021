import { showProgress } from "@mcc/ui/feedback/toasts.tsx";
import type { DownloadProgress } from "../../platform/api/fetch-file.ts";
import { formatBytes } from "../../platform/page/format.ts";
import { toast } from "../../platform/page/toast.ts";
import { onSessionEnd } from "../../platform/session/session-tasks.ts";
import { documentTexts as texts } from "./documents.texts.ts";

/** Downloads that are faster than this show no progress. */
const PATIENCE_MS = 400;

/** How often the progress is updated: a fast connection brings thousands of chunks a second. */
const TELL_MS = 100;

const wordsOf = ({ bytes, of }: DownloadProgress): string =>
  of === undefined ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(of)}`;
const shareOf = ({ bytes, of }: DownloadProgress) => (of === undefined ? undefined : Math.min(bytes / of, 1));

type Work = (signal: AbortSignal, onProgress: (arrived: DownloadProgress) => void) => Promise<void>;

/** Runs a download with progress, cancel, and a toast when it fails. */
export const runDownload = async (title: string, work: Work): Promise<void> => {
  const stop = new AbortController();
  let hasLeft = false;
  const isOver = onSessionEnd(() => {
    hasLeft = true;
    stop.abort();
  });
  let arrived: DownloadProgress | undefined;
  let toldAt = 0;
  const shown = () => ({
    title,
    words: arrived ? wordsOf(arrived) : texts.preparing,
    share: arrived && shareOf(arrived),
    cancel: texts.cancel,
    onCancel: () => stop.abort(),
  });
  let notice: ReturnType<typeof showProgress> | undefined;
  const timer = setTimeout(() => {
    notice = showProgress(shown());
  }, PATIENCE_MS);
  try {
    await work(stop.signal, (now) => {
      arrived = now;
      if (performance.now() - toldAt < TELL_MS) return;
      toldAt = performance.now();
      notice?.update(shown());
    });
  } catch (error) {
    if (hasLeft) return;
    if (stop.signal.aborted) return toast.info(texts.downloadCanceled);
    console.error(texts.downloadFailed, error);
    toast.error(texts.downloadFailed);
  } finally {
    isOver();
    clearTimeout(timer);
    notice?.hide();
  }
};
