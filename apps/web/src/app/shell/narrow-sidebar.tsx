import { Drawer } from "@mantine/core";
import { shellTexts as says } from "../shell.texts.ts";
import { Sidebar } from "./sidebar.tsx";

interface NarrowSidebarProps {
  readonly open: boolean;
  readonly close: () => void;
}

/** The sidebar as a drawer, for narrow windows. */
export const NarrowSidebar = ({ open, close }: NarrowSidebarProps) => (
  <Drawer.Root opened={open} onClose={close} size={280} padding={0}>
    <Drawer.Overlay backgroundOpacity={0.45} />
    <Drawer.Content aria-label={says.navigation}>
      <Drawer.Body h="100%">
        <Sidebar onNavigate={close} />
      </Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
);
