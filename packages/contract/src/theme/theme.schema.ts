import { z } from "zod";

/** `GET urls/{themeId}` of the theme service. */
export const ThemeUrls = z.object({
  theme_id: z.string(),
  logo_url: z.string(),
  mcc_theme_url: z.string(),
});
export type ThemeUrls = z.output<typeof ThemeUrls>;

/** What the company that a host leads to says of its theme, before anybody has signed in. */
export const HostTheme = z.object({
  theme_id: z.string(),
  label: z.string(),
  short_name: z.string(),
  shop_url: z.string(),
  has_order_approval: z.boolean(),
});
export type HostTheme = z.output<typeof HostTheme>;

/** Of every host that leads to no company. */
export const DEFAULT_THEME = {
  theme_id: "GoExpedi",
  label: "GoExpedi",
  short_name: "Expedi",
  shop_url: "https://www.goexpedi.com",
  has_order_approval: false,
} as const satisfies HostTheme;

/** `/config.json`: what a page needs before its first API request. */
export const RuntimeConfig = z.object({
  theme: z.object({ base_url: z.string(), key: z.string() }),
  /** During an upgrade, a process of the previous version may answer without it. */
  host_theme: HostTheme.default(DEFAULT_THEME),
  provider: z.object({
    email: z.string(),
    phone: z.string(),
    terms_url: z.string(),
    privacy_url: z.string(),
  }),
  demo: z.boolean(),
  /** Which hosts the domain of a company stands for. */
  environment: z.enum(["production", "test"]),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;
