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

/** On the page and not on a canvas, which does not draw digits of one width. */
const measureLetter = (letter: string, style: TextStyle): number => {
  const [weight, size] = FONTS[style];
  const ruler = document.createElement("span");
  ruler.ariaHidden = "true";
  ruler.style.cssText = `position:absolute;visibility:hidden;white-space:pre;font-size:${size}px;font-weight:${weight}`;
  ruler.textContent = letter.repeat(REPEATED);
  document.body.append(ruler);
  const { width } = ruler.getBoundingClientRect();
  ruler.remove();
  return width > 0 ? width / REPEATED : size * LETTER_SHARE;
};

const letterWidth = (letter: string, style: TextStyle): number => {
  const key = style + letter;
  const before = known.get(key);
  if (before !== undefined) return before;
  const width = measureLetter(letter, style);
  known.set(key, width);
  return width;
};

/** How wide a text is drawn, in pixels. */
export const textWidth = (text: string, style: TextStyle): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + letterWidth(letter, style), 0));
