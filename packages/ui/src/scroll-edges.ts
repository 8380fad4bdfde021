import { type RefObject, useEffect } from "react";

/** Marks the sides to which a frame can scroll, so that pinned columns show a shadow there. */
export const useScrollEdges = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    /** Whether a pinned column has left its place in the flow. */
    const isHeld = (pinned: Element, before: Element) =>
      pinned.getBoundingClientRect().left - before.getBoundingClientRect().right > 1 ||
      (element.scrollLeft > 0 &&
        getComputedStyle(before).position === "sticky" &&
        before.matches("[data-pin]"));
    const mark = () => {
      const identity = element.querySelector("th[data-pin='identity']");
      const before = identity?.previousElementSibling;
      element.toggleAttribute("data-pins-identity", Boolean(identity && before && isHeld(identity, before)));
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-more-before", scrollLeft > 0);
      // Widths are rounded: less than a pixel does not count.
      element.toggleAttribute("data-more-after", scrollWidth - clientWidth - scrollLeft > 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    for (const content of element.children) sizes.observe(content);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [frame]);
