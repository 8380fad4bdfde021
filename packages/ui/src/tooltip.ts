interface TooltipOptions {
  /** Also where there is no pointer to hover with: for words that are nowhere else. */
  readonly touch?: boolean;
  /** May be any length. */
  readonly long?: boolean;
  readonly at?: "top" | "top-start";
}

/**
 * Attributes that give an element its tooltip; `Tips` shows it. A list has a hundred of them, so each costs an
 * attribute, and what draws them is loaded by the first that is wanted.
 */
export const tooltip = (words: string | undefined, { touch, long, at }: TooltipOptions = {}) =>
  words
    ? {
        "data-tip": words,
        "data-tip-touch": touch || undefined,
        "data-tip-long": long || undefined,
        "data-tip-at": at,
      }
    : undefined;
