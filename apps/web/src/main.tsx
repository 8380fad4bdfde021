import "./app/browser/sign-in-styles.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { createRoot } from "react-dom/client";
import { Application } from "./app/application.tsx";
import { watchStylesheets } from "./app/browser/missing-stylesheets.ts";
import { ignoreLinksWhileOffline } from "./app/browser/offline-links.ts";
import { dropServiceWorkers } from "./app/browser/service-workers.ts";
import { preloadScreen } from "./app/lazy-screens.ts";
import { atDecision, atSsoReturn, userRetryMs } from "./app/screens-by-path.ts";
import { startSession } from "./platform/session/session.ts";
import { readToken } from "./platform/session/token.ts";
import { startTheme } from "./platform/theme/start-theme.ts";
import { shareNonce } from "./platform/theme/style-nonce.ts";

/** A sign-in at the identity provider is completed before anything else is asked. */
const loadSession = async (): Promise<void> => {
  if (atSsoReturn()) {
    const finish = await import("./platform/session/sso-return.ts").catch(() => undefined);
    await finish?.finishSingleSignOn();
  }
  startSession(userRetryMs);
};

/** The theme is loaded first: without it nothing is rendered, and the splash of the document goes. */
const start = async (): Promise<void> => {
  shareNonce();
  watchStylesheets();
  ignoreLinksWhileOffline();
  const root = document.getElementById("root");
  if (location.pathname.startsWith(DASHBOARD_PATH)) {
    return (await import("./app/pages/start-dashboard.tsx")).startDashboard(root);
  }
  void dropServiceWorkers();
  // The screen that is likely needed loads in parallel with the theme.
  const isLikelySignedIn = atSsoReturn() || (readToken() && !atDecision());
  void preloadScreen(isLikelySignedIn ? "signed-in" : "signed-out").catch(() => undefined);
  void loadSession();
  if (await startTheme()) root && createRoot(root).render(<Application />);
  else root?.replaceChildren();
};

void start();
