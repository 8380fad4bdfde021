import { newerAlert } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { STREAM_ALERTS } from "@mcc/contract/stream/stream.schema.ts";
import { showNotice } from "@mcc/ui/feedback/toasts.tsx";
import { call } from "../../platform/api/call.ts";
import { seenAlerts } from "./seen-alerts.ts";

interface ReceivedAlert {
  readonly id: number;
  readonly content: string;
  /** The identifier of its order. */
  readonly order: string | null;
}

const TOAST = "new-alerts";
/** Alerts that arrive together are shown together. */
const GATHER_MS = 150;

const textOf = (count: number): string =>
  count < STREAM_ALERTS ? `${count} new alerts` : `${STREAM_ALERTS} or more new alerts`;

/**
 * Shows new alerts of a user as a toast, each once in this tab, whether the stream sends them, a poll finds them or both.
 * There is one toast: further alerts while it is shown change its text into their number.
 */
export const watchAlerts = (userId: number, navigate: (path: string) => void) => {
  const seen = seenAlerts(userId);
  let arrived: ReceivedAlert[] = [];
  let shown = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    timer = undefined;
    const [first] = arrived;
    shown += arrived.length;
    arrived = [];
    const order = shown === 1 ? first?.order : undefined;
    const path = order ? `/orders/${encodeURIComponent(order)}` : "/alerts";
    showNotice({
      id: TOAST,
      message: shown === 1 ? (first?.content ?? "") : textOf(shown),
      href: path,
      follow: () => navigate(path),
      onClose: () => {
        shown = 0;
      },
    });
  };
  const receive = (alert: ReceivedAlert, from: "stream" | "poll") => {
    if (!seen.add(alert.id, from)) return;
    arrived.push(alert);
    timer ??= setTimeout(show, GATHER_MS);
  };
  /** The newest alert after the one with this id; none when the server cannot be reached. */
  const newerThan = (id: number) => call(newerAlert, { params: { id } }).catch(() => null);
  const start = async () => {
    if (seen.isStarted()) return;
    const newest = await newerThan(0);
    if (newest !== null) seen.start(newest?.id ?? 0);
  };

  return {
    /** Finds out which alerts are older than the page; resolves in any case. */
    start,
    lastEventId: seen.streamed,
    receive: (alert: ReceivedAlert) => receive(alert, "stream"),
    /** Looks for a newer alert, while there is no stream. */
    poll: async () => {
      if (!seen.isStarted()) return start();
      const found = await newerThan(seen.newest());
      if (found) receive({ ...found, order: found.order?.identifier ?? null }, "poll");
    },
    stop: () => clearTimeout(timer),
  };
};
