import { Drawer } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { Outlet } from "@tanstack/react-router";
import { useSessionUser } from "../../platform/session-user.ts";
import { shellMessages as says } from "../shell.messages.ts";
import { Footer } from "./footer.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useSidebar } from "./use-sidebar.ts";

const CONTENT = "content";

/** What stands around every page: sidebar, top bar, footer. */
export const Shell = () => {
  const { narrow, open, setOpen } = useSidebar();
  const hasSidebar = can(useSessionUser(), "company:member");
  const close = () => setOpen(false);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${CONTENT}`}>
        {says.skip}
      </a>
      {hasSidebar && !narrow && open && (
        <aside className={classes.sidebar}>
          <Sidebar />
        </aside>
      )}
      {hasSidebar && narrow && (
        <Drawer.Root opened={open} onClose={close} size={280} padding={0}>
          <Drawer.Overlay backgroundOpacity={0.45} />
          <Drawer.Content aria-label={says.navigation}>
            <Drawer.Body h="100%">
              <Sidebar onNavigate={close} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
      <div className={classes.page}>
        <TopBar sidebar={hasSidebar ? { open, setOpen } : undefined} />
        <main className={classes.content} id={CONTENT} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </div>
  );
};
