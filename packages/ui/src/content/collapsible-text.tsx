import { Anchor } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./collapsible-text.module.css";

/** Whether the collapsed text overflows at its current width. */
const useOverflow = () => {
  const ref = useRef<HTMLParagraphElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const text = ref.current;
    if (!text) return;
    const sizes = new ResizeObserver(() => {
      // An expanded text does not overflow, but still needs its button.
      if (text.hasAttribute("data-folded")) setOverflows(text.scrollHeight > text.clientHeight);
    });
    sizes.observe(text);
    return () => sizes.disconnect();
  }, []);
  return { ref, overflows };
};

/** A text of any length: its first ten lines, and a button that shows all of it. */
export const CollapsibleText = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const { ref, overflows } = useOverflow();
  return (
    <>
      <p ref={ref} className={classes.text} data-folded={open ? undefined : true}>
        {children}
      </p>
      {overflows && (
        // In the color of the text, because the background can have any color.
        <Anchor
          component="button"
          type="button"
          c="inherit"
          underline="always"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show less" : "Show all"}
        </Anchor>
      )}
    </>
  );
};
