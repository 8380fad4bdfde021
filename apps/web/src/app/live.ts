import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { useEffect } from "react";
import { refreshApprovals, refreshOrders } from "../features/approvals/refresh-approvals.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { listen } from "../platform/live.ts";
import { readAgain } from "../platform/read-again.ts";
import { state } from "../platform/state.ts";

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
  const who = state.auth.user.get();
  if (!who || !can(who, "approval:configure")) return;
  const rules = await import("../features/approvals/refresh-rules.ts").catch(() => undefined);
  return rules?.refreshRules();
};

const refreshAll = (): Promise<unknown> => Promise.all([refreshOrders(), refreshRules()]);

/** First who is signed in, which says what there is to read at all. */
const refreshRights = async (): Promise<unknown> => {
  await readAgain([currentUser]);
  return refreshAll();
};

/** Listens until it is told to stop, and keeps what is on the screen up to date. */
export const followChanges = (): (() => void) => {
  const opened = atMostEvery(PAUSE_MS, refreshApprovals);
  const changed = atMostEvery(PAUSE_MS, refreshAll);
  const ruled = atMostEvery(PAUSE_MS, refreshRights);
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
export const useLive = (user: SessionUser): void => {
  // Another person has another stream.
  const listener = can(user, "company:member") ? user.id : undefined;
  useEffect(() => (listener === undefined ? undefined : followChanges()), [listener]);
};
