import { z } from "zod";
import { requiredText } from "../kit/text.ts";

/** How a company looks, on its pages and in its e-mails. */
export const CompanyTheme = z.object({
  /** What its host names its theme; null for a company that no host leads to. */
  theme_id: z.string().nullable(),
  label: z.string(),
  /** As #rrggbb; null: the color of the provider. */
  accent_color: z.string().nullable(),
  /** The address of the logo; null: a word mark is drawn. */
  logo: z.string().nullable(),
});
export type CompanyTheme = z.output<typeof CompanyTheme>;

const LABEL_MAX = 60;
export const themeMessages = {
  labelRequired: "Label field is required",
  color: "Enter a color such as #1f6feb.",
  logoUnreadable: "This is not a PNG, JPEG or WebP picture.",
  logoVector: "SVG files can hold scripts and are not accepted. Save the logo as PNG.",
  logoTooSmall: "The picture is too small: it must be at least 16 pixels wide and high.",
  logoTooLarge: "The picture has too many pixels: at most 4,000 in width and height.",
  logoFile: "The file is too large: at most 500 kB.",
} as const;

const Color = z
  .string({ error: themeMessages.color })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, themeMessages.color);

export const ThemeFields = z.object({
  label: requiredText(themeMessages.labelRequired, LABEL_MAX).trim(),
  /** An empty text is the same as none. */
  accent_color: z.preprocess((given) => (given === "" ? null : given), Color.nullable()),
});

/** What is left out stays. */
export const ThemeChanges = ThemeFields.partial();
export type ThemeChanges = z.output<typeof ThemeChanges>;

/** The bytes of a logo as it is uploaded. */
export const LOGO_MAX = 500_000;
/** Of one side, in pixels. */
export const LOGO_SIDE = { min: 16, max: 4_000 } as const;

export const NewLogo = z.object({
  /** The file, in base64. */
  content: z
    .string({ error: themeMessages.logoUnreadable })
    .max(Math.ceil(LOGO_MAX / 3) * 4, themeMessages.logoFile)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, themeMessages.logoUnreadable),
});
