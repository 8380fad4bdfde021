import "./app/browser/sign-in-styles.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { createRoot } from "react-dom/client";
import { Application } from "./app/application.tsx";
import { watchStylesheets } from "./app/browser/missing-stylesheets.ts";
import { ignoreLinksWhileOffline } from "./app/browser/offline-links.ts";
import { dropServiceWorkers } from "./app/browser/service-workers.ts";
import { preloadScreen } from "./app/lazy-screens.ts";
import { atDecision, userRetryMs } from "./app/screens-by-path.ts";
import { startSession } from "./platform/session/session.ts";
import { readToken } from "./platform/session/token.ts";
import { startTheme } from "./platform/theme/start-theme.ts";
import { shareNonce } from "./platform/theme/style-nonce.ts";

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
  startSession(userRetryMs);
  // The screen that is likely needed loads in parallel with the theme.
  void preloadScreen(readToken() && !atDecision() ? "signed-in" : "signed-out").catch(() => undefined);
  if (await startTheme()) root && createRoot(root).render(<Application />);
  else root?.replaceChildren();
};

void start();
