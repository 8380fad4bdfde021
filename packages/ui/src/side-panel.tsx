import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import classes from "./side-panel.module.css";

/** Up to here there is no room for two things side by side. */
const NARROW = "(max-width: 1100px)";

interface SidePanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Its heading carries `data-autofocus`: there the focus stands when the panel opens. */
  readonly children: ReactNode;
}

const Beside = ({ label, onClose, onKeyDown, children }: SidePanelProps) => {
  const panel = useRef<HTMLElement>(null);
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

/** Something to look at beside the page, which stays usable; in a narrow window it lies over the page. */
export const SidePanel = (props: SidePanelProps) => {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  if (!narrow) return <Beside {...props} />;
  const { label, onClose, onKeyDown, children } = props;
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="100%"
      padding={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Content aria-label={label}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of what is inside it */}
        <div className={classes.over} data-panel onKeyDown={onKeyDown}>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
};
