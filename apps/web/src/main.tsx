import "./app/sign-in-styles.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { createRoot } from "react-dom/client";
import { Application } from "./app/application.tsx";
import { preloadScreen } from "./app/lazy-screens.ts";
import { atDecision, userRetryMs } from "./app/screens-by-path.ts";
import { dropServiceWorkers } from "./app/service-workers.ts";
import { startSession } from "./platform/session/session.ts";
import { readToken } from "./platform/session/token.ts";
import { startTheme } from "./platform/theme/start-theme.ts";
import { shareNonce } from "./platform/theme/style-nonce.ts";

/** The theme is loaded first: without it nothing is rendered. */
const start = async (): Promise<void> => {
  shareNonce();
  const root = document.getElementById("root");
  if (location.pathname.startsWith(DASHBOARD_PATH)) {
    return (await import("./app/start-dashboard.tsx")).startDashboard(root);
  }
  void dropServiceWorkers();
  startSession(userRetryMs);
  // The screen that is likely needed loads in parallel with the theme.
  void preloadScreen(readToken() && !atDecision() ? "signed-in" : "signed-out").catch(() => undefined);
  if (root && (await startTheme())) createRoot(root).render(<Application />);
};

void start();
