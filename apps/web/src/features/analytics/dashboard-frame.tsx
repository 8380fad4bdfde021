import type { DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useOnline } from "../../platform/api/use-online.ts";
import { analyticsTexts as texts } from "./analytics.texts.ts";
import classes from "./dashboard-frame.module.css";

/** Our own dashboards, and encrypted pages elsewhere: never a script in an address. */
export const canBeEmbedded = (url: string | null): url is string =>
  url !== null && (isOwn(url) || URL.parse(url)?.protocol === "https:");
const isOwn = (url: string): boolean => url.startsWith(DASHBOARD_PATH);

/** What a page elsewhere may do: it keeps its own origin, and can't lead our page away. */
const FOREIGN_SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";
/** ANA-003 fixes its size. */
const LOOKER_HEIGHT = 2198;
/** A page elsewhere does not tell its height. */
const FOREIGN_HEIGHT = 1200;

/** A frame that begins to load without a connection shows the error page of the browser, and stays so. */
const OnceOnline = ({ children }: { children: ReactNode }) => {
  const online = useOnline();
  const [begun, setBegun] = useState(online);
  useEffect(() => {
    if (online) setBegun(true);
  }, [online]);
  return begun ? children : <EmptyState>{texts.offline}</EmptyState>;
};

const LookerPage = ({ url }: { url: string }) => (
  <iframe
    className={classes.frame}
    title={texts.looker}
    src={url}
    width="100%"
    height={LOOKER_HEIGHT}
    sandbox={FOREIGN_SANDBOX}
  />
);

/** The height that our own dashboard reports of itself. */
const useReportedHeight = (frame: RefObject<HTMLIFrameElement | null>) => {
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (typeof data?.dashboardHeight === "number") setHeight(Math.ceil(data.dashboardHeight));
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame]);
  return height;
};

/** Not sandboxed: it is our own code of our own origin, which no sandbox would hold. */
const OwnFrame = ({ dashboard: { label, url, token } }: { dashboard: DomoDashboard }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useReportedHeight(frame);
  const [first] = useState(`${url}#${token}`);
  // A new token replaces the part behind the #: the page stays, and the history has no further entry.
  useEffect(() => {
    if (`${url}#${token}` !== first) frame.current?.contentWindow?.location.replace(`${url}#${token}`);
  }, [url, token, first]);
  return (
    <iframe ref={frame} className={classes.frame} title={label} src={first} width="100%" height={height} />
  );
};

/** A dashboard elsewhere gets its token as a form, as Domo expects it; without a token it is just opened. */
const ForeignFrame = ({ dashboard: { label, url, token } }: { dashboard: DomoDashboard }) => {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  // Once: another token would load the dashboard again.
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <iframe
        className={classes.frame}
        name={name}
        title={label}
        src={token ? undefined : url}
        width="100%"
        height={FOREIGN_HEIGHT}
        sandbox={FOREIGN_SANDBOX}
      />
      {token && (
        <form ref={form} method="post" action={url} target={name} hidden>
          <input type="hidden" name="embedToken" value={token} />
        </form>
      )}
    </>
  );
};

export const LookerFrame = ({ url }: { url: string }) => (
  <OnceOnline>
    <LookerPage url={url} />
  </OnceOnline>
);

export const DashboardFrame = ({ dashboard }: { dashboard: DomoDashboard }) => (
  <OnceOnline>
    {isOwn(dashboard.url) ? <OwnFrame dashboard={dashboard} /> : <ForeignFrame dashboard={dashboard} />}
  </OnceOnline>
);
