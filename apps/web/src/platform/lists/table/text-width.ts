/** The fonts of a cell, of a colored label in it, and of a column's name. */
export type TextStyle = "cell" | "tag" | "head";

const FONTS: Readonly<Record<TextStyle, readonly [weight: number, size: number]>> = {
  cell: [400, 14],
  tag: [550, 12],
  head: [600, 12],
};
/** Where nothing is laid out, a letter is about this much of its height. */
const LETTER_SHARE = 0.56;
/** Widths are fractions of a pixel: measured together, several of one letter tell them. */
const REPEATED = 16;

const known = new Map<string, number>();

/** After another font has come, everything is measured again. */
export const forgetTextWidths = (): void => known.clear();

/** The letters of most texts are measured at once: each look at the page makes the browser lay it out. */
const USUAL = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

/** On the page and not on a canvas, which does not draw digits of one width. */
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

/** How wide a text is drawn, in pixels. */
export const textWidth = (text: string, style: TextStyle): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + letterWidth(letter, style), 0));
