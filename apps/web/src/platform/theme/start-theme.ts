import { type Theme, themeOf } from "@mcc/contract/theme/theme.rules.ts";
import { ThemeUrls } from "@mcc/contract/theme/theme.schema.ts";
import { getGlobals, setGlobals } from "../state/globals.ts";
import { loadConfig } from "./runtime-config.ts";

/** A stylesheet that does not load must not keep the page blank. */
const STYLESHEET_MS = 3000;

const fetchTheme = async (): Promise<Theme> => {
  const { theme, host_theme } = await loadConfig();
  const response = await fetch(`${theme.base_url}urls/${encodeURIComponent(host_theme.theme_id)}`, {
    headers: { authorization: `Bearer ${theme.key}` },
  });
  if (!response.ok) throw new Error(`The theme service answered ${response.status}`);
  return themeOf(host_theme, ThemeUrls.parse(await response.json()));
};

const addStylesheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`The theme stylesheet ${href} could not be loaded`));
    setTimeout(() => reject(new Error(`The theme stylesheet ${href} takes too long`)), STYLESHEET_MS);
    document.head.append(link);
  });

const applyTheme = async (theme: Theme): Promise<void> => {
  setGlobals({ companyTheme: { ...theme, accent: null } });
  document.title = theme.label;
  await addStylesheet(theme.themeUrl);
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--mcc-accent").trim();
  setGlobals({ companyTheme: { ...theme, accent: accent || null } });
};

/** Loads the company's theme. False when there is none, and nothing can be rendered. */
export const startTheme = async (): Promise<boolean> => {
  const theme = await fetchTheme().catch((error: unknown) => {
    console.error("Error fetching theme...", error);
    return undefined;
  });
  if (!theme) return false;
  await applyTheme(theme).catch((error: unknown) => console.error("Error setting theme data...", error));
  return getGlobals().companyTheme !== null;
};
