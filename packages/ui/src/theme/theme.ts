import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from "@mantine/core";
import { type AccentShades, accentOf } from "./accent.ts";
import { DARK, GRAY } from "./surfaces.ts";

const FONT =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, "Liberation Sans", sans-serif';

const accentVariables = (shades: AccentShades): Record<string, string> => ({
  "--mantine-color-accent-filled": shades.filled,
  "--mantine-color-accent-filled-hover": shades.filledHover,
  "--mantine-primary-color-contrast": shades.onFilled,
  "--mantine-color-accent-light": shades.soft,
  "--mantine-color-accent-light-hover": shades.softHover,
  "--mantine-color-accent-light-color": shades.text,
  "--mantine-color-accent-outline": shades.text,
  "--mantine-color-accent-text": shades.text,
  "--mantine-color-anchor": shades.text,
});

/** Mantine's own error, dimmed and placeholder colors fall short of AA on a white page. */
const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-text": GRAY[9],
    "--mantine-color-default-color": GRAY[9],
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-dimmed": GRAY[6],
    "--mantine-color-placeholder": GRAY[6],
    "--mantine-color-default-border": GRAY[3],
    "--mcc-line": GRAY[2],
    "--mcc-shade": "rgb(26 32 41 / 14%)",
    "--mcc-raised": GRAY[0],
  },
  dark: {
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-dimmed": DARK[2],
    "--mantine-color-placeholder": DARK[2],
    "--mantine-color-default-border": DARK[4],
    "--mcc-line": DARK[5],
    "--mcc-shade": "rgb(0 0 0 / 55%)",
    "--mcc-raised": DARK[8],
  },
});

/** The theme of the product, with the accent color of a company. */
export const buildTheme = (
  accent: string | null | undefined,
): { theme: MantineThemeOverride; cssVariablesResolver: CSSVariablesResolver } => {
  const { scale, light, dark } = accentOf(accent);
  return {
    theme: createTheme({
      fontFamily: FONT,
      // Controls use `sm`, running text `md`: both are 14 px.
      fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
      headings: { fontFamily: FONT, fontWeight: "600" },
      // Pure black, because it is the text on light accents; running text has its own color below.
      black: "#000000",
      colors: { accent: scale, gray: GRAY, dark: DARK },
      primaryColor: "accent",
      primaryShade: { light: 6, dark: 6 },
      autoContrast: true,
      // Below this luminance white text reaches AA, above it black text does.
      luminanceThreshold: 0.183,
      defaultRadius: "sm",
      respectReducedMotion: true,
      cursorType: "pointer",
      // By name instead of `Modal.extend`, so that a page without a modal does not load its code.
      components: {
        // A hint is below its field, so that the fields of a row are in line.
        InputWrapper: {
          defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
          styles: { label: { marginBottom: 4 } },
        },
        Modal: {
          defaultProps: { transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.45 } },
        },
      },
    }),
    cssVariablesResolver: (theme) => {
      const readable = readableVariables(theme);
      return {
        ...readable,
        light: { ...readable.light, ...accentVariables(light) },
        dark: { ...readable.dark, ...accentVariables(dark) },
      };
    },
  };
};
