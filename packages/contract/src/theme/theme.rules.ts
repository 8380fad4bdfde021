/** How a page finds the theme of its company (THEME-002 to THEME-009). */
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

export const DEFAULT_THEME_ID = "GoExpedi";
const DEFAULT_NAMES = {
  label: "GoExpedi",
  shortName: "Expedi",
  shopUrl: "https://www.goexpedi.com",
} as const;

/** Host names with a hyphen do not contain their theme id; this maps them. */
const THEME_IDS_BY_HOST: Readonly<Record<string, string>> = {
  "acme-drilling": "acme",
  "borealis-mining": "borealis",
  "cobalt-rail": "cobalt",
};

/** Themes whose asset names do not follow the pattern. */
const OVERRIDES: Readonly<Record<string, Partial<Pick<Theme, "label" | "shortName" | "shopUrl">>>> = {
  borealis: { label: "GoBorealis Mining", shortName: "Borealis Mining" },
};

/** "manager.goacme.com" → "acme"; "manager.goacme-drilling.com" → looked up; anything else → the default. */
export const themeIdOf = (host: string): string => {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  // The match starts at the "o" of "go", so one dropped character leaves the id itself.
  const matched = /(?:^|\.)g(o[a-z0-9][a-z0-9-]*)(?=\.|$)/.exec(name)?.[1];
  if (!matched) return DEFAULT_THEME_ID;
  const id = matched.slice(1);
  const known = id.includes("-") ? (THEME_IDS_BY_HOST[id] ?? DEFAULT_THEME_ID) : id;
  return known === "expedi" ? DEFAULT_THEME_ID : known;
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const namesOf = (themeId: string): Pick<Theme, "label" | "shortName" | "shopUrl"> =>
  themeId === DEFAULT_THEME_ID
    ? DEFAULT_NAMES
    : {
        label: `Go${capitalised(themeId)}`,
        shortName: capitalised(themeId),
        shopUrl: `https://www.go${themeId}.com`,
        ...OVERRIDES[themeId],
      };

/** The one logo is used on login, sidebar and splash. */
export const themeOf = (themeId: string, urls: { logo_url: string; mcc_theme_url: string }): Theme => ({
  hasOrderApproval: false,
  themeId,
  logo: urls.logo_url,
  logoLogin: urls.logo_url,
  logoSidebar: urls.logo_url,
  logoSplash: urls.logo_url,
  ...namesOf(themeId),
  themeUrl: urls.mcc_theme_url,
});
