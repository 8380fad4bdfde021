interface TooltipOptions {
  /** Also on touch, for text that is shown nowhere else. */
  readonly touch?: boolean;
  /** For a text of any length. */
  readonly long?: boolean;
  readonly at?: "top" | "top-start" | "right";
}

/**
 * Attributes that give an element a tooltip; `Tooltips` shows it. A list has a hundred tooltips, so each one is only an
 * attribute, and the component is loaded when the first one opens.
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

/** Attributes of a text that may be too long for its place: if it is cut, its tooltip shows all of it. */
export const cutTooltip = { "data-tooltip-cut": true } as const;

const ANY = "[data-tooltip], [data-tooltip-cut]";

/** The text of the tooltip of an element; undefined if it has none at the moment. */
export const tooltipWords = (element: HTMLElement): string | undefined => {
  if (element.dataset.tooltip) return element.dataset.tooltip;
  const isCut = element.dataset.tooltipCut && element.scrollWidth > element.clientWidth;
  return isCut ? (element.textContent ?? undefined) : undefined;
};

/** The element at or around this one that has a tooltip at the moment. */
export const tooltipTarget = (element: Element | null | undefined): HTMLElement | undefined => {
  const found = element?.closest<HTMLElement>(ANY);
  if (!found || tooltipWords(found) !== undefined) return found ?? undefined;
  return tooltipTarget(found.parentElement);
};
