import { Drawer } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import classes from "./side-panel.module.css";

export interface SidePanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The element with `data-autofocus` gets the focus when the panel opens. */
  readonly children: ReactNode;
}

/** The side panel in narrow windows. */
export const SidePanelDrawer = ({ label, onClose, onKeyDown, children }: SidePanelProps) => (
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys that bubble from its content */}
      <div className={classes.over} data-panel onKeyDown={onKeyDown}>
        {children}
      </div>
    </Drawer.Content>
  </Drawer.Root>
);
