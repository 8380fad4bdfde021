import { authState } from "../session/auth-state.ts";
import { useSlice } from "../state/cache-slice.ts";
import { useGlobals } from "../state/globals.ts";

/** A link never runs a script, whatever address is stored. */
const WEB_ADDRESS = /^https?:\/\//i;

/** The current branding: the theme of the host, overridden by the user's company. */
export const useBrand = () => {
  const theme = useGlobals(({ companyTheme }) => companyTheme);
  const company = useSlice(authState.user)?.company;
  return {
    name: company?.name ?? theme?.label ?? "",
    // On a host that several companies share, the theme has the name of the host.
    label: company?.label || (theme?.label ?? ""),
    shopUrl: [company?.ecommerce_url, theme?.shopUrl].find((url) => url && WEB_ADDRESS.test(url)) ?? "",
    logo: company?.logo || theme?.logo,
    logoLogin: company?.logo || theme?.logoLogin,
    logoSidebar: company?.logo || theme?.logoSidebar,
    logoSplash: company?.logo || theme?.logoSplash,
    hasOrderApproval: company?.has_order_approval ?? theme?.hasOrderApproval ?? false,
    accent: company?.accent_color || theme?.accent,
  };
};
