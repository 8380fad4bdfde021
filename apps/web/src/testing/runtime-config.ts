import { DEFAULT_THEME, type HostTheme } from "@mcc/contract/theme/theme.schema.ts";
import { vi } from "vitest";
import { setGlobals } from "../platform/state/globals.ts";
import { loadConfig } from "../platform/theme/runtime-config.ts";

/** Loads the configuration and the theme of a host, as the start of a page does. */
export const loadTestConfig = async (host_theme: HostTheme = DEFAULT_THEME): Promise<void> => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({
        theme: { base_url: "/theme/", key: "key" },
        host_theme,
        provider: {
          ...{ email: "help@provider.example", phone: "(713) 555-0100" },
          ...{ terms_url: "https://provider.example/terms", privacy_url: "https://provider.example/privacy" },
        },
        ...{ demo: false, environment: "test" },
      }),
    ),
  );
  await loadConfig();
  vi.unstubAllGlobals();
  const { theme_id, label, short_name, shop_url, has_order_approval } = DEFAULT_THEME;
  setGlobals({
    companyTheme: {
      ...{ themeId: theme_id, label, shortName: short_name, shopUrl: shop_url, accent: null },
      ...{ logo: "/logo.svg", logoLogin: "/logo.svg", logoSidebar: "/logo.svg", logoSplash: "/logo.svg" },
      ...{ hasOrderApproval: has_order_approval, themeUrl: "/theme.css" },
    },
  });
};
