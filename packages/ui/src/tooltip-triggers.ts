/** A pointer that only passes by opens nothing. */
const OPEN_DELAY_MS = 300;

interface Watcher {
  /** Somebody turns to an element that has a tooltip. */
  readonly onTurn: () => void;
  /** The tooltip of this element is due; of none: no longer. */
  readonly onShow: (target: HTMLElement | undefined) => void;
}

const tippedAt = (node: EventTarget | null): HTMLElement | undefined =>
  node instanceof Element ? (node.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined;

/** Follows the pointer and the keyboard through the page, until it is told to stop. */
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
  // A tap is told as one as well, afterwards.
  on("mouseover", (event) => {
    const next = tippedAt(event.target);
    const isFit = next && (pointer !== "touch" || next.hasAttribute("data-tip-touch"));
    // What the keyboard has opened stays, though the page moves under a pointer that rests.
    if (!isFit) return by === "pointer" && turnTo(undefined);
    by = "pointer";
    turnTo(next, OPEN_DELAY_MS);
  });
  on("mouseout", (event) => event.relatedTarget === null && by === "pointer" && turnTo(undefined));
  on("focusin", (event) => {
    const next = tippedAt(event.target);
    if (!next || !(event.target as Element).matches(":focus-visible")) return;
    by = "keyboard";
    turnTo(next);
  });
  on("focusout", (event) => tippedAt(event.target) === target && turnTo(undefined));
  on("keydown", ({ key }) => key === "Escape" && hide());
  return () => {
    watching.abort();
    clearTimeout(timer);
  };
};
