import { Anchor } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./collapsible-text.module.css";

/** Whether some of a folded text is out of sight, in the width that it has now. */
const useOverflow = () => {
  const ref = useRef<HTMLParagraphElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const text = ref.current;
    if (!text) return;
    const sizes = new ResizeObserver(() => {
      // Unfolded, nothing overflows, and what unfolded it is wanted to fold it again.
      if (text.hasAttribute("data-folded")) setOverflows(text.scrollHeight > text.clientHeight);
    });
    sizes.observe(text);
    return () => sizes.disconnect();
  }, []);
  return { ref, overflows };
};

/** A text that somebody wrote at any length: its first ten lines, and all of it for whoever wants to read on. */
export const CollapsibleText = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const { ref, overflows } = useOverflow();
  return (
    <>
      <p ref={ref} className={classes.text} data-folded={open ? undefined : true}>
        {children}
      </p>
      {overflows && (
        // In the color of the text: it stands on surfaces of any.
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
