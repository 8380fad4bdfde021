interface TooltipOptions {
  /** Also on touch, for text that is shown nowhere else. */
  readonly touch?: boolean;
  /** May be any length. */
  readonly long?: boolean;
  readonly at?: "top" | "top-start";
}

/**
 * Attributes that give an element its tooltip; `Tooltips` shows it. A list has a hundred tooltips, so each one is only
 * an attribute, and the component is loaded when the first one opens.
 */
export const tooltip = (words: string | undefined, { touch, long, at }: TooltipOptions = {}) =>
  words
    ? {
        "data-tooltip": words,
        "data-tooltip-touch": touch || undefined,
        "data-tooltip-long": long || undefined,
        "data-tooltip-at": at,
      }
    : undefined;
