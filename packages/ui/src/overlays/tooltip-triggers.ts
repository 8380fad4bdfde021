import { tooltipTarget } from "./tooltip.ts";

/** The delay before a tooltip opens under the pointer. */
const OPEN_DELAY_MS = 300;

interface Watcher {
  /** The pointer or focus has reached an element with a tooltip. */
  readonly onTurn: () => void;
  /** Shows the tooltip of this element, or hides it when undefined. */
  readonly onShow: (target: HTMLElement | undefined) => void;
}

const tooltipTargetAt = (node: EventTarget | null): HTMLElement | undefined =>
  node instanceof Element ? tooltipTarget(node) : undefined;

/** On touch, only texts that are shown nowhere else. */
const isForTouch = ({ dataset }: HTMLElement) => "tooltipTouch" in dataset || "tooltipCut" in dataset;

/** Watches the pointer and the focus. Returns a function that stops it. */
export const watchTooltips = ({ onTurn, onShow }: Watcher): (() => void) => {
  let target: HTMLElement | undefined;
  let by: "pointer" | "keyboard" = "pointer";
  let pointer = "mouse";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    onShow(undefined);
  };
  const turnTo = (next: HTMLElement | undefined, delay = 0) => {
    if (next === target) return;
    hide();
    target = next;
    if (!next) return;
    onTurn();
    timer = setTimeout(() => onShow(next), delay);
  };

  const watching = new AbortController();
  const on = <K extends keyof DocumentEventMap>(kind: K, run: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(kind, run, { capture: true, passive: true, signal: watching.signal });
  on("pointerover", (event) => {
    pointer = event.pointerType;
  });
  // A tap also fires this event, after the touch events.
  on("mouseover", (event) => {
    const next = tooltipTargetAt(event.target);
    const isFit = next && (pointer !== "touch" || isForTouch(next));
    // A tooltip opened by keyboard stays open when the page scrolls under a resting pointer.
    if (!isFit) return by === "pointer" && turnTo(undefined);
    by = "pointer";
    turnTo(next, OPEN_DELAY_MS);
  });
  on("mouseout", (event) => event.relatedTarget === null && by === "pointer" && turnTo(undefined));
  on("focusin", (event) => {
    const next = tooltipTargetAt(event.target);
    if (!next || !(event.target as Element).matches(":focus-visible")) return;
    by = "keyboard";
    turnTo(next);
  });
  on("focusout", (event) => tooltipTargetAt(event.target) === target && turnTo(undefined));
  on("keydown", ({ key }) => key === "Escape" && hide());
  return () => {
    watching.abort();
    clearTimeout(timer);
  };
};
