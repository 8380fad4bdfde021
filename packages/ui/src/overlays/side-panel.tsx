import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLazy } from "../use-lazy.ts";
import classes from "./side-panel.module.css";
import type { SidePanelProps } from "./side-panel-drawer.tsx";

/** Up to this width the panel covers the page. */
const NARROW = "(max-width: 1100px)";

/** Measures where the panel starts, which changes with the content above it. */
const useAbove = (panel: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const row = panel.current?.parentElement;
    if (!row?.parentElement) return;
    const measure = () => {
      const above = row.getBoundingClientRect().top + window.scrollY;
      panel.current?.style.setProperty("--above", `${above}px`);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(row.parentElement);
    return () => sizes.disconnect();
  }, [panel]);

const Beside = ({ label, onClose, onKeyDown, children }: SidePanelProps) => {
  const panel = useRef<HTMLElement>(null);
  useAbove(panel);
  useEffect(
    () => void panel.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true }),
    [],
  );
  return (
    <section
      ref={panel}
      className={classes.panel}
      data-panel
      aria-label={label}
      onKeyDown={(event) => (event.key === "Escape" ? onClose() : onKeyDown?.(event))}
    >
      {children}
    </section>
  );
};

const loadOver = async () => (await import("./side-panel-drawer.tsx")).SidePanelDrawer;

const Over = (props: SidePanelProps) => {
  const Loaded = useLazy(loadOver, { early: false, needed: true, onFailure: props.onClose });
  return Loaded && <Loaded {...props} />;
};

/** A panel beside the page, which stays usable; in narrow windows it is a drawer over the page. */
export const SidePanel = (props: SidePanelProps) => {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return narrow ? <Over {...props} /> : <Beside {...props} />;
};
