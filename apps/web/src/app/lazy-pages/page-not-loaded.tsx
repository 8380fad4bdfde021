import { useEffect, useEffectEvent, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { useRetryWithBackoff } from "../../platform/api/retry-backoff.ts";
import { useOnline } from "../../platform/api/use-online.ts";
import { focusHeading } from "../../platform/page/focus-heading.ts";
import { Page } from "../../platform/page/page.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { errorTexts } from "../pages/error-page.texts.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { mayReload, serverResponds } from "./page-reload.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

interface PageNotLoadedProps {
  readonly name: string;
  /** Loads the page again; true when it is loaded, and shown instead of this. */
  readonly retry: () => Promise<boolean>;
}

const UNREACHABLE = new CallError({ kind: "network", status: 0 });

/**
 * In place of a page whose code could not be loaded. Without a connection it waits for one. A server that responds has
 * been upgraded and no longer has this file: reloading the document gets the new ones.
 */
export const PageNotLoaded = ({ name, retry }: PageNotLoadedProps) => {
  const online = useOnline();
  const [reason, setReason] = useState<"unreachable" | "missing">();
  /** Whether trying again by itself is of no use. */
  const attempt = async (isAsked = false): Promise<boolean> => {
    if (await retry()) {
      setTimeout(focusHeading);
      return true;
    }
    const responds = await serverResponds();
    if (responds && (mayReload(name) || isAsked)) location.reload();
    else setReason(responds ? "missing" : "unreachable");
    return responds;
  };
  const onConnection = useEffectEvent((isOnline: boolean) => {
    if (isOnline) void attempt();
    else setReason("unreachable");
  });
  useEffect(() => onConnection(online), [online]);
  useRetryWithBackoff(online && reason === "unreachable" ? UNREACHABLE : null, async () => {
    if (!(await attempt())) throw UNREACHABLE;
  });
  if (!reason) return <PageSkeleton />;
  return (
    <Page section={errorTexts.section} title={says.notLoadedTitle}>
      <LoadFailed retry={() => attempt(true)}>
        {reason === "unreachable" ? says.notLoadedOffline : says.notLoaded}
      </LoadFailed>
    </Page>
  );
};
