import { Logo } from "@mcc/ui/content/logo.tsx";
import { accentOf } from "@mcc/ui/theme/accent.ts";
import { contrast, type Rgb, rgbOf } from "@mcc/ui/theme/color.ts";
import { SURFACES } from "@mcc/ui/theme/surfaces.ts";
import type { CSSProperties } from "react";
import classes from "./theme.module.css";
import { themeTexts as texts } from "./theme.texts.ts";

interface PreviewProps {
  readonly scheme: "light" | "dark";
  readonly color: string;
  readonly label: string;
  readonly logo: string | null;
}

const BLACK: Rgb = [0, 0, 0];
const ratioOf = (one: string, other: string): string =>
  texts.ratio(contrast(rgbOf(one) ?? BLACK, rgbOf(other) ?? BLACK));

/** How buttons and links look in one color scheme, and how well they can be read. */
const Preview = ({ scheme, color, label, logo }: PreviewProps) => {
  const shades = accentOf(color)[scheme];
  const surface = SURFACES[scheme][0];
  const style = {
    "--preview-surface": surface,
    "--preview-filled": shades.filled,
    "--preview-on-filled": shades.onFilled,
    "--preview-link": shades.text,
  } as CSSProperties;
  const isAdjusted = rgbOf(color) !== undefined && shades.text !== color.trim().toLowerCase();
  return (
    <figure className={classes.preview} style={style} data-scheme={scheme} aria-label={texts.preview[scheme]}>
      <Logo src={logo} name={label} size="sm" />
      <div className={classes.sample}>
        <span className={classes.button}>{texts.button}</span>
        <span className={classes.link}>{texts.link}</span>
      </div>
      <figcaption className={classes.figures}>
        <span>
          {texts.onButton} {ratioOf(shades.onFilled, shades.filled)}
        </span>
        <span>
          {texts.ofLinks} {ratioOf(shades.text, surface)}
        </span>
        {isAdjusted && <span>{texts.adjusted(shades.text)}</span>}
      </figcaption>
    </figure>
  );
};

export const AccentPreview = (look: Omit<PreviewProps, "scheme">) => (
  <div className={classes.previews}>
    <Preview scheme="light" {...look} />
    <Preview scheme="dark" {...look} />
  </div>
);
