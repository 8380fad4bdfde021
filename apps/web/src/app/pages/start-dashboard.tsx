import { createRoot } from "react-dom/client";
import { startTheme } from "../../platform/theme/start-theme.ts";

/**
 * Renders a dashboard instead of the product. A file of its own: the list of files that the screen needs is loaded here,
 * not on the login page.
 */
export const startDashboard = async (root: HTMLElement | null): Promise<void> => {
  const { DashboardScreen } = await import("./dashboard-screen.tsx");
  if (await startTheme()) root && createRoot(root).render(<DashboardScreen />);
  else root?.replaceChildren();
};
