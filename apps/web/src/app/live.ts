import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { useEffect } from "react";
import { refreshApprovals, refreshOrders } from "../features/approvals/refresh-approvals.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { listen } from "../platform/live.ts";

/** However fast orders change, a page is read again at most so often. */
const PAUSE_MS = 500;

const kindOf = (data: string): StreamEvent["kind"] | undefined => {
  try {
    return StreamEvent.safeParse(JSON.parse(data)).data?.kind;
  } catch {
    return undefined; // a kind of a newer server
  }
};

/** While somebody is signed in, what others do to the orders on the screen shows without a reload. */
export const useLive = (user: SessionUser): void => {
  const listens = can(user, "approval:list");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another stream
  useEffect(() => {
    if (!listens) return;
    const changed = atMostEvery(PAUSE_MS, refreshOrders);
    const opened = atMostEvery(PAUSE_MS, refreshApprovals);
    const stop = listen(eventStream, {
      onMissed: changed,
      onEvent: ({ data }) => {
        const kind = kindOf(data);
        if (kind === "approvals") changed();
        if (kind === "ready") opened();
      },
    });
    return () => {
      stop();
      changed.cancel();
      opened.cancel();
    };
  }, [listens, user.id]);
};
