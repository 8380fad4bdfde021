/** The fonts of a cell, of a colored label in it, and of a column's name. */
export type TextStyle = "cell" | "tag" | "head";

const FONTS: Readonly<Record<TextStyle, readonly [weight: number, size: number]>> = {
  cell: [400, 14],
  tag: [550, 12],
  head: [600, 12],
};
/** Where nothing can be measured, a letter is about this much of its height. */
const LETTER_SHARE = 0.56;

const known = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** After another font has come, everything is measured again. */
export const forgetTextWidths = (): void => known.clear();

/** How wide a text is drawn, in pixels. All digits are drawn as wide as a zero. */
export const textWidth = (shown: string, style: TextStyle): number => {
  const text = shown.replace(/\d/g, "0");
  const key = `${style}:${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [weight, size] = FONTS[style];
  canvas ??= document.createElement("canvas").getContext?.("2d") ?? null;
  if (canvas) canvas.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.ceil(canvas?.measureText(text).width ?? text.length * size * LETTER_SHARE);
  known.set(key, width);
  return width;
};
