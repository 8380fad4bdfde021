import { Anchor, Button, Group } from "@mantine/core";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Fragment, type ReactNode, useCallback, useEffect, useState } from "react";
import { analyticsTexts as texts } from "./analytics.texts.ts";
import classes from "./dashboard-frame.module.css";

/** A dashboard that has not loaded within so many milliseconds has failed. */
const LOADS_WITHIN = 30_000;

/** The event about a refused call may come shortly after its failure. */
const EVENT_WITHIN = 200;

/**
 * Fails if no one answers at the address of a dashboard: a frame never tells, it shows the error page of the browser. Only
 * the host is asked, because an address may be valid once. Our page may call this host only: that it leads elsewhere,
 * such as to a login, is refused by the browser, and an answer all the same.
 */
const mustBeReached = async (url: string, signal: AbortSignal): Promise<void> => {
  const { origin } = new URL(url);
  let leadsElsewhere = false;
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === "connect-src" && blockedURI.startsWith(origin)) leadsElsewhere = true;
  };
  document.addEventListener("securitypolicyviolation", note);
  try {
    await fetch(new URL("/", url), { method: "HEAD", mode: "no-cors", credentials: "omit", signal });
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, EVENT_WITHIN));
    if (!leadsElsewhere) throw error;
  } finally {
    document.removeEventListener("securitypolicyviolation", note);
  }
};

type State = "loading" | "loaded" | "failed";

const useFrameState = (url: string, isForeign: boolean, attempt: number) => {
  const [state, setState] = useState<State>("loading");
  const [origin] = url.split("#");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
  useEffect(() => {
    setState("loading");
    const stopped = new AbortController();
    const fail = () => {
      if (!stopped.signal.aborted) setState("failed");
    };
    const late = setTimeout(() => setState((now) => (now === "loading" ? "failed" : now)), LOADS_WITHIN);
    if (isForeign) mustBeReached(url, stopped.signal).catch(fail);
    return () => {
      stopped.abort();
      clearTimeout(late);
    };
  }, [origin, isForeign, attempt]);
  const onLoad = useCallback(() => setState((now) => (now === "loading" ? "loaded" : now)), []);
  return { state, onLoad };
};

interface WatchedFrameProps {
  readonly url: string;
  readonly isForeign: boolean;
  readonly children: (onLoad: () => void) => ReactNode;
}

/** A frame, or that it does not load, with a button that tries again and a link that opens it in a tab of its own. */
export const WatchedFrame = ({ url, isForeign, children }: WatchedFrameProps) => {
  const [attempt, setAttempt] = useState(0);
  const { state, onLoad } = useFrameState(url, isForeign, attempt);
  if (state === "failed")
    return (
      <div role="alert">
        <EmptyState
          icon={<IconPlugConnectedX size={28} stroke={1.5} />}
          action={
            <Group gap="xs" justify="center">
              <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
                {texts.tryAgain}
              </Button>
              <Button variant="default" component="a" href={url} target="_blank" rel="noreferrer">
                {texts.newTab}
              </Button>
            </Group>
          }
        >
          {texts.failed}
        </EmptyState>
      </div>
    );
  return (
    <Fragment key={attempt}>
      {isForeign && (
        <p className={classes.outside}>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {texts.newTab}
          </Anchor>
        </p>
      )}
      {children(onLoad)}
    </Fragment>
  );
};
