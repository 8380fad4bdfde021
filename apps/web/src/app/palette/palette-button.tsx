import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { paletteTexts as says } from "./palette.texts.ts";
import classes from "./palette-button.module.css";

const KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

interface PaletteButtonProps {
  readonly open: () => void;
  readonly prepare: () => void;
}

/** Opens the palette, and says which keys do so. */
export const PaletteButton = ({ open, prepare }: PaletteButtonProps) => (
  <UnstyledButton
    className={classes.button}
    aria-label={says.name}
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onPointerEnter={prepare}
    onFocus={prepare}
    onClick={open}
  >
    <IconSearch size={16} aria-hidden />
    <span className={classes.words}>{says.button}</span>
    <kbd className={classes.key}>{KEY}</kbd>
  </UnstyledButton>
);
