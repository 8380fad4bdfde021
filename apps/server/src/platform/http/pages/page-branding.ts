import { DEFAULT_THEME } from "@mcc/contract/theme/theme.schema.ts";
import { companyOfHost } from "../../hosts/company-of-host.ts";
import type { PageBranding } from "../../html.ts";
import type { Services } from "../../services.ts";

/** The look of a page that belongs to a company. */
export const companyBranding = (
  name: string,
  themeId: string | null,
  logo: string | null = null,
): PageBranding => {
  const theme = encodeURIComponent(themeId ?? DEFAULT_THEME.theme_id);
  return { name, styles: `/theme/styles/${theme}.css`, logo: logo ?? `/theme/logos/${theme}.svg` };
};

/** A page behind an invalid link belongs to no company: it looks like the sign-in page of the same host. */
export const hostBranding = async (services: Pick<Services, "database">, host: string) => {
  const company = await companyOfHost(services, host);
  const { label, theme_id } = company ?? DEFAULT_THEME;
  return companyBranding(label, theme_id, company?.logo);
};
