import { authState } from "../session/auth-state.ts";
import { useSlice } from "../state/cache-slice.ts";
import { useGlobals } from "../state/globals.ts";

/** The look in force: the theme of the host, overruled by the company of whoever is signed in. */
export const useBrand = () => {
  const theme = useGlobals(({ companyTheme }) => companyTheme);
  const company = useSlice(authState.user)?.company;
  return {
    name: company?.name ?? theme?.label ?? "",
    // On a host that several companies share, the theme names the host and not them.
    label: company?.label || (theme?.label ?? ""),
    shopUrl: theme?.shopUrl ?? "",
    logo: company?.logo || theme?.logo,
    accent: company?.accent_color || theme?.accent,
  };
};
