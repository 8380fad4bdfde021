import { useWindow } from "./cache-window.ts";
import { useGlobals } from "./globals.ts";
import { state } from "./state.ts";

/** The look in force: the theme of the host, overruled by the company of whoever is signed in. */
export const useBrand = () => {
  const theme = useGlobals(({ companyTheme }) => companyTheme);
  const company = useWindow(state.auth.user)?.company;
  return {
    name: company?.name ?? theme?.label ?? "",
    // On a host that several companies share, the theme names the host and not them.
    label: company?.label || (theme?.label ?? ""),
    shopUrl: theme?.shopUrl ?? "",
    logo: company?.logo || theme?.logo,
    accent: company?.accent_color || theme?.accent,
  };
};
