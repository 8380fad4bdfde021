import { fail } from "@mcc/contract/kit/errors.ts";
import { DEFAULT_THEME, type ThemeUrls } from "@mcc/contract/theme/theme.schema.ts";
import { escapeHtml } from "../../platform/html.ts";
import { textOn } from "../../platform/mail/letter-html.ts";
import type { Services } from "../../platform/services.ts";
import { findLogo, findThemedCompany, findThemeKey } from "./theme.queries.ts";

const DEFAULT_ACCENT = "#1f6feb";

export const themeKey = async ({ database }: Services): Promise<string> =>
  (await findThemeKey(database.platform)).value;

const themeLook = async ({ database }: Services, themeId: string) => {
  const company = await findThemedCompany(database.platform, themeId);
  if (!company && themeId !== DEFAULT_THEME.theme_id) fail("not_found");
  return { accent: company?.accent_color ?? DEFAULT_ACCENT, name: company?.label ?? DEFAULT_THEME.label };
};

/** A host without a theme gets the default theme instead of an empty page. */
export const themeUrls = async (
  services: Services,
  themeId: string,
  key: string,
  expected: string,
): Promise<ThemeUrls> => {
  if (key !== expected) fail("auth.required");
  const known = await findThemedCompany(services.database.platform, themeId);
  const id = known ? themeId : DEFAULT_THEME.theme_id;
  const look = known ? `?v=${known.look}` : "";
  return {
    theme_id: id,
    logo_url: known?.logo ?? `/theme/logos/${encodeURIComponent(id)}.svg${look}`,
    mcc_theme_url: `/theme/styles/${encodeURIComponent(id)}.css${look}`,
  };
};

export const companyLogo = async ({ database }: Services, companyId: number, hash: string): Promise<Buffer> =>
  ((await findLogo(database.platform, companyId, hash)) ?? fail("not_found")).content;

export const themeStyles = async (services: Services, themeId: string): Promise<string> => {
  const { accent } = await themeLook(services, themeId);
  return `:root { --mcc-accent: ${accent}; --mcc-accent-text: ${textOn(accent)}; }\n`;
};

/** A generated word mark, for a company without a logo. */
export const themeLogo = async (services: Services, themeId: string): Promise<string> => {
  const { accent, name } = await themeLook(services, themeId);
  const letters = name.length * 15.5;
  const width = 54 + letters;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40" width="${width}" height="40" role="img" aria-label="${escapeHtml(name)}">
<rect width="40" height="40" rx="9" fill="${accent}"/>
<path d="M10 29V11l10 10 10-10v18" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
<text x="50" y="28" textLength="${letters}" lengthAdjust="spacingAndGlyphs" font-family="system-ui, sans-serif" font-size="24" font-weight="700" fill="#7a8592">${escapeHtml(name)}</text>
</svg>\n`;
};
