import { DEFAULT_THEME_ID, namesOf, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import type { PageBranding } from "./html.ts";

/** The look of a page that belongs to a company. */
export const companyBranding = (
  name: string,
  themeId: string | null,
  logo: string | null = null,
): PageBranding => {
  const theme = encodeURIComponent(themeId ?? DEFAULT_THEME_ID);
  return { name, styles: `/theme/styles/${theme}.css`, logo: logo ?? `/theme/logos/${theme}.svg` };
};

/** A page behind an invalid link belongs to no company: it looks like the sign-in page of the same host. */
export const hostBranding = (host: string): PageBranding => {
  const themeId = themeIdOf(host);
  return companyBranding(namesOf(themeId).label, themeId);
};
