import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./palette-button.module.css";

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

interface PaletteButtonProps {
  readonly open: () => void;
  readonly prepare: () => void;
}

/** Opens the palette, and says which keys do so. */
export const PaletteButton = ({ open, prepare }: PaletteButtonProps) => (
  <UnstyledButton
    className={classes.button}
    data-keys={KEYS} // drawn by the stylesheet: it is no part of the name
    aria-label={says.palette}
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onPointerEnter={prepare}
    onFocus={prepare}
    onClick={open}
  >
    <IconSearch size={16} aria-hidden />
    <span className={classes.words}>{says.search}</span>
  </UnstyledButton>
);
