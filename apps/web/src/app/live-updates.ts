import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { useEffect } from "react";
import { refreshApprovals, refreshOrders } from "../features/approvals/refresh-approvals.ts";
import { invalidate } from "../platform/api/invalidate.ts";
import { listen } from "../platform/live/listen.ts";
import { throttle } from "../platform/live/throttle.ts";
import { authState } from "../platform/session/auth-state.ts";

/** However fast orders change, a page is read again at most so often. */
const PAUSE_MS = 500;

const kindOf = (data: string): StreamEvent["kind"] | undefined => {
  try {
    return StreamEvent.safeParse(JSON.parse(data)).data?.kind;
  } catch {
    return undefined; // a kind of a newer server
  }
};

/** Whoever sets up rules sees which of them orders wait for; nobody else loads what belongs to rules. */
const refreshRules = async (): Promise<unknown> => {
  const who = authState.user.get();
  if (!who || !can(who, "approval:configure")) return;
  const rules = await import("../features/approvals/refresh-rules.ts").catch(() => undefined);
  return rules?.refreshRules();
};

const refreshAll = (): Promise<unknown> => Promise.all([refreshOrders(), refreshRules()]);

/** First who is signed in, which says what there is to read at all. */
const refreshRights = async (): Promise<unknown> => {
  await invalidate([currentUser]);
  return refreshAll();
};

/** Listens until it is told to stop, and keeps what is on the screen up to date. */
export const followChanges = (): (() => void) => {
  const opened = throttle(PAUSE_MS, refreshApprovals);
  const changed = throttle(PAUSE_MS, refreshAll);
  const ruled = throttle(PAUSE_MS, refreshRights);
  const reactions = { ready: opened, approvals: changed, rules: ruled };
  const stop = listen(eventStream, {
    onMissed: ruled,
    onEvent: ({ data }) => {
      const kind = kindOf(data);
      if (kind) reactions[kind]();
    },
  });
  return () => {
    stop();
    for (const reaction of Object.values(reactions)) reaction.cancel();
  };
};

/**
 * While somebody of a company is signed in, what others do shows without a reload. Those too who have no approvals now:
 * that they are switched on has to reach them.
 */
export const useLiveUpdates = (user: SessionUser): void => {
  // Another person has another stream.
  const listener = can(user, "company:member") ? user.id : undefined;
  useEffect(() => (listener === undefined ? undefined : followChanges()), [listener]);
};
