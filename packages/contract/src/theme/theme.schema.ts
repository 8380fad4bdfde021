import { z } from "zod";

/** `GET urls/{themeId}` of the theme service. */
export const ThemeUrls = z.object({
  theme_id: z.string(),
  logo_url: z.string(),
  mcc_theme_url: z.string(),
});
export type ThemeUrls = z.output<typeof ThemeUrls>;

/** `/config.json`: what a page needs before its first API request. */
export const RuntimeConfig = z.object({
  theme: z.object({ base_url: z.string(), key: z.string() }),
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
