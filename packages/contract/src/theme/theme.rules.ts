import type { HostTheme, ThemeUrls } from "./theme.schema.ts";

/** How the pages of a host look (THEME-002 to THEME-009). */
export interface Theme {
  hasOrderApproval: boolean;
  themeId: string;
  logo: string;
  logoLogin: string;
  logoSidebar: string;
  logoSplash: string;
  label: string;
  shortName: string;
  shopUrl: string;
  themeUrl: string;
}

/** "manager.goacme.com" → "acme"; nothing where a host is not named by a company, or is the provider's own. */
export const themeIdOf = (host: string): string | undefined => {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  // The match starts at the "o" of "go", so one dropped character leaves the id itself.
  const id = /(?:^|\.)g(o[a-z0-9][a-z0-9-]*)(?=\.|$)/.exec(name)?.[1]?.slice(1);
  return id === "expedi" ? undefined : id;
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What a company is called by the theme id of its host, until it is called otherwise. */
export const namesOf = (themeId: string) => ({
  label: `Go${capitalised(themeId)}`,
  short_name: capitalised(themeId),
  shop_url: `https://www.go${themeId}.com`,
});

/** The one logo is used on login, sidebar and splash. */
export const themeOf = (host: HostTheme, urls: Pick<ThemeUrls, "logo_url" | "mcc_theme_url">): Theme => ({
  hasOrderApproval: host.has_order_approval,
  themeId: host.theme_id,
  logo: urls.logo_url,
  logoLogin: urls.logo_url,
  logoSidebar: urls.logo_url,
  logoSplash: urls.logo_url,
  label: host.label,
  shortName: host.short_name,
  shopUrl: host.shop_url,
  themeUrl: urls.mcc_theme_url,
});
