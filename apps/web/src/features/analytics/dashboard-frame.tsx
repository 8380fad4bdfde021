import type { DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useOnline } from "../../platform/api/use-online.ts";
import { analyticsTexts as texts } from "./analytics.texts.ts";
import classes from "./dashboard-frame.module.css";
import { WatchedFrame } from "./watched-frame.tsx";

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

type OnLoad = { readonly onLoad: () => void };

const LookerPage = ({ url, onLoad }: { url: string } & OnLoad) => (
  <iframe
    className={classes.frame}
    title={texts.looker}
    src={url}
    width="100%"
    height={LOOKER_HEIGHT}
    sandbox={FOREIGN_SANDBOX}
    onLoad={onLoad}
  />
);

/** The height that our own dashboard reports of itself; it has loaded by then. */
const useReportedHeight = (frame: RefObject<HTMLIFrameElement | null>, onLoad: () => void) => {
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (typeof data?.dashboardHeight !== "number") return;
      setHeight(Math.ceil(data.dashboardHeight));
      onLoad();
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame, onLoad]);
  return height;
};

type FrameProps = { readonly dashboard: DomoDashboard } & OnLoad;

/** Not sandboxed: it is our own code of our own origin, which no sandbox would hold. */
const OwnFrame = ({ dashboard: { label, url, token }, onLoad }: FrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useReportedHeight(frame, onLoad);
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
const ForeignFrame = ({ dashboard: { label, url, token }, onLoad }: FrameProps) => {
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
        onLoad={onLoad}
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
    <WatchedFrame url={url} isForeign>
      {(onLoad) => <LookerPage url={url} onLoad={onLoad} />}
    </WatchedFrame>
  </OnceOnline>
);

export const DashboardFrame = ({ dashboard }: { dashboard: DomoDashboard }) => {
  const { url, token } = dashboard;
  const Frame = isOwn(url) ? OwnFrame : ForeignFrame;
  return (
    <OnceOnline>
      <WatchedFrame url={isOwn(url) ? `${url}#${token}` : url} isForeign={!isOwn(url)}>
        {(onLoad) => <Frame dashboard={dashboard} onLoad={onLoad} />}
      </WatchedFrame>
    </OnceOnline>
  );
};
