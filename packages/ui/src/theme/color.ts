/** Colors as WCAG 2.2 measures them: sRGB in, contrast ratios out. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** Parses `#abc` or `#aabbcc`; undefined for any other text. */
export const rgbOf = (text: string): Rgb | undefined => {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

const between = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  between(from[0], to[0], share),
  between(from[1], to[1], share),
  between(from[2], to[2], share),
];

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

export const contrast = (one: Rgb, other: Rgb): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
};

/** The nearest color, mixed towards white or black, that reaches the contrast ratio on every surface. */
export const readableOn = (color: Rgb, surfaces: readonly Rgb[], ratio: number, toward: Rgb): Rgb => {
  const reaches = (candidate: Rgb) => surfaces.every((surface) => contrast(candidate, surface) >= ratio);
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, toward, share);
    if (reaches(candidate)) return candidate;
  }
  return toward;
};
