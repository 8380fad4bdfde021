import "@mantine/core/styles.layer.css";
import { MantineProvider } from "@mantine/core";
import { Tooltips } from "@mcc/ui/overlays/tooltips.tsx";
import { buildTheme } from "@mcc/ui/theme/theme.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { EmbeddedDashboard } from "../../features/analytics/embedded-dashboard.tsx";
import { queryClient } from "../../platform/api/query-client.ts";
import { useGlobals } from "../../platform/state/globals.ts";
import { styleNonce } from "../../platform/theme/style-nonce.ts";

/**
 * One dashboard without the shell, as it is embedded. The color scheme is the one that the page around it has stored,
 * and follows it; the accent color is the one of the company.
 */
export const DashboardScreen = () => {
  const hostAccent = useGlobals(({ companyTheme }) => companyTheme?.accent);
  const [accent, setAccent] = useState<string | null>(null);
  const look = useMemo(() => buildTheme(accent ?? hostAccent), [accent, hostAccent]);
  return (
    <MantineProvider {...look} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <EmbeddedDashboard onAccent={setAccent} />
        <Tooltips />
      </QueryClientProvider>
    </MantineProvider>
  );
};
