/** The fonts of a cell, of a tag in it, and of a header. */
export type TextStyle = "cell" | "tag" | "head";

const FONTS: Readonly<Record<TextStyle, readonly [weight: number, size: number]>> = {
  cell: [400, 14],
  tag: [550, 12],
  head: [600, 12],
};
/** The width of a letter relative to the font size, for environments without layout, such as tests. */
const LETTER_SHARE = 0.56;
/** Each letter is measured this many times in a row, because widths are fractions of a pixel. */
const REPEATED = 16;

const known = new Map<string, number>();

/** Call this when a font has been loaded: all letters are then measured again. */
export const forgetTextWidths = (): void => known.clear();

/** The usual letters are measured together, because each measurement makes the browser lay out the page. */
const USUAL = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

/** Measured in the page, not on a canvas: a canvas does not support digits of equal width. */
const measure = (letters: readonly string[], style: TextStyle): void => {
  const [weight, size] = FONTS[style];
  const line = document.createElement("div");
  line.ariaHidden = "true";
  line.style.cssText = `position:fixed;visibility:hidden;white-space:pre;contain:layout style;font-size:${size}px;font-weight:${weight}`;
  const rulers = letters.map((letter) => {
    const ruler = document.createElement("span");
    ruler.textContent = letter.repeat(REPEATED);
    return ruler;
  });
  line.append(...rulers);
  document.body.append(line);
  for (const [at, ruler] of rulers.entries()) {
    const { width } = ruler.getBoundingClientRect();
    known.set(style + letters[at], width > 0 ? width / REPEATED : size * LETTER_SHARE);
  }
  line.remove();
};

const letterWidth = (letter: string, style: TextStyle): number => {
  const key = style + letter;
  if (!known.has(key)) measure(known.has(`${style}0`) ? [letter] : [...USUAL, letter], style);
  return known.get(key) ?? 0;
};

/** The width of a text in pixels. */
export const textWidth = (text: string, style: TextStyle): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + letterWidth(letter, style), 0));
