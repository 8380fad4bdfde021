import "./app/first-styles.ts";
import { createRoot } from "react-dom/client";
import { Application } from "./app/application.tsx";
import { dropServiceWorkers } from "./app/service-workers.ts";
import { fetchTree } from "./app/trees.ts";
import { shareNonce } from "./platform/nonce.ts";
import { startSession } from "./platform/session.ts";
import { startTheme } from "./platform/theme.ts";
import { readToken } from "./platform/token.ts";

/** The company's look comes first: without it nothing is drawn. */
const start = async (): Promise<void> => {
  shareNonce();
  void dropServiceWorkers();
  startSession();
  // The likely tree travels while the theme is asked for.
  void fetchTree(readToken() ? "signed-in" : "signed-out").catch(() => undefined);
  const root = document.getElementById("root");
  if (root && (await startTheme())) createRoot(root).render(<Application />);
};

void start();
