import { type RefObject, useEffect } from "react";

/** Marks the sides to which a frame can scroll. */
export const markScrollEdges = (frame: HTMLElement): void => {
  const { scrollLeft, scrollWidth, clientWidth } = frame;
  frame.toggleAttribute("data-more-before", scrollLeft > 0);
  // Widths are rounded, so a difference of less than a pixel is ignored.
  frame.toggleAttribute("data-more-after", scrollWidth - clientWidth - scrollLeft > 1);
};

/** Updates the marks, so that the frame shows a shadow where its content continues. */
export const useScrollEdges = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const mark = () => markScrollEdges(element);
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    for (const content of element.children) sizes.observe(content);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [frame]);
